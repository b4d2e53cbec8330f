//! The settings of a ruleset: their names, their values and the rules they change.

use serde::{Deserialize, Serialize};

use crate::rules::{account::RuleId, table::RulesetId};

/// The values that a setting can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// One of these words; the value is its position in the list.
    Words(&'static [&'static str]),
    /// A whole number between two bounds, both included.
    Number(i32, i32),
}

/// A setting of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in files: `pct.tie`.
    pub key: &'static str,
    /// What it decides, as a label.
    pub about: &'static str,
    /// Its possible values.
    pub range: Range,
    /// The default value.
    pub default: i32,
    /// The rule it changes.
    pub rule: RuleId,
    /// Whether it names the edition that is played: rules may hold in one of its words only.
    pub is_edition: bool,
}

impl Setting {
    /// The value in words.
    pub fn word(&self, value: i32) -> String {
        match self.range {
            Range::Words(words) => words.get(value as usize).map_or_else(|| value.to_string(), ToString::to_string),
            Range::Number(..) => value.to_string(),
        }
    }

    /// The value that a word means.
    ///
    /// # Errors
    /// A list of the words, or the range.
    pub fn parse(&self, word: &str) -> Result<i32, String> {
        match self.range {
            Range::Words(words) => {
                let index = words.iter().position(|one| *one == word);
                index.map(|index| index as i32).ok_or_else(|| format!("one of {}", words.join(", ")))
            }
            Range::Number(low, high) => word
                .parse()
                .ok()
                .filter(|value| (low..=high).contains(value))
                .ok_or_else(|| format!("a whole number from {low} to {high}")),
        }
    }
}

/// The values in force, in the order of the ruleset's list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settings(Vec<i32>);

impl Settings {
    /// Values in the order of a ruleset's list.
    #[cfg(test)]
    pub(in crate::rules) const fn of(values: Vec<i32>) -> Self {
        Self(values)
    }

    /// Every default of a ruleset.
    pub fn defaults(ruleset: RulesetId) -> Self {
        Self(ruleset.rules().settings().iter().map(|setting| setting.default).collect())
    }

    /// The edition in force, if one of a ruleset's settings names one.
    pub fn edition(&self, of: &[Setting]) -> Option<&'static str> {
        let (value, setting) = self.0.iter().zip(of).find(|(_, setting)| setting.is_edition)?;
        match setting.range {
            Range::Words(words) => words.get(usize::try_from(*value).ok()?).copied(),
            Range::Number(..) => None,
        }
    }

    /// The value at a place in the ruleset's list.
    pub fn get(&self, index: usize) -> i32 {
        self.0[index]
    }

    /// Sets the value at a place in the ruleset's list.
    pub fn set(&mut self, index: usize, value: i32) {
        self.0[index] = value;
    }
}
