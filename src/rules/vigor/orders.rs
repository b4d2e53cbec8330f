//! Standing orders for reactions: what happens without asking. VIG-REACT-05, VIG-REACT-07.

use super::{
    conditions::{Detail, ORDERS, Orders, detail},
    reactions::OPENING_PRICE,
    sheet::VIGOR,
};
use crate::rules::{Battle, CombatantId};

/// The orders of somebody, and the Vigor to keep.
fn of(battle: &Battle, who: CombatantId) -> Option<(Orders, i16)> {
    let condition = battle.combatant(who).conditions.find(ORDERS)?;
    match detail(condition) {
        Some(Detail::Orders(orders)) => Some((orders, condition.level)),
        _ => None,
    }
}

/// Whether orders decide about Defence, so that nobody is asked.
pub fn decide_defence(battle: &Battle, who: CombatantId) -> bool {
    of(battle, who).is_some()
}

/// The Vigor that must be left over after a Defence: by orders, or by default enough not to be Winded. `None` if there
/// is to be none.
pub fn kept_by_defence(battle: &Battle, who: CombatantId) -> Option<i16> {
    match of(battle, who) {
        None => Some(0),
        Some((Orders::Nothing, _)) => None,
        Some((Orders::Defend | Orders::React, kept)) => Some(kept),
    }
}

/// Whether orders take an opening; `None` if there are none and its owner is asked.
pub fn opening(battle: &Battle, who: CombatantId) -> Option<bool> {
    let (orders, kept) = of(battle, who)?;
    let left = battle.combatant(who).vitals.get(VIGOR) - i16::from(OPENING_PRICE);
    Some(orders == Orders::React && left > kept)
}
