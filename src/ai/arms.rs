//! Weapons on the ground, for fighters with empty hands who would do far more harm with one.

use super::{
    evaluation::HOPE,
    turn_context::{Memory, TurnContext},
};
use crate::{
    geometry::{Footprint, Square, reach_chebyshev},
    rules::{Battle, CombatantId, Effect, ItemId, Location},
};

/// The least harm with a weapon that makes it worth fetching, in per cent of the harm without it.
const FAR_MORE: i32 = 125;

/// How many of the nearest weapons are examined.
const MOST: usize = 2;

/// Where a weapon can be picked up, and what that is worth.
pub(super) struct Lying {
    /// The squares from which it is within reach.
    pub(super) squares: Vec<Square>,
    /// Where it lies.
    pub(super) at: Square,
    /// The extra harm it makes possible in the turn after next, in the unit of scores.
    pub(super) worth: i32,
}

/// Whether a combatant holds nothing; natural weapons do not count as held.
pub(super) fn has_empty_hands(battle: &Battle, who: CombatantId) -> bool {
    battle.items_of(who).all(|item| item.at.holder().is_none())
}

impl TurnContext<'_> {
    /// The nearest weapon on the ground that is worth fetching, if my hands are empty and I do far less harm without
    /// it.
    pub(super) fn lying_weapon(&self, memory: &mut Memory) -> Option<Lying> {
        let (battle, me) = (self.battle, self.me);
        if battle.lying_items().next().is_none() || !has_empty_hands(battle, me) {
            return None;
        }
        let body = battle.combatant(me).footprint();
        let far = |square: Square| {
            let (dx, dy) = body.gap(Footprint::one(square));
            dx.max(dy)
        };
        let lying = battle.lying_items().filter_map(|item| match item.at {
            Location::Ground(square) => Some((far(square), item.id, square)),
            _ => None,
        });
        let mut lying: Vec<_> = lying.collect();
        lying.sort_unstable();
        let mut most = |battle: &Battle| {
            let peaks = self.foes.iter().map(|foe| memory.appraiser.peak(battle, me, foe.id));
            peaks.max().unwrap_or(0)
        };
        let bare = most(battle);
        let worth = |(_, item, at): (_, ItemId, Square)| {
            let with = |hand: Location| {
                let mut armed = battle.clone();
                armed.apply(&Effect::Move(item, hand));
                armed
            };
            let armed = [Location::Main(me), Location::Both(me)].map(|hand| most(&with(hand)));
            let more = armed.into_iter().max().filter(|armed| *armed * 100 >= bare * FAR_MORE)? - bare;
            let squares = std::iter::once(at).chain(reach_chebyshev(Footprint::one(at), 1)).collect();
            Some(Lying { squares, at, worth: more * HOPE / 100 * HOPE / 100 })
        };
        lying.into_iter().take(MOST).find_map(worth)
    }
}
