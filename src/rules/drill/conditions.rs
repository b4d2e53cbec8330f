//! What can be the matter with somebody. DRL-REEL, DRL-WAIT.

use super::catalogue::{REEL_01, WAIT_01};
use crate::rules::{Battle, Condition, ConditionKind, Fact, Names};

/// Parries nothing, DRL-REEL-01.
pub const REELING: ConditionKind = ConditionKind(0);
/// Waits with a weapon, DRL-WAIT-01.
pub const WAITING: ConditionKind = ConditionKind(1);

/// What trials call totals, allowances, numbers of items and conditions, by their numbers.
pub const NAMES: Names = Names {
    vitals: &["health"],
    budgets: &["walked", "struck", "parried"],
    items: &["notches"],
    conditions: &["reeling", "waiting"],
    states: &[],
    numbers: &["Parry"],
};

/// A condition in words.
pub fn describe(battle: &Battle, condition: &Condition) -> Fact {
    let weapon = condition.with.map(|item| battle.item(item).name).unwrap_or_default();
    let (label, words, rule) = match condition.kind {
        WAITING => ("Waiting", format!("with {weapon}, for an enemy who comes"), WAIT_01),
        _ => ("Reeling", "parries nothing".into(), REEL_01),
    };
    Fact { label: label.into(), value: String::new(), words, rule: Some(rule) }
}
