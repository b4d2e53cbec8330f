//! Exchanges as forecasts take them, if everybody gives the default answer: solved at once, and equal situations once.

use std::{cell::RefCell, rc::Rc};

use rustc_hash::FxHashMap;

use super::{
    attack_step::{AttackStep, Burst, Exchange, JointExchange},
    conditions::{is_mounted, rider_of},
    damage::{self, Settling},
    defence::shield,
    exchange::{Joint, Single},
    magic, spell,
    step::Step,
    together::{self, Ends},
};
use crate::rules::{
    Battle, SituationKey, SolvedStep, Step as AnyStep, Whole,
    exchange::{Known, Several, Situation as _, solve, solve_from},
};

thread_local! {
    static SINGLE: RefCell<Known<Single>> = RefCell::default();
    static JOINT: RefCell<FxHashMap<Joint, Rc<Ends>>> = RefCell::default();
}

/// The step of an attack that a step of any ruleset is.
pub fn step_of(step: &AnyStep) -> Option<&AttackStep> {
    match step.as_ref() {
        Step::Attack(step) => Some(step),
        _ => None,
    }
}

/// Every outcome of an attack, if it can be solved at once.
pub fn solved(battle: &Battle, step: &AttackStep) -> Option<SolvedStep> {
    match step {
        AttackStep::Single(exchange) => single(battle, exchange),
        AttackStep::Joint(exchange) => Some(joint(battle, exchange)),
        AttackStep::Burst(burst) => several(battle, burst),
        _ => None,
    }
}

/// The most joint attacks that are kept; then all are forgotten.
const MOST_KNOWN: usize = 1_024;

/// The most blows, each with a damage roll of its own, that are solved at once: the outcomes grow with each.
const MOST_ROLLS: u8 = 6;

fn single(battle: &Battle, exchange: &Exchange) -> Option<SolvedStep> {
    if exchange.single.part.most_rolls() > MOST_ROLLS {
        return None;
    }
    let settling = Settling::of(battle, exchange);
    let solved = if exchange.stage == exchange.single.begin() {
        SINGLE.with_borrow_mut(|known| known.solve(&exchange.single))
    } else {
        solve_from(&exchange.single, exchange.stage).into()
    };
    Some(solved.step(|(came, harm), context| settling.settle(*came, *harm, context)))
}

fn joint(battle: &Battle, exchange: &JointExchange) -> SolvedStep {
    let ends = if exchange.stage == exchange.joint.begin() {
        JOINT.with_borrow_mut(|known| {
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            Rc::clone(known.entry(exchange.joint).or_insert_with(|| Rc::new(together::ends(exchange))))
        })
    } else {
        Rc::new(together::ends(exchange))
    };
    let mut step = SolvedStep::new(ends.total, ends.missing).with_room(ends.ends.len());
    for (end, ways) in &ends.ends {
        step.add(*ways, |context| damage::settle_joint(battle, exchange, &end.came, end.harm, context));
    }
    step
}

/// A spell on a few, none of whom has begun to avoid it yet.
fn several(battle: &Battle, burst: &Burst) -> Option<SolvedStep> {
    let singles: Vec<Single> = burst.targets.iter().map(|target| target.single).collect();
    let has_begun = burst.targets.iter().any(|target| target.stage != target.single.begin());
    let all = Several::new(&singles).filter(|_| !has_begun)?;
    Some(solve(&all).step(|came, context| spell::settle(battle, burst, came.iter().flatten().copied(), context)))
}

/// The situation of a step: of an attack on one combatant in which nobody else has a part.
pub fn situation(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Single(exchange)) = step else { return None };
    let on = exchange.strike.on;
    // Who falls may leave a saddle or spells on others.
    if is_mounted(battle, on) || rider_of(battle, on).is_some() || magic::sustains(battle, on) {
        return None;
    }
    let row = &battle.rows()[on.index()];
    let things = [row.hands.main, row.hands.off].map(|item| item.map(|item| battle.item(item).at));
    let worn = shield(battle, on).map(|item| (item.id, item.numbers));
    let weapon = battle.item(exchange.strike.item).numbers;
    let situation = SituationKey::of(&(exchange.as_ref(), battle.scene.round, battle.scene.acting));
    Some(situation.with(&Whole(row)).with(&(things, worn, weapon)))
}
