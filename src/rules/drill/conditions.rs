//! What can be the matter with somebody. DRL-REEL.

use super::catalogue::REEL_01;
use crate::rules::{ConditionKind, Fact, Names};

/// Parries nothing, DRL-REEL-01.
pub const REELING: ConditionKind = ConditionKind(0);

/// What trials call totals, allowances, numbers of items and conditions, by their numbers.
pub const NAMES: Names = Names {
    vitals: &["health"],
    budgets: &["walked", "struck", "parried"],
    items: &["notches"],
    conditions: &["reeling"],
};

/// The one condition in words.
pub fn reeling() -> Fact {
    Fact { label: "Reeling".into(), value: String::new(), words: "parries nothing".into(), rule: Some(REEL_01) }
}
