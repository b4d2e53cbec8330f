//! Standing orders for reactions: what happens without asking. VIG-REACT-05, VIG-REACT-07.

use super::{
    conditions::{Detail, ORDERS, Orders, detail},
    sheet::VIGOR,
};
use crate::rules::{Battle, CombatantId};

/// The orders of somebody, and the Vigor above which they hold.
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

/// Whether somebody defends for a price that can be paid: as orders say, or by default if it leaves some breath.
pub fn defends(battle: &Battle, who: CombatantId, price: u8) -> bool {
    let vigor = battle.combatant(who).vitals.get(VIGOR);
    match of(battle, who) {
        None => vigor > price.into(),
        Some((Orders::Nothing, _)) => false,
        Some((Orders::Defend | Orders::React, above)) => vigor > above,
    }
}

/// Whether orders take an opening; `None` if there are none and its owner is asked.
pub fn opening(battle: &Battle, who: CombatantId) -> Option<bool> {
    let (orders, above) = of(battle, who)?;
    Some(orders == Orders::React && battle.combatant(who).vitals.get(VIGOR) > above)
}
