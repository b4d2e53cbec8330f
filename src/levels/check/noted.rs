//! Expectations about what happened under which rule.

use super::{Check, Held, list, truth};
use crate::rules::{Entry, RuleId};

impl Check<'_> {
    /// Whether a remark about somebody, or an action of theirs, has these words and comes from that rule.
    pub(super) fn noted(&self, who: &str, words: &str, rule: &str) -> Held {
        let id = self.combatant(who)?.id;
        let told = |entry: &Entry| -> Option<(String, RuleId)> {
            match entry {
                Entry::Note { who, words, rule } if *who == id => Some((words.to_string(), *rule)),
                Entry::Action { who, words, rule, .. } if *who == id => Some((words.to_string(), *rule)),
                _ => None,
            }
        };
        let came: Vec<(String, RuleId)> = self.journal.iter().filter_map(told).collect();
        truth(came.iter().any(|(told, by)| told.contains(words) && by.0 == rule), || {
            format!("noted of {who}: {}", list(came.iter().map(|(told, by)| format!("{told}, {by}"))))
        })
    }
}
