//! Reach, threat and the weapons that are ready. PCT-REACH, PCT-GRID-02.

use super::{
    bonds,
    conditions::{BLINDED, GRABBED},
    cover,
    sheet::{Kind, Skill, Use, arm, sheet},
};
use crate::{
    geometry::{Footprint, Square, euclidean_rounded, reach as squares_in_reach},
    rules::{Cell, prelude::*},
};

/// Rounded euclidean metres between two bodies, PCT-GRID-02.
pub fn distance(a: Footprint, b: Footprint) -> u16 {
    let (dx, dy) = a.gap(b);
    euclidean_rounded(dx, dy) as u16
}

/// A use of an item that is ready.
#[derive(Clone, Copy, Debug)]
pub struct Ready<'a> {
    /// The item.
    pub item: ItemId,
    /// The index of the use.
    pub usage: u8,
    /// Its numbers.
    pub of: &'a Use,
}

/// Whether an item is held with the hands it needs, or is part of the body, PCT-GEAR-01.
pub fn is_in_use(battle: &Battle, item: ItemId) -> bool {
    match battle.item(item).at {
        Location::Both(_) | Location::Natural(_) => true,
        Location::Main(_) | Location::Off(_) => arm(battle, item).hands < 2,
        Location::Stowed(_) | Location::Ground(_) | Location::Gone => false,
    }
}

/// All uses of everything that `who` has ready in hand or as part of the body.
pub fn ready(battle: &Battle, who: CombatantId) -> impl Iterator<Item = Ready<'_>> {
    let bound = bonds::is_bound(battle.combatant(who));
    let free = move |item| !bound || !bonds::is_involved(battle, item);
    let ready = move |item: &Item<'_>| is_in_use(battle, item.id) && free(item.id);
    battle.items_of(who).filter(ready).flat_map(|item| {
        (0..).zip(&arm(battle, item.id).uses).map(move |(usage, of)| Ready { item: item.id, usage, of })
    })
}

/// Whether somebody is armed: holds a melee weapon or shield, or has a natural weapon, PCT-UNA-03.
pub fn is_armed(battle: &Battle, who: CombatantId) -> bool {
    battle.combatant(who).hands.held().any(|item| arm(battle, item).is_for_melee()) || has_natural_weapon(battle, who)
}

/// Whether somebody has a natural weapon, PCT-UNA-06.
pub fn has_natural_weapon(battle: &Battle, who: CombatantId) -> bool {
    battle.items_of(who).any(|item| {
        item.at == Location::Natural(who) && arm(battle, item.id).uses.iter().any(|of| of.kind == Kind::Natural)
    })
}

/// Whether this use counts for threat: melee and natural weapons, fists with basic proficiency, PCT-REACH-03.
fn can_threaten(battle: &Battle, who: CombatantId, ready: &Ready<'_>) -> bool {
    match ready.of.kind {
        // A shield threatens only with basic proficiency in the skill to bash with it, PCT-MAN-08.
        Kind::Melee if arm(battle, ready.item).is_shield() => {
            sheet(battle.combatant(who)).is_proficient(ready.of.skill)
        }
        Kind::Melee | Kind::Natural => true,
        Kind::Unarmed => sheet(battle.combatant(who)).is_proficient(Skill::UnarmedCombat),
        Kind::Thrown | Kind::Projectile | Kind::Touch | Kind::Indicate => false,
    }
}

/// How far `who` threatens with what is ready, in metres; `None` if not at all.
pub fn threat_range(battle: &Battle, who: CombatantId) -> Option<u16> {
    let fighter = battle.combatant(who);
    if !fighter.fights() || fighter.conditions.has(BLINDED) || fighter.conditions.has(GRABBED) {
        return None;
    }
    ready(battle, who).filter(|ready| can_threaten(battle, who, ready)).map(|ready| ready.of.reach).max()
}

/// Whether `who` threatens `whom` where they stand, PCT-REACH-03: could attack in melee now, is aware and sees.
pub fn threatens(battle: &Battle, who: CombatantId, whom: CombatantId) -> bool {
    let (fighter, other) = (battle.combatant(who), battle.combatant(whom));
    if fighter.team == other.team || !fighter.aware.of(whom) {
        return false;
    }
    let Some(range) = threat_range(battle, who) else { return false };
    if distance(fighter.footprint(), other.footprint()) > range {
        return false;
    }
    cover::is_in_view(battle, who, whom)
}

/// Whether `who`, with a range of `range` metres, would threaten a known body of that footprint and posture.
pub fn threatens_at(
    battle: &Battle,
    who: CombatantId,
    range: u16,
    (body, posture): (Footprint, Posture),
    ignore: CombatantId,
) -> bool {
    let fighter = battle.combatant(who);
    distance(fighter.footprint(), body) <= range
        && cover::is_in_view_at(battle, (fighter.footprint(), fighter.posture), (body, posture), &[who, ignore])
}

/// The melee reach of everything ready, in metres, PCT-REACH-01, PCT-REACH-02; fists count. `None` if nothing reaches.
pub fn melee_range(battle: &Battle, who: CombatantId) -> Option<u16> {
    ready(battle, who).filter(|ready| ready.of.is_melee()).map(|ready| ready.of.reach).max()
}

/// The squares within melee reach of everything ready, PCT-REACH-01, PCT-REACH-02; fists count.
pub fn squares(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let extent = battle.scene.field.extent();
    melee_range(battle, who).map_or_else(Vec::new, |range| {
        squares_in_reach(battle.combatant(who).footprint(), range).filter(|square| extent.contains(*square)).collect()
    })
}

/// The squares in which `who` would threaten a standing enemy, PCT-REACH-03.
pub fn threatened_squares(battle: &Battle, who: CombatantId) -> Vec<Square> {
    let Some(range) = threat_range(battle, who) else { return Vec::new() };
    let extent = battle.scene.field.extent();
    // Nobody can stand in a square filled by an obstacle, PCT-GRID-04.
    let has_room = |square: Square| battle.scene.field.cell(square).is_some_and(Cell::has_room);
    squares_in_reach(battle.combatant(who).footprint(), range)
        .filter(|square| extent.contains(*square) && has_room(*square))
        .filter(|square| threatens_at(battle, who, range, (Footprint::one(*square), Posture::Standing), who))
        .collect()
}
