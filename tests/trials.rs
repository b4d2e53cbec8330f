//! Runs every trial file under `tests/trials`, and looks whether they leave a played rule or a setting out.

#![allow(clippy::unwrap_used, reason = "whatever is missing fails the test")]

#[path = "mutation/files.rs"]
mod files;

use files::trial_files;
use proving_ground::{
    levels::{Expect, Roster, Trial, load_trials, run},
    rules::RulesetId,
};

fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for file in trial_files() {
        match load_trials(&file, Roster::builtin()) {
            Ok(more) => trials.extend(more),
            Err(faults) => panic!("{faults}"),
        }
    }
    trials
}

#[test]
fn every_trial_comes_out_as_expected() {
    let reports: Vec<_> = trials().iter().map(run).collect();
    let failed: Vec<String> = reports.iter().filter(|one| !one.passed()).map(ToString::to_string).collect();
    assert!(failed.is_empty(), "{} of {} trials failed\n{}", failed.len(), reports.len(), failed.join("\n"));
}

#[test]
fn every_played_rule_is_proved_by_a_trial() {
    let trials = trials();
    for ruleset in RulesetId::ALL.iter().filter(|one| one.is_whole()) {
        let proved = |rule: &str| {
            trials.iter().any(|one| one.battle.ruleset == *ruleset && one.proves.iter().any(|known| known == rule))
        };
        let open: Vec<_> =
            ruleset.rules().catalogue().iter().filter(|rule| rule.played && !proved(rule.id.0)).collect();
        let open: Vec<&str> = open.into_iter().map(|rule| rule.id.0).collect();
        assert!(open.is_empty(), "{ruleset}: no trial proves {}", open.join(", "));
    }
}

#[test]
fn every_value_of_a_setting_is_played() {
    let trials = trials();
    for ruleset in RulesetId::ALL.iter().filter(|one| one.is_whole()) {
        for (index, setting) in ruleset.rules().settings().iter().enumerate() {
            let values: Vec<i32> = match setting.range {
                proving_ground::rules::Range::Words(words) => (0..words.len() as i32).collect(),
                proving_ground::rules::Range::Number(low, _) => vec![low, setting.default],
            };
            for value in values {
                let played =
                    trials.iter().any(|one| one.battle.ruleset == *ruleset && one.battle.settings.get(index) == value);
                assert!(played, "no trial plays {} {}", setting.key, setting.word(value));
            }
        }
    }
}

/// That there is none of a number, or that a state is not so, would hold of any word that nothing is called.
#[test]
fn what_can_be_asked_to_be_missing_is_asked_where_it_is_there() {
    let trials = trials();
    for ruleset in RulesetId::ALL {
        let own = trials.iter().filter(|one| one.battle.ruleset == *ruleset);
        let asked: Vec<&Expect> =
            own.flat_map(|one| one.stages.iter().flat_map(|stage| stage.expect.iter().map(|one| &one.what))).collect();
        let names = ruleset.rules().names();
        for name in names.numbers {
            let is_there = asked.iter().any(|one| match one {
                Expect::Assess { numbers, .. } => numbers.iter().any(|(asked, number)| asked == name && *number != 0),
                _ => false,
            });
            assert!(is_there, "{ruleset}: no trial asks for {name}");
        }
        for name in names.states {
            let is_so = asked.iter().any(|one| matches!(one, Expect::Has(_, asked) if asked == name));
            let is_not = asked.iter().any(|one| matches!(one, Expect::HasNot(_, asked) if asked == name));
            assert!(is_so && is_not, "{ruleset}: no trial asks who is {name} and who is not");
        }
    }
}
