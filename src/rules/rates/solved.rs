//! Exchanges for forecasts, in which everybody gives the default answer: each is solved at once, and equal situations
//! only once.

use std::{cell::RefCell, rc::Rc};

use rustc_hash::FxHashMap;

use super::{
    arms::DURABILITY,
    attack_step::{AttackStep, Burst, Exchange, JointExchange},
    conditions::{WAITING, is_mounted, rider_of},
    damage::{self, Settling},
    defence::shield,
    ends::{Course, Ends},
    exchange::Single,
    magic, spell,
    step::Step,
};
use crate::rules::{
    Battle, Item, SituationKey, SolvedStep, Step as AnyStep, Whole,
    exchange::{Several, Situation as _, solve},
};

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::default();
}

/// The ends of attacks that have been solved.
#[derive(Default)]
struct Known {
    all: FxHashMap<Course, Rc<Ends>>,
    /// How many ends they have together.
    ends: usize,
}

impl Known {
    /// The most ends that are kept; beyond that, all are forgotten.
    const MOST: usize = 100_000;

    /// The ends of attacks, solved now or before.
    fn ends(&mut self, course: Course) -> Rc<Ends> {
        if let Some(known) = self.all.get(&course) {
            return Rc::clone(known);
        }
        let ends = Rc::new(course.ends());
        if self.ends >= Self::MOST {
            *self = Self::default();
        }
        self.ends += ends.ends.len();
        self.all.insert(course, Rc::clone(&ends));
        ends
    }
}

/// The damage that a shield takes before it breaks; 0 without a shield.
fn durability(shield: Option<&Item<'_>>) -> i32 {
    shield.map_or(0, |shield| shield.numbers.get(DURABILITY).into())
}

/// The step of an attack that a step of any ruleset holds, if it does.
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
        AttackStep::Joint(exchange) => joint(battle, exchange),
        AttackStep::Burst(burst) => several(battle, burst),
        _ => None,
    }
}

/// The most blows, each with a damage roll of its own, that are solved at once: the outcomes grow with each.
const MOST_ROLLS: u8 = 6;

fn single(battle: &Battle, exchange: &Exchange) -> Option<SolvedStep> {
    if exchange.single.part.most_rolls() > MOST_ROLLS {
        return None;
    }
    let settling = Settling::of(battle, exchange);
    let ends = KNOWN.with_borrow_mut(|known| known.ends(Course::of_single(exchange, durability(settling.shield()))));
    let mut step = SolvedStep::new(ends.total, ends.missing).with_room(ends.ends.len());
    for (end, ways) in &ends.ends {
        step.add(*ways, |context| settling.settle(end.came[0], end.harm, context));
    }
    Some(step)
}

fn joint(battle: &Battle, exchange: &JointExchange) -> Option<SolvedStep> {
    if exchange.joint.parts.members().any(|part| part.most_rolls() > MOST_ROLLS) {
        return None;
    }
    let shield = shield(battle, exchange.strikes[0].on);
    let ends = KNOWN.with_borrow_mut(|known| known.ends(Course::of_joint(exchange, durability(shield.as_ref()))));
    let mut step = SolvedStep::new(ends.total, ends.missing).with_room(ends.ends.len());
    for (end, ways) in &ends.ends {
        step.add(*ways, |context| damage::settle_joint(battle, exchange, &end.came, end.harm, context));
    }
    Some(step)
}

/// A spell on a few targets, none of whom has begun to avoid it.
fn several(battle: &Battle, burst: &Burst) -> Option<SolvedStep> {
    let singles: Vec<Single> = burst.targets.iter().map(|target| target.single).collect();
    let has_begun = burst.targets.iter().any(|target| target.stage != target.single.begin());
    let all = Several::new(&singles).filter(|_| !has_begun)?;
    Some(solve(&all).step(|came, context| spell::settle(battle, burst, came.iter().flatten().copied(), context)))
}

/// The situation of a step, if it is an attack on one combatant that involves nobody else.
pub fn situation(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Single(exchange)) = step else { return None };
    let on = exchange.strike.on;
    // A fall may part rider and mount or end spells on others.
    if is_mounted(battle, on) || rider_of(battle, on).is_some() || magic::sustains(battle, on) {
        return None;
    }
    // A lost turn in hand counts as a turn, in which unloaded weapons may come to be loaded, RAT-TURN-04.
    if battle.combatant(on).conditions.has(WAITING) && battle.items_of(on).any(|item| !item.loaded) {
        return None;
    }
    let row = &battle.rows()[on.index()];
    let items = [row.hands.main, row.hands.off].map(|item| item.map(|item| battle.item(item).at));
    let worn = shield(battle, on).map(|item| (item.id, item.numbers));
    let weapon = battle.item(exchange.strike.item).numbers;
    let turns = (battle.scene.round, battle.scene.acting, battle.is_in_turn(on));
    let situation = SituationKey::of(&(exchange.as_ref(), turns));
    Some(situation.with(&Whole(row)).with(&(items, worn, weapon)))
}
