//! Distance and lines of effect. TOT-REACH.

use super::mounts;
use crate::{
    geometry::{Footprint, Square},
    rules::{Battle, Battlefield, CombatantId, Line, RuleId, ground},
};

pub use crate::rules::ground::distance;

/// Whether there is a line of effect between two combatants.
pub fn has_line(battle: &Battle, from: CombatantId, to: CombatantId) -> bool {
    ground::has_line(&battle.scene.field, mounts::body(battle, from), mounts::body(battle, to))
}

/// The line of effect to draw, with what stops it.
pub fn drawn(battle: &Battle, from: CombatantId, to: CombatantId, rule: RuleId) -> Line {
    ground::drawn_line(&battle.scene.field, mounts::body(battle, from), mounts::body(battle, to), rule)
}

/// Whether a blow from a body can get to a square.
pub fn reaches(field: &Battlefield, body: Footprint, to: Square) -> bool {
    ground::has_line(field, body, Footprint::one(to))
}
