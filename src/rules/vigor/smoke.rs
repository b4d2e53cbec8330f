//! Smoke that an ability lays on the board for some rounds: a zone of low visibility. VIG-VIS-03, VIG-ACT-04.

use super::{
    ability::{Ability, AbilityEffect, Delivery},
    catalogue as ids,
    conditions::{CLOUD, Detail, OVERCAST, detail},
    cover::{self, FEET, Grade},
    ready,
};
use crate::{
    geometry::Square,
    rules::{Veil, laid_by_level, prelude::*, rounds_from_now},
};

/// Whether an ability lays smoke.
pub fn lays(ability: &Ability) -> bool {
    matches!(ability.delivery, Delivery::Area(_)) && ability.effects.contains(&AbilityEffect::Smoke)
}

/// Whether an ability does nothing but lay smoke, so that it attacks nobody.
pub fn is_all(ability: &Ability) -> bool {
    lays(ability) && ability.value == 0 && ability.effects.len() == 1 && ability.riders.is_empty()
}

/// The squares of a cloud, given by its condition.
fn squares(battle: &Battle, cloud: &Condition) -> Vec<Square> {
    match detail(cloud) {
        Some(Detail::Cloud(at)) => cover::squares(battle, at, cloud.level.max(0) as u16 * FEET),
        _ => Vec::new(),
    }
}

/// The squares of all clouds except those for which `is_over` is true.
fn clouds(battle: &Battle, is_over: impl Fn(CombatantId, &Condition) -> bool) -> Vec<Square> {
    let all = battle.combatants().flat_map(|by| by.conditions.0.iter().map(move |known| (by.id, known)));
    let all = all.filter(|(by, known)| known.kind == CLOUD && !is_over(*by, known));
    all.flat_map(|(_, cloud)| squares(battle, cloud)).collect()
}

/// The veil of a square that may have another veil besides smoke: the one that hides more. VIG-VIS-01.
pub fn veil(battle: &Battle, square: Square, other: Option<Veil>) -> Option<Veil> {
    let smoky = hides_less(other) && clouds(battle, |_, _| false).contains(&square);
    if smoky { Some(Veil::Smoke) } else { other }
}

/// Whether a veil hides less than smoke.
fn hides_less(veil: Option<Veil>) -> bool {
    veil.is_none_or(|veil| Grade::of(veil) < Grade::of(Veil::Smoke))
}

/// The veil of a square before smoke covered it.
fn before(battle: &Battle, square: Square) -> Option<Veil> {
    let mut all = battle.combatants().flat_map(|fighter| fighter.conditions.0.iter());
    all.find_map(|fighter| match detail(fighter) {
        Some(Detail::Overcast(at, veil)) if at == square => Some(veil),
        _ => None,
    })
}

/// Lays smoke; a veil that hides as much or more stays.
pub fn lay(battle: &Battle, by: CombatantId, at: Square, ability: &Ability, context: &mut StepContext<'_>) {
    let Delivery::Area(radius) = ability.delivery else { return };
    let until = rounds_from_now(battle, ability.rounds);
    let smoky = clouds(battle, |_, _| false);
    for square in cover::squares(battle, at, radius) {
        let veil = battle.scene.field.cell(square).and_then(|cell| cell.veil);
        if hides_less(veil) {
            context.effect(Effect::Veil(square, Some(Veil::Smoke)));
        }
        let veil = if smoky.contains(&square) { before(battle, square) } else { veil };
        if let Some(veil) = veil.filter(|_| laid_by_level(battle, square).is_none()) {
            let detail = Detail::Overcast(square, veil).into();
            context.effect(Effect::AddCondition(by, Condition { detail, ..Condition::new(OVERCAST, until) }));
        }
    }
    let cloud =
        Condition { level: (radius / FEET) as i16, detail: Detail::Cloud(at).into(), ..Condition::new(CLOUD, until) };
    context.effect(Effect::AddCondition(by, cloud));
    context.note(by, ids::VIS_03, "fills the air with smoke");
}

/// Lifts smoke when its rounds are over: the veil it covered returns, unless the level has removed it since. Where
/// clouds that end together overlap, the last one to lift restores it.
pub fn lift(battle: &Battle, by: CombatantId, cloud: &Condition, context: &mut StepContext<'_>) {
    ready::before_change(battle, context);
    let is_over = |who: CombatantId, known: &Condition| {
        let ends = |effect: &Effect| match effect {
            Effect::ReplaceCondition(bearer, ended, None) => *bearer == who && **ended == *known,
            _ => false,
        };
        context.effects().any(ends)
    };
    let others = clouds(battle, is_over);
    for square in squares(battle, cloud).into_iter().filter(|square| !others.contains(square)) {
        let now = battle.scene.field.cell(square).and_then(|cell| cell.veil);
        let then = laid_by_level(battle, square).unwrap_or_else(|| before(battle, square));
        if now == Some(Veil::Smoke) && then != now {
            context.effect(Effect::Veil(square, then));
        }
    }
    context.note(by, ids::TURN_05, "has no smoke left in the air");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{
        Battlefield, Entry, Moment, RulesetId, ScheduledVeil, Team, play::aftermath, testing, vigor::afflict::pass,
    };

    /// The veil of a square after smoke has lifted in a round, over twilight that lasts until the end of round 6.
    fn after(round: u16, scheduled: bool) -> Option<Veil> {
        let (at, by) = (Square::new(1, 0), CombatantId(0));
        let sheet = || crate::rules::vigor::Sheet::default().into();
        let all = [(Team(0), Square::new(0, 0), sheet()), (Team(1), Square::new(2, 0), sheet())];
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &all);
        let dusk = ScheduledVeil { veil: Veil::Dim, squares: vec![(at, None)], first: 5, last: 6 };
        battle.constants_mut().veils = if scheduled { vec![dusk] } else { Vec::new() };
        let until = Until::RoundEnd(round);
        let cloud = Condition { detail: Detail::Cloud(at).into(), ..Condition::new(CLOUD, until) };
        let covered = Condition { detail: Detail::Overcast(at, Veil::Dim).into(), ..Condition::new(OVERCAST, until) };
        let begun = [Effect::Round(round), Effect::Veil(at, Some(Veil::Smoke)), Effect::AddCondition(by, cloud)];
        begun.iter().chain([&Effect::AddCondition(by, covered)]).for_each(|effect| battle.apply(effect));
        end_round(&mut battle);
        battle.scene.field.cell(at).and_then(|cell| cell.veil)
    }

    /// Ends everything that lasts until the end of the round.
    fn end_round(battle: &mut Battle) {
        let mut context = StepContext::without_chance(false);
        pass(battle, Moment::RoundEnds, &mut context);
        context.effects().cloned().collect::<Vec<_>>().iter().for_each(|effect| battle.apply(effect));
    }

    /// VIG-TURN-05: each was laid in the turn of a different combatant, none of whom has a place in the order any more.
    #[test]
    fn clouds_that_end_together_with_the_round_lift_together() {
        let at = |x| Square::new(x, 0);
        let sheet = || crate::rules::vigor::Sheet::default().into();
        let all = [(Team(0), at(0), sheet()), (Team(1), at(4), sheet())];
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(5, 1), &all);
        let pot = |rounds| Ability {
            delivery: Delivery::Area(FEET),
            effects: vec![AbilityEffect::Smoke],
            rounds,
            ..<_>::default()
        };
        battle.apply(&Effect::Round(1));
        // A's second cloud lasts a round longer.
        for (by, middle, rounds) in [(0, 1, 3), (1, 2, 3), (0, 3, 4)] {
            let by = CombatantId(by);
            battle.apply(&Effect::Acting(Some(by)));
            let mut context = StepContext::without_chance(false);
            lay(&battle, by, at(middle), &pot(rounds), &mut context);
            context.effects().cloned().collect::<Vec<_>>().iter().for_each(|effect| battle.apply(effect));
        }
        battle.apply(&Effect::Acting(None));
        let mut smoky = |round: u16| {
            battle.apply(&Effect::Round(round));
            end_round(&mut battle);
            let is_smoky = |x: &i16| battle.scene.field.cell(at(*x)).is_some_and(|cell| cell.veil.is_some());
            (0..5).filter(is_smoky).collect::<Vec<_>>()
        };
        assert_eq!([3, 4, 5].map(&mut smoky), [vec![0, 1, 2, 3, 4], vec![2, 3, 4], vec![]]);
    }

    /// VIG-VIS-03, VIG-TURN-05.
    #[test]
    fn smoke_does_not_bring_back_what_the_level_has_taken_away() {
        assert_eq!([5, 6, 7].map(|round| after(round, true)), [Some(Veil::Dim), Some(Veil::Dim), None]);
        assert_eq!(after(7, false), Some(Veil::Dim));
    }

    /// The veils of a square from round to round, with smoke from round 2 to the end of round 4 and a veil laid by the
    /// level from round `first` to round `last`.
    fn rounds(veil: Veil, first: u16, last: u16) -> Vec<Option<Veil>> {
        let (at, by) = (Square::new(1, 0), CombatantId(0));
        let sheet = || crate::rules::vigor::Sheet::default().into();
        let all = [(Team(0), Square::new(0, 0), sheet()), (Team(1), Square::new(2, 0), sheet())];
        let mut battle = testing::battle(RulesetId::Vigor, Battlefield::new(3, 1), &all);
        battle.constants_mut().veils = vec![ScheduledVeil { veil, squares: vec![(at, None)], first, last }];
        let pot =
            Ability { delivery: Delivery::Area(0), effects: vec![AbilityEffect::Smoke], rounds: 3, ..<_>::default() };
        let round = |round: u16| {
            let begins = Effect::Round(round);
            battle.apply(&Effect::Acting(None));
            battle.apply(&begins);
            aftermath(&battle, &[Entry::Effect(begins)]).iter().for_each(|effect| battle.apply(effect));
            if round == 2 {
                let mut context = StepContext::without_chance(false);
                lay(&battle, by, at, &pot, &mut context);
                context.effects().cloned().collect::<Vec<_>>().iter().for_each(|effect| battle.apply(effect));
            }
            let now = battle.scene.field.cell(at).and_then(|cell| cell.veil);
            end_round(&mut battle);
            now
        };
        (1..=7).map(round).collect()
    }

    /// VIG-VIS-01, VIG-VIS-03: the worse of smoke and the level's veil counts, and each ends by itself.
    #[test]
    fn smoke_and_what_the_level_lays_come_and_go_by_themselves() {
        let (smoke, fog, dim, dark) = (Some(Veil::Smoke), Some(Veil::Fog), Some(Veil::Dim), Some(Veil::Dark));
        let after = |veil, first, last| rounds(veil, first, last)[1..].to_vec();
        assert_eq!(after(Veil::Dim, 3, 3), [smoke, smoke, smoke, None, None, None], "it comes and goes in smoke");
        assert_eq!(after(Veil::Dim, 3, 5), [smoke, smoke, smoke, dim, None, None], "it outlasts the smoke");
        assert_eq!(after(Veil::Dim, 1, 3), [smoke, smoke, smoke, None, None, None], "smoke covers and outlasts it");
        assert_eq!(after(Veil::Fog, 3, 3), [smoke, fog, smoke, None, None, None], "fog hides as much");
        assert_eq!(after(Veil::Fog, 1, 3), [fog, fog, smoke, None, None, None], "smoke laid in fog outlasts it");
        assert_eq!(after(Veil::Dark, 3, 3), [smoke, dark, smoke, None, None, None], "darkness hides more");
        assert_eq!(after(Veil::Dark, 4, 6), [smoke, smoke, dark, dark, dark, None], "darkness outlasts the smoke");
    }
}
