//! What attacks read from where two combatants stand: distance, obstacle, light, the ground for a dodge, and whom blows
//! can go on to. RAT-REACH, RAT-ACC, RAT-AVOID-08.

use super::{
    attack_step::{Place, Strike},
    conditions::body,
    cover, dealing, held, movement, reach,
};
use crate::rules::{SituationKey, prelude::*};

/// Distance, the obstacle and anybody between, light, whether the ground rules out a dodge, and for each weapon whether
/// blows can be kept for another target. `None` where a friend may join.
pub fn bearing(battle: &Battle, by: CombatantId, on: CombatantId) -> Option<SituationKey> {
    if !held::joiners(battle, by).is_empty() {
        return None;
    }
    let (from, to) = (body(battle, by), body(battle, on));
    let (line, between) = cover::shot(battle, by, on, true);
    let deals = |item: Item<'_>| {
        let strike = Strike { by, item: item.id, on, place: Place::Anywhere };
        dealing::may_deal(battle, &strike, CombatantSet::default())
    };
    let deals: Vec<bool> = reach::weapons(battle, by).map(deals).collect();
    let light = cover::light(battle, by, to);
    let is_slowed = movement::is_in_difficult_terrain(battle, on);
    Some(
        SituationKey::of(&(reach::squares_apart(from, to), line.obstacle, between.is_some(), light, is_slowed))
            .with(&deals),
    )
}

/// The longest reach or range of all that somebody carries.
pub fn farthest(battle: &Battle, who: CombatantId) -> u16 {
    battle.items_of(who).map(|item| reach::of(battle, item.id)).max().unwrap_or(0)
}
