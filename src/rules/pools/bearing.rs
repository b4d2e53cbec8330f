//! What actions read from where two combatants stand: distance, cover and light. POO-REACH, POO-COV.

use super::{arms::arm, reach};
use crate::rules::{SituationKey, ground, prelude::*};

/// Distance, with and without what diagonals cost, cover and light.
pub fn bearing(battle: &Battle, by: CombatantId, on: CombatantId) -> SituationKey {
    let line = reach::line(battle, by, on);
    let beside = ground::distance(reach::body(battle, by), reach::body(battle, on));
    SituationKey::of(&(reach::distance(battle, by, on), beside, line.cover as u8, line.seen as u8))
}

/// The farthest that any spell or word gets: twice the range of a projected one. POO-REACH-02, POO-COMP-71.
const SPELLS: u16 = 16;

/// The longest reach or long range of all that somebody carries, or that of spells.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    let far = battle.items_of(who).map(|item| {
        let numbers = arm(battle, item.id);
        numbers.reach.max(numbers.range.saturating_mul(2))
    });
    far.max().unwrap_or(0).max(SPELLS)
}
