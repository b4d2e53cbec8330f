//! How two combatants stand to each other: distance, sight and cover.

use serde::Serialize;

use super::{Lines, RuleId};

/// Distance, sight and cover between two combatants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// Distance in the ruleset's unit.
    pub distance: u32,
    /// Whether the first sees the second.
    pub seen: bool,
    /// Class of the cover: 0 none, 1 the least, 2 half, 3 total.
    pub cover: u8,
    /// Whether the ruleset has classes of cover; otherwise the line is just clear or blocked.
    pub has_classes: bool,
    /// The cover's name in the ruleset.
    pub cover_name: &'static str,
    /// The modifier to an attack from cover and poor sight together; 0 where no attack is possible.
    pub modifier: i32,
    /// What the cover adds to armour as well.
    #[serde(skip_serializing_if = "is_none")]
    pub armour: i32,
    /// The rule that decides.
    pub rule: RuleId,
    /// The lines that decide, from the corner used.
    pub lines: Lines,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_none(armour: &i32) -> bool {
    *armour == 0
}
