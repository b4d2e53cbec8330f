//! Exchanges solved in one go, for forecasts in which everybody gives the default answer; equal situations are solved
//! only once. VIG-ATK-01, VIG-ATK-08.

use std::cell::RefCell;

use super::{
    ability::{AbilityEffect, Affliction},
    area,
    conditions::{AMBUSHED, HIDDEN},
    damage,
    exchange::{Outcome, Situation},
    guard::shield,
    ready,
    step::{AreaExchange, AttackStep, Exchange, Mark, Step},
};
use crate::rules::{
    Battle, CombatantId, ItemId, SituationKey, SolvedStep, Whole,
    exchange::{Known, Several, Situation as _, Solved, solve, solve_from},
};

thread_local! {
    static KNOWN: RefCell<Known<Situation>> = RefCell::default();
}

/// Every outcome of an attack; `None` if it cannot be solved in one go, as when a push may lead through fire, which
/// burns step by step.
pub fn solved(battle: &Battle, step: &AttackStep) -> Option<SolvedStep> {
    if battle.scene.field.survey().fire && step.strike().means(battle).pushes() {
        return None;
    }
    match step {
        AttackStep::Exchange(exchange) => Some(solve_exchange(battle, exchange)),
        AttackStep::Area(area) => several(battle, area),
        AttackStep::Declare(_) => None,
    }
}

fn solve_exchange(battle: &Battle, exchange: &Exchange) -> SolvedStep {
    let situation = &exchange.situation;
    let settling = damage::Settling::of(battle, exchange);
    let turn = |solved: &Solved<Outcome>| solved.step(|came, context| settling.settle(*came, context));
    if exchange.stage == situation.begin() {
        let solved = KNOWN.with_borrow_mut(|known| known.solve(situation));
        turn(&solved)
    } else {
        turn(&solve_from(situation, exchange.stage))
    }
}

/// An area attack with few targets, none of whom has begun to defend.
fn several(battle: &Battle, area: &AreaExchange) -> Option<SolvedStep> {
    let begun = area.targets.iter().any(|fighter| fighter.stage != fighter.situation.begin());
    let situations: Vec<Situation> = area.targets.iter().map(|target| target.situation).collect();
    let all = Several::new(&situations).filter(|_| !begun)?;
    Some(solve(&all).step(|came, context| area::settle(battle, area, came.iter().flatten().copied(), context)))
}

/// The situation of a step, if it is an attack on one combatant that involves nobody else. The sources of the
/// attacker's dice no longer matter at this point.
pub fn situation(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Exchange(exchange)) = step else { return None };
    let Mark::Combatant(on) = exchange.strike.on else { return None };
    if ready::is_any(battle) || has_others(battle, exchange, on) {
        return None;
    }
    let row = &battle.rows()[on.index()];
    let item = |item: ItemId| {
        let item = battle.item(item);
        (item.id, item.at, item.count, item.numbers)
    };
    let items = (shield(battle, on).map(item), exchange.strike.thrown(battle).map(item));
    let situation = SituationKey::of(&(exchange.as_ref(), battle.scene.round, battle.scene.acting));
    Some(situation.with(&Whole(row)).with(&(row.aware, items)))
}

/// Whether the consequences can depend on others: who is aware of a hidden combatant, who is in the way of one knocked
/// back.
fn has_others(battle: &Battle, exchange: &Exchange, on: CombatantId) -> bool {
    let means = exchange.strike.means(battle);
    let hides = |effect: &AbilityEffect| matches!(effect, AbilityEffect::Condition(Affliction::Hidden));
    means.pushes()
        || means.ability.is_some_and(|ability| ability.effects.iter().any(hides))
        || battle.combatant(exchange.strike.by).conditions.has(HIDDEN)
        || battle.combatant(on).conditions.has(AMBUSHED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::Stream,
        geometry::Square,
        rules::{
            AgendaItem, Battlefield, CombatantId, Effect, Feature, Forecast, Policy, RulesetId, Team, Veil, forecast,
            forecast_stepwise, testing,
            vigor::{
                ability::{Ability, Delivery},
                arms::{Armour, Rider, Score},
                attack,
                guard::Course,
                sheet::{DURABILITY, HEALTH, Sheet, Size, VIGOR},
                step::{Manner, Strike, With},
            },
        },
    };

    /// Two combatants on a small board with a random feature and veil.
    fn position(seed: u64) -> Battle {
        let mut stream = Stream::new(seed, 9);
        let mut below = |bound: u32| stream.below(bound) as i16;
        let mut field = Battlefield::new(5, 3);
        let features = [Feature::Bush, Feature::Barricade, Feature::Pillar];
        field.set_feature(Square::new(2, 1), features.get(below(5) as usize).copied());
        if below(3) == 0 {
            field.set_veil(Square::new(2, 1), Some(Veil::Fog));
        }
        let mut sheet = || Sheet {
            agility: 10 * below(4),
            strength: 10 * below(3),
            speed: 12 + 6 * below(4),
            size: [Size::Tiny, Size::Medium, Size::Large][below(3) as usize],
            armour: (0..below(3)).map(|_| Armour { ar: 1 + below(4), guard: below(3), ..Armour::default() }).collect(),
            ..Sheet::default()
        };
        let bodies = [(Team(0), Square::new(1, 1), sheet().into()), (Team(1), Square::new(2, 1), sheet().into())];
        let mut battle = testing::battle(RulesetId::Vigor, field, &bodies);
        let row = battle.combatant_mut(CombatantId(1));
        row.vitals.set(DURABILITY, below(20));
        row.vitals.set(HEALTH, 1 + below(15));
        row.vitals.set(VIGOR, below(12));
        if below(4) == 0 {
            row.aware = <_>::default();
        }
        battle
    }

    #[track_caller]
    fn same(solved: &Forecast, stepped: &Forecast) {
        let sorted = |forecast: &Forecast| {
            let mut ends: Vec<_> = forecast.odds.iter().map(|(end, ways)| (end.clone(), ways)).collect();
            ends.iter_mut().for_each(|(end, _)| end.effects.sort());
            ends.sort();
            let total = forecast.odds.total() as f64;
            ends.into_iter().map(|(end, ways)| (end, ways as f64 / total)).collect::<Vec<_>>()
        };
        let (at_once, by_steps) = (sorted(solved), sorted(stepped));
        assert_eq!(
            at_once.iter().map(|(end, _)| end).collect::<Vec<_>>(),
            by_steps.iter().map(|(end, _)| end).collect::<Vec<_>>()
        );
        for ((end, chance), (_, stepped)) in at_once.iter().zip(&by_steps) {
            assert!((chance - stepped).abs() < 1e-12, "{end:?}: {chance} and not {stepped}");
        }
    }

    #[test]
    fn taken_as_solved_is_what_stepping_comes_to() {
        let mut ends = 0;
        for seed in 0..40 {
            let battle = position(seed);
            let strike = Strike::new(CombatantId(0), Mark::Combatant(CombatantId(1)), With::Fists, Manner::Action);
            let begin = || vec![AgendaItem::step(AttackStep::Declare(strike))];
            let solved = forecast(&battle, begin(), Policy::DefaultAnswers);
            assert!(solved.is_exact());
            same(&solved, &forecast_stepwise(&battle, begin(), Policy::DefaultAnswers));
            ends += solved.odds.len();
        }
        assert!(ends > 400, "{ends}");
    }

    /// VIG-OBJ-04, VIG-MOVE-05: fire burns in each square of a push, in forecasts as in play.
    #[test]
    fn a_push_through_fire_burns_in_forecasts_too() {
        let (by, on) = (CombatantId(0), CombatantId(1));
        let (delivery, score, riders) = (Delivery::Aimed, Some(Score::Agility), vec![Rider::KnockBack(2)]);
        let shove = Ability { delivery, score, riders, value: 1, range: 60, ..Ability::default() };
        let sheets =
            [Sheet { agility: 0, abilities: vec![shove], ..Sheet::default() }, Sheet { vigor: 0, ..Sheet::default() }];
        let bodies: Vec<_> =
            (1..).zip(sheets).map(|(x, sheet)| (Team(x as u8 - 1), Square::new(x, 0), sheet.into())).collect();
        let mut field = Battlefield::new(6, 1);
        [3, 4].into_iter().for_each(|x| field.set_fire(Square::new(x, 0), true));
        let battle = testing::with_parts(RulesetId::Vigor, field, &bodies);
        let strike = Strike::new(by, Mark::Combatant(on), With::Used(ItemId(0)), Manner::Action);
        let begin = || vec![AgendaItem::step(AttackStep::Declare(strike))];
        let foreseen = forecast(&battle, begin(), Policy::DefaultAnswers);
        same(&foreseen, &forecast_stepwise(&battle, begin(), Policy::DefaultAnswers));
        let pushed = Effect::Place(on, battle.combatant(on).placement.at(Square::new(4, 0)));
        let left = foreseen.odds.iter().filter(|(end, _)| end.effects.contains(&pushed));
        let left = left.flat_map(|(end, _)| end.effects.iter()).filter_map(|effect| match effect {
            Effect::Vital(who, DURABILITY, left) if *who == on => Some(*left),
            _ => None,
        });
        // At least 1 for the blow and 1 for each of the two burning squares.
        assert_eq!(left.max(), Some(27));
    }

    #[test]
    fn an_area_taken_as_solved_is_what_stepping_comes_to() {
        for seed in 0..8 {
            let battle = position(seed);
            let strike = |on| Strike::new(CombatantId(0), on, With::Fists, Manner::Action);
            let exchange = |on| {
                let strike = strike(Mark::Combatant(CombatantId(on)));
                let course = Course::of(&battle, &strike);
                let situation = attack::situate(&battle, &strike, &strike.means(&battle), &course);
                let situation = Situation { bursts_once: true, ..situation };
                Exchange { strike, situation, stage: situation.begin() }
            };
            let area = AreaExchange { strike: strike(Mark::Area(Square::new(2, 1))), targets: vec![exchange(1)] };
            let begin = || vec![AgendaItem::step(AttackStep::Area(Box::new(area.clone())))];
            let solved = forecast(&battle, begin(), Policy::DefaultAnswers);
            same(&solved, &forecast_stepwise(&battle, begin(), Policy::DefaultAnswers));
        }
    }
}
