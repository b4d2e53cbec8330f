//! `--ruleset` and `--setting`: the rules of a battle.

use clap::Args;

use super::{find, print::Stop};
use crate::{
    levels::{Level, meant},
    rules::{RulesetId, Settings},
};

/// The requested rules.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct RulesArgs {
    /// The ruleset; by default the level's own
    #[arg(long, value_parser = find::ruleset())]
    ruleset: Option<RulesetId>,
    /// A setting of the ruleset: `pct.tie=defender`; may be repeated
    #[arg(long = "setting", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
}

/// A setting and its value, unchecked.
fn pair(word: &str) -> Result<(String, String), String> {
    let (key, value) = word.split_once('=').ok_or("write KEY=VALUE, such as pct.tie=defender")?;
    Ok((key.into(), value.into()))
}

impl RulesArgs {
    /// Whether any rules are asked for.
    pub(super) fn is_asked_for(&self) -> bool {
        self.ruleset.is_some() || !self.settings.is_empty()
    }

    /// The ruleset and all its settings for a level.
    pub(super) fn rules(&self, level: &Level) -> Result<(RulesetId, Settings), Stop> {
        let ruleset = self.ruleset.unwrap_or(level.ruleset);
        let mut settings = Settings::defaults(ruleset);
        let faults: Vec<String> =
            self.settings.iter().filter_map(|(key, value)| set(ruleset, &mut settings, key, value).err()).collect();
        if faults.is_empty() { Ok((ruleset, settings)) } else { Err(Stop::Several(faults)) }
    }

    /// The rules for a level, if there is one; without a level no rules may be requested.
    pub(super) fn rules_of(&self, level: Option<&Level>) -> Result<Option<(RulesetId, Settings)>, Stop> {
        match level {
            Some(level) => Ok(Some(self.rules(level)?)),
            None if !self.is_asked_for() => Ok(None),
            None => Err(Stop::Usage("--ruleset and --setting go with a level; name one")),
        }
    }
}

fn set(ruleset: RulesetId, settings: &mut Settings, key: &str, value: &str) -> Result<(), String> {
    let known = ruleset.rules().settings();
    let found = known.iter().position(|setting| setting.key == key);
    let index = found.ok_or_else(|| {
        let guess = meant(key, known.iter().map(|setting| setting.key));
        format!("--setting {key}={value}: {ruleset} has no setting `{key}`; {guess}")
    })?;
    let value = known[index].parse(value).map_err(|right| format!("--setting {key}={value}: {key} must be {right}"))?;
    settings.set(index, &known[index], value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::builtin;

    fn rules_args(words: &[&str]) -> Result<(RulesetId, Settings), Stop> {
        let settings = words.iter().map(|word| pair(word).unwrap()).collect();
        RulesArgs { ruleset: None, settings }.rules(&builtin()[0])
    }

    #[test]
    fn settings_are_read_and_all_wrong_ones_explained() {
        let (ruleset, settings) = rules_args(&["pct.tie=defender"]).unwrap();
        assert_ne!(settings, Settings::defaults(ruleset));
        assert_eq!(rules_args(&[]).unwrap().1, Settings::defaults(ruleset));
        let words = rules_args(&["pct.tei=defender", "pct.tie=nobody"]).unwrap_err().to_string();
        for part in ["did you mean `pct.tie`?", "must be one of reroll, defender, attacker"] {
            assert!(words.contains(part), "{words}");
        }
        assert!(pair("pct.tie").unwrap_err().contains("write KEY=VALUE"));
    }
}
