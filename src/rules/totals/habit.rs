//! What defenders put into a defence without being asked: by standing orders, or by default. TOT-DEF-04.

use super::{
    conditions::{ORDERS, available, kept_by},
    defence::{dice, most_ap},
    settings,
    sheet::{CARRIED, FRESH},
    step::{Blow, Guard, Stake},
};
use crate::rules::{Battle, CombatantId, Condition};

/// How AP are put into a defence roll, whatever the attack comes to.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// Dice without AP.
    dice: u8,
    ap: Ap,
}

#[derive(Clone, Copy, Debug)]
enum Ap {
    /// Always so many.
    Fixed(u8),
    /// The fewest of the idle ones that are likelier than not to avert the attack, otherwise so many.
    Fewest { idle: u8, otherwise: u8 },
}

impl Habit {
    /// With so many AP left, carried and fresh.
    pub fn of(battle: &Battle, blow: &Blow, guard: Guard, left: [i16; 2]) -> Self {
        let who = blow.on;
        let ap = match (guard, battle.combatant(who).conditions.find(ORDERS)) {
            (Guard::Evasion, Some(orders)) => Ap::Fixed(ordered(battle, orders, who)),
            (_, Some(_)) => Ap::Fixed(0),
            (_, None) => sensible(battle, blow, guard, left),
        };
        Self { dice: dice(battle, blow, guard), ap }
    }

    /// The AP and Luck put into the roll against what it must exceed; `None` if no roll is made.
    pub fn stake(&self, need: i32) -> Option<Stake> {
        // Twice the mean of a die is 11.
        let averts = |ap: u8| 11 * i32::from(self.dice + ap) > 2 * need;
        let ap = match self.ap {
            Ap::Fixed(ap) => ap,
            Ap::Fewest { idle, otherwise } => (0..=idle).find(|ap| averts(*ap)).unwrap_or(otherwise),
        };
        (self.dice + ap > 0).then_some(Stake { ap, luck: 0 })
    }
}

/// The AP and Luck that standing orders, or without any the default answer, put into a defence roll; `None` if no roll
/// is made.
pub fn usual(battle: &Battle, blow: &Blow, guard: Guard) -> Option<Stake> {
    Habit::of(battle, blow, guard, budgets(battle, blow.on)).stake(blow.need.into())
}

/// Carried and fresh AP.
pub fn budgets(battle: &Battle, who: CombatantId) -> [i16; 2] {
    [CARRIED, FRESH].map(|budget| battle.combatant(who).budgets.get(budget))
}

/// AP that standing orders put into an evasion: the ordered number, as far as it leaves those to be kept.
pub fn ordered(battle: &Battle, orders: &Condition, who: CombatantId) -> u8 {
    let spare = i32::from(available(battle, who)) - i32::from(kept_by(orders));
    spare.clamp(0, orders.level.into()) as u8
}

/// AP worth spending without orders: the fewest idle ones that are likelier than not to avert the attack. If none are,
/// Block takes as many as the damage has dice, because each AP mitigates too.
fn sensible(battle: &Battle, blow: &Blow, guard: Guard, left: [i16; 2]) -> Ap {
    let idle = idle_of(battle, blow.on, left).min(most_ap(battle, blow, guard));
    if !settings::open_rolls(battle) {
        return Ap::Fixed(idle.min(blow.ap));
    }
    let blocks = || dice(battle, blow, Guard::Block) > 0;
    Ap::Fewest { idle, otherwise: if guard == Guard::Evasion && blocks() { 0 } else { idle.min(blow.ap) } }
}

/// AP that may go into a defence now: as ordered, or without orders the idle ones.
pub fn reserve(battle: &Battle, who: CombatantId) -> u8 {
    let orders = battle.combatant(who).conditions.find(ORDERS);
    orders.map_or_else(|| idle(battle, who), |orders| ordered(battle, orders, who))
}

/// AP that would be lost anyway or are not needed in one's own turn: carried ones and half of the fresh ones before it,
/// all of them after it.
pub fn idle(battle: &Battle, who: CombatantId) -> u8 {
    idle_of(battle, who, budgets(battle, who))
}

/// As [`idle`], with so many AP left, carried and fresh.
fn idle_of(battle: &Battle, who: CombatantId, [carried, fresh]: [i16; 2]) -> u8 {
    let place = |who: CombatantId| battle.scene.order.iter().position(|one| *one == who);
    let acting = battle.scene.acting.and_then(place);
    let is_over = acting.is_some_and(|acting| place(who).is_some_and(|own| own < acting));
    let spare = carried + if is_over { fresh } else { fresh / 2 };
    (spare.max(0) as u8).min(available(battle, who))
}
