//! Effects that last for some rounds: burning, blinded, hindered, and smoke on squares. PCT-BLAST-05, PCT-TURN-03.

use std::borrow::Cow;

use super::is_walled;
use crate::{
    geometry::{Footprint, Square, reach as squares_in_reach},
    rules::{
        Battle, CombatantId, Condition, ConditionKind, Effect, Moment, Posture, StepContext, Until, Veil,
        laid_by_level, passed_for,
        percentile::{
            catalogue as ids,
            conditions::{BLINDED, BURNING, CLEAR_AIR, CLOUD, Detail, HINDERED, square},
            sheet::{Does, Splash, Use},
            step::{BlastStep, Burst},
        },
    },
};

/// The effect of a splash in words.
pub fn does_words(of: &Use) -> Cow<'static, str> {
    let Some(effect) = of.effect else { return "Nothing".into() };
    let what = match effect.does {
        Does::Blinded => "Blinds",
        Does::Burning => "Sets on fire",
        Does::Hindered => "Halves rates",
        Does::Smoke => "Smoke",
    };
    format!("{what}, {} rounds", effect.rounds).into()
}

const fn kind(does: Does) -> ConditionKind {
    match does {
        Does::Blinded => BLINDED,
        Does::Burning => BURNING,
        Does::Hindered => HINDERED,
        Does::Smoke => CLOUD,
    }
}

/// Puts an effect on a combatant; of two by the same rule the longer one stays, PCT-CHK-08.
pub fn befall(battle: &Battle, burst: &Burst, who: CombatantId, effect: Splash, context: &mut StepContext<'_>) {
    let kind = kind(effect.does);
    let new = Condition { whom: Some(burst.by), ..Condition::new(kind, Until::Turns(effect.rounds)) };
    match battle.combatant(who).conditions.find(kind) {
        Some(old)
            if old.until == Until::Indefinite || matches!(old.until, Until::Turns(left) if left >= effect.rounds) => {}
        Some(old) => context.effect(Effect::ReplaceCondition(who, *old, Some(new))),
        None => context.effect(Effect::AddCondition(who, new)),
    }
    let words = match effect.does {
        Does::Blinded => "is blinded",
        Does::Burning => "burns",
        Does::Hindered | Does::Smoke => "is hindered",
    };
    context.note(who, ids::BLAST_05, words);
}

/// Fire burns at the start of the bearer's turn, before a round is taken off, PCT-TURN-03.
pub fn smoulder(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(BURNING) && battle.combatant(who).fights() {
        context.step(BlastStep::Burn(who));
    }
}

/// The squares of a cloud that somebody has made.
fn made(battle: &Battle, known: &Condition) -> Vec<Square> {
    square(known).map_or_else(Vec::new, |at| within(battle, at, known.level.max(0) as u16))
}

/// The squares so near to one, as far as no wall is in between.
pub fn within(battle: &Battle, at: Square, radius: u16) -> Vec<Square> {
    let extent = battle.scene.field.extent();
    let around = squares_in_reach(Footprint::one(at), radius);
    let open = |square: &Square| {
        extent.contains(*square) && !is_walled(battle, at, Footprint::one(*square), Posture::Standing)
    };
    std::iter::once(at).chain(around).filter(open).collect()
}

/// Smoke fills the squares within the radius; its rounds are counted by the turns of whoever caused it, PCT-TURN-03.
pub fn billow(battle: &Battle, burst: &Burst, at: Square, radius: u16, context: &mut StepContext<'_>) {
    let Some(effect) = burst.used(battle).effect else { return };
    let until = Until::Turns(effect.rounds);
    let clouds: Vec<Square> = all_clouds(battle, None);
    for square in within(battle, at, radius) {
        match battle.scene.field.cell(square).and_then(|cell| cell.veil) {
            None => context.effect(Effect::Veil(square, Some(Veil::Smoke))),
            // What was veiled before stays veiled when the smoke has gone; what the level lays comes and goes by itself.
            Some(_) if !clouds.contains(&square) && laid_by_level(battle, square).is_none() => {
                let kept = Condition { detail: Detail::At(square).into(), ..Condition::new(CLEAR_AIR, until) };
                context.effect(Effect::AddCondition(burst.by, kept));
            }
            Some(_) => {}
        }
    }
    let lies = Condition { level: radius as i16, detail: Detail::At(at).into(), ..Condition::new(CLOUD, until) };
    context.effect(Effect::AddCondition(burst.by, lies));
}

/// The squares of all clouds except one.
fn all_clouds(battle: &Battle, but: Option<(CombatantId, &Condition)>) -> Vec<Square> {
    let conditions = battle.combatants().flat_map(|one| one.conditions.0.iter().map(move |known| (one.id, known)));
    conditions
        .filter(|(who, known)| known.kind == CLOUD && but.is_none_or(|(by, old)| (*who, *known) != (by, old)))
        .flat_map(|(_, known)| made(battle, known))
        .collect()
}

/// What veils a square on which the level lays this: that, or smoke if it lies there.
pub fn veil(battle: &Battle, square: Square, by_level: Option<Veil>) -> Option<Veil> {
    by_level.or_else(|| all_clouds(battle, None).contains(&square).then_some(Veil::Smoke))
}

/// Clears the air where somebody's smoke ends this turn.
pub fn dissolve(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let conditions = &battle.combatant(who).conditions.0;
    for ending in conditions.iter().filter(|one| one.kind == CLOUD && one.until == Until::Turns(1)) {
        let others = all_clouds(battle, Some((who, ending)));
        let kept = |square: &Square| {
            let at = Detail::At(*square).into();
            conditions.iter().any(|one| one.kind == CLEAR_AIR && one.detail == at) || others.contains(square)
        };
        for square in made(battle, ending) {
            let smoky = battle.scene.field.cell(square).is_some_and(|cell| cell.veil == Some(Veil::Smoke));
            if smoky && !kept(&square) {
                context.effect(Effect::Veil(square, None));
            }
        }
    }
}

/// Takes a round off the smoke of somebody who no longer has turns, PCT-TURN-03.
pub fn count_clouds(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    dissolve(battle, who, context);
    let smoke = passed_for(battle, who, Moment::TurnStarts(who));
    let smoke = smoke.filter(|passed| matches!(passed.before.kind, CLOUD | CLEAR_AIR));
    smoke.for_each(|passed| context.effect(passed.effect()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Battlefield, Entry, ScheduledVeil, Team, percentile::testing, play::aftermath};

    /// What lies on a square from round to round on which fog lies in rounds 2 to 3, and smoke for some rounds from its
    /// first round on, counted by the turns of whoever made it.
    fn rounds(begins: u16, lasts: u8) -> Vec<Option<Veil>> {
        let (at, by) = (Square::new(1, 0), CombatantId(0));
        let bodies = [(Team(0), Square::new(0, 0), <_>::default()), (Team(1), Square::new(2, 0), <_>::default())];
        let mut battle = testing::battle(Battlefield::new(3, 1), &bodies);
        let fog = ScheduledVeil { veil: Veil::Fog, squares: vec![(at, None)], first: 2, last: 3 };
        battle.constants_mut().veils = vec![fog];
        let round = |round: u16| {
            let starts = Effect::Round(round);
            battle.apply(&starts);
            aftermath(&battle, &[Entry::Effect(starts)]).iter().for_each(|effect| battle.apply(effect));
            let mut context = StepContext::without_chance(false);
            count_clouds(&battle, by, &mut context);
            context.effects().cloned().collect::<Vec<_>>().iter().for_each(|effect| battle.apply(effect));
            if round == begins {
                let until = Until::Turns(lasts);
                let cloud = Condition { detail: Detail::At(at).into(), ..Condition::new(CLOUD, until) };
                battle.apply(&Effect::AddCondition(by, cloud));
                if battle.scene.field.cell(at).is_some_and(|cell| cell.veil.is_none()) {
                    battle.apply(&Effect::Veil(at, Some(Veil::Smoke)));
                }
            }
            battle.scene.field.cell(at).and_then(|cell| cell.veil)
        };
        (1..=6).map(round).collect()
    }

    /// PCT-BLAST-05, PCT-TURN-03.
    #[test]
    fn smoke_and_fog_come_and_go_by_themselves() {
        let (smoke, fog) = (Some(Veil::Smoke), Some(Veil::Fog));
        assert_eq!(rounds(1, 4), [smoke, fog, fog, smoke, None, None], "fog comes and goes in smoke");
        assert_eq!(rounds(1, 1), [smoke, fog, fog, None, None, None], "fog outlasts the smoke");
        assert_eq!(rounds(2, 3), [None, fog, fog, smoke, None, None], "smoke laid in fog outlasts it");
    }
}
