//! Distance and lines of effect. TOT-REACH.

use super::conditions;
use crate::{
    geometry::{Footprint, Square},
    rules::{ground, prelude::*},
};

/// The mount that a combatant rides.
pub fn mount_of(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    conditions::RIDING.second_of(battle, who)
}

/// The rider of a mount.
pub fn rider_of(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    conditions::RIDING.first_of(battle, who)
}

/// Whether two combatants are rider and mount.
pub fn are_pair(battle: &Battle, a: CombatantId, b: CombatantId) -> bool {
    conditions::RIDING.binds(battle, a, b)
}

/// The combatant who walks when this one moves: its mount, or itself.
#[inline]
pub fn feet(battle: &Battle, who: CombatantId) -> Combatant<'_> {
    conditions::RIDING.end_of(battle, who)
}

/// The squares a combatant occupies; a rider is in those of its mount.
pub fn body(battle: &Battle, who: CombatantId) -> Footprint {
    feet(battle, who).footprint()
}

pub use crate::rules::ground::distance;

/// Whether there is a line of effect between two combatants.
pub fn has_line(battle: &Battle, from: CombatantId, to: CombatantId) -> bool {
    ground::has_line(&battle.scene.field, body(battle, from), body(battle, to))
}

/// Whether there is a line of effect from a body to a square.
pub fn reaches(field: &Battlefield, body: Footprint, to: Square) -> bool {
    ground::has_line(field, body, Footprint::one(to))
}
