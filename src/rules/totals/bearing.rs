//! What attacks need to know about two positions: the distance, and whether a wall is in between. TOT-REACH.

use super::{
    attack,
    reach::{body, distance, has_line},
    spell::Structure,
};
use crate::rules::{SituationKey, prelude::*};

/// Distance and line of effect.
pub fn bearing(battle: &Battle, by: CombatantId, on: CombatantId) -> SituationKey {
    SituationKey::of(&(distance(body(battle, by), body(battle, on)), has_line(battle, by, on)))
}

/// The longest reach or range among a combatant's weapons and the spells.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    let ways =
        battle.items_of(who).flat_map(|item| attack::manners(battle, item.id).map(move |manner| (item.id, manner)));
    let far = ways.map(|(item, manner)| attack::range(battle, item, manner));
    far.chain([Structure::Projected.range(), Structure::Direct.range()]).max().unwrap_or(0)
}
