//! Distances in inches and squares, and who can reach whom from where they stand. Board facts, RAT-REACH.

use super::{
    catalogue as ids,
    conditions::{body, is_mounted, is_target},
    cover::has_line,
    settings,
    sheet::{arm, sheet},
};
use crate::{
    geometry::{Footprint, Square, reach_chebyshev},
    rules::prelude::*,
};

/// Inches in a yard.
pub const YARD: i32 = 36;

/// Inches along a side of a square.
pub fn inches_per_square(battle: &Battle) -> i32 {
    if settings::is_five_feet(battle) { 60 } else { YARD }
}

/// Squares between two bodies: the larger of columns and rows, and half the smaller.
pub fn squares_apart(from: Footprint, to: Footprint) -> u16 {
    let (x, y) = from.gap(to);
    (x.max(y) + x.min(y) / 2) as u16
}

/// Inches between two bodies.
pub fn inches(battle: &Battle, from: Footprint, to: Footprint) -> i32 {
    i32::from(squares_apart(from, to)) * inches_per_square(battle)
}

/// Whole squares in so many yards.
pub fn squares_in(battle: &Battle, yards: i32) -> u16 {
    (yards * YARD / inches_per_square(battle)).clamp(0, i32::from(u16::MAX)) as u16
}

/// Squares that a weapon reaches in melee: at least the next one. RAT-REACH-01.
pub fn squares(battle: &Battle, length: u16) -> u16 {
    (i32::from(length) / inches_per_square(battle)).max(1) as u16
}

/// The squares an item reaches from where its bearer stands, RAT-REACH-01, RAT-REACH-02.
pub fn of(battle: &Battle, item: ItemId) -> u16 {
    let arm = arm(battle, item);
    match &arm.casts {
        Some(spell) => squares_in(battle, spell.range.into()),
        None if arm.is_missile() => squares_in(battle, arm.range.into()),
        None => squares(battle, arm.length),
    }
}

/// Whether two bodies are side by side, with no wall between them.
pub fn is_adjacent(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    squares_apart(from, to) <= 1 && has_line(battle, from, to)
}

/// Why an item does not reach a body: it is too far, or there is no line. RAT-REACH-01, RAT-REACH-02.
pub fn too_far(battle: &Battle, by: CombatantId, to: Footprint, item: ItemId) -> Option<Refusal> {
    let arm = arm(battle, item);
    let is_far = arm.casts.is_some() || arm.is_missile();
    let rule = if is_far { ids::REACH_02 } else { ids::REACH_01 };
    let from = body(battle, by);
    if squares_apart(from, to) > of(battle, item) {
        return Some(Refusal::new(rule, if is_far { "Out of range" } else { "Out of reach" }));
    }
    (!has_line(battle, from, to)).then(|| Refusal::new(rule, "A wall is between"))
}

/// Why an item does not reach somebody, RAT-REACH-01, RAT-REACH-02, RAT-MNT-06.
pub fn refusal(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId) -> Option<Refusal> {
    if is_too_short(battle, by, on, item) {
        return Some(Refusal::new(ids::MNT_06, "Too short from the saddle"));
    }
    too_far(battle, by, body(battle, on), item)
}

/// Whether an item is too short to reach somebody on foot from the saddle. RAT-MNT-06.
pub fn is_too_short(battle: &Battle, by: CombatantId, on: CombatantId, item: ItemId) -> bool {
    let (weapon, numbers) = (arm(battle, item), sheet(battle.combatant(on)));
    let is_for_melee = weapon.casts.is_none() && !weapon.is_missile();
    // Mounts do not count as being on foot, whatever their size.
    let is_low = || numbers.footprint == 1 && numbers.mount_data.is_none() && !is_mounted(battle, on);
    is_mounted(battle, by) && is_for_melee && weapon.is_short() && is_low()
}

/// Weapons in hand and natural ones.
pub fn weapons(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Item<'_>> {
    battle.ready_items(who).filter(move |item| arm(battle, item.id).is_weapon() && !is_half_held(battle, item))
}

/// Whether a two-handed item is held in one hand alone: nobody attacks with it like that, RAT-TURN-03.
pub fn is_half_held(battle: &Battle, item: &Item<'_>) -> bool {
    arm(battle, item.id).hands == 2 && matches!(item.at, Location::Main(_) | Location::Off(_))
}

/// The squares that melee weapons in hand reach, RAT-REACH-01.
pub fn reached(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let melee = weapons(battle, who).filter(|item| !arm(battle, item.id).is_missile());
    let Some(far) = melee.map(|item| of(battle, item.id)).max() else { return Vec::new() };
    let (from, field) = (body(battle, who), &battle.scene.field);
    let near = reach_chebyshev(from, far).filter(|square| field.cell(*square).is_some());
    let near = near.filter(|square| squares_apart(from, Footprint::one(*square)) <= far);
    near.filter(|square| has_line(battle, from, Footprint::one(*square))).collect()
}

/// Inches to the nearest enemy who can be attacked; `None` if there is none.
pub fn nearest_enemy(battle: &Battle, who: CombatantId) -> Option<i32> {
    let from = body(battle, who);
    battle
        .enemies(who)
        .filter(|enemy| is_target(*enemy))
        .map(|enemy| inches(battle, from, body(battle, enemy.id)))
        .min()
}
