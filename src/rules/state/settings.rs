//! The settings of a ruleset: names, values and the rules they change.

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
    /// Whether it names the edition that is played: a rule may hold for only one of its words.
    pub is_edition: bool,
    /// Whether it was added after the first recordings. At its default it leaves no trace in a battle, whose digest
    /// stays the same. Such settings come last in the list.
    pub is_later: bool,
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
                let index = words.iter().position(|known| *known == word);
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
pub struct Settings {
    values: Vec<i32>,
    /// The values of later settings that are not at their defaults, by place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changed: Vec<(u16, i32)>,
}

impl Settings {
    /// Values in the order of a ruleset's list.
    #[cfg(test)]
    pub(in crate::rules) const fn of(values: Vec<i32>) -> Self {
        Self { values, changed: Vec::new() }
    }

    /// The defaults of a ruleset.
    pub fn defaults(ruleset: RulesetId) -> Self {
        let settings = ruleset.rules().settings().iter().filter(|setting| !setting.is_later);
        Self { values: settings.map(|setting| setting.default).collect(), changed: Vec::new() }
    }

    /// The edition in force, if one of a ruleset's settings names one.
    pub fn edition(&self, of: &[Setting]) -> Option<&'static str> {
        let (value, setting) = self.values.iter().zip(of).find(|(_, setting)| setting.is_edition)?;
        match setting.range {
            Range::Words(words) => words.get(usize::try_from(*value).ok()?).copied(),
            Range::Number(..) => None,
        }
    }

    /// The value of the setting at a place in the ruleset's list.
    pub fn get(&self, index: usize, setting: &Setting) -> i32 {
        let changed = || self.changed.iter().find(|(place, _)| usize::from(*place) == index);
        self.values.get(index).copied().unwrap_or_else(|| changed().map_or(setting.default, |(_, value)| *value))
    }

    /// Gives the setting at a place in the ruleset's list another value.
    pub fn set(&mut self, index: usize, setting: &Setting, value: i32) {
        if let Some(known) = self.values.get_mut(index) {
            *known = value;
            return;
        }
        let place = index as u16;
        self.changed.retain(|(known, _)| *known != place);
        if value != setting.default {
            self.changed.push((place, value));
            self.changed.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::digest;

    #[test]
    fn a_later_setting_leaves_no_trace_at_its_default() {
        for ruleset in RulesetId::ALL {
            let all = ruleset.rules().settings();
            let first = all.iter().position(|setting| setting.is_later).unwrap_or(all.len());
            assert!(all[first..].iter().all(|setting| setting.is_later), "{ruleset}: later settings stand last");
            let plain = Settings::defaults(*ruleset);
            for (index, setting) in all.iter().enumerate() {
                let mut settings = plain.clone();
                assert_eq!(settings.get(index, setting), setting.default);
                let other = match setting.range {
                    Range::Words(_) => i32::from(setting.default == 0),
                    Range::Number(low, high) => {
                        if setting.default == low {
                            high
                        } else {
                            low
                        }
                    }
                };
                settings.set(index, setting, other);
                assert_eq!(settings.get(index, setting), other, "{}", setting.key);
                assert_ne!((digest(&settings), &settings), (digest(&plain), &plain));
                settings.set(index, setting, setting.default);
                assert_eq!(settings, plain, "{}", setting.key);
            }
        }
    }
}
