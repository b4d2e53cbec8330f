//! The mutation check: every expectation of every trial is changed in turn (a number by one, a square by one, a name to
//! another), and must then fail. An expectation that holds however it is changed proves nothing.
//!
//! - A statement (numbers, truth values, ends, the rule of a refusal) must fail however it is changed.
//! - A subject may be changed and the same be true of another: both of two fighters may be unhurt. If an expectation
//!   only says that something is so, or is not, at least one other name must make it fail.
//! - An absence (somebody does not have, hold, roll or do something) may be true of everybody: then the thing must be
//!   present in another trial of the ruleset, or the words mean nothing.
//!
//! The whole check takes two seconds, so there is no need for samples: `cargo test --test mutation`.

#![allow(clippy::unwrap_used, reason = "whatever is missing fails the test")]

mod change;
mod cut;
mod files;

use std::collections::BTreeSet;

use change::{Corpus, Place};
use files::trial_files;
use proving_ground::levels::{Expect, Expected, Roster, Trial, load_trials, parse_trials, run};
use rayon::prelude::*;

/// An expectation that holds however it is changed in one place.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Survivor {
    /// File and line.
    at: String,
    /// The words as in the file.
    words: String,
    /// The place that was changed, and a change with which it holds.
    place: String,
    held: String,
}

fn trials() -> Vec<Trial> {
    trial_files().iter().flat_map(|file| load_trials(file, Roster::builtin()).unwrap()).collect()
}

/// Reads an expectation as trial files are read.
fn read(words: &str) -> Option<Expect> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(words).ok()
}

/// An expectation with all its changes, each numbered as if it stood on a line of its own.
struct Changed {
    line: usize,
    words: String,
    what: Expect,
    /// Each place with the number of its first change; the others follow.
    places: Vec<(Place, usize)>,
}

/// Changes every expectation of a trial; returns those that hold nevertheless.
fn survivors(trial: &Trial, corpus: &Corpus) -> Vec<Survivor> {
    let mut mutant = trial.clone();
    let mut changed: Vec<Changed> = Vec::new();
    let mut count = 0;
    for stage in &mut mutant.stages {
        for Expected { line, words, what } in std::mem::take(&mut stage.expect) {
            let mut places = Vec::new();
            for mut place in change::places(&words, trial, corpus) {
                let (first, unchanged) = (count, place.clone());
                place.others.retain(|other| {
                    let words = unchanged.with(&words, other);
                    let Some(what) = read(&words) else { return false };
                    stage.expect.push(Expected { line: count, words, what });
                    count += 1;
                    true
                });
                places.push((place, first));
            }
            changed.push(Changed { line, words, what, places });
        }
    }
    let report = run(&mutant);
    let failed: BTreeSet<usize> = report.failures.iter().filter_map(|failure| failed_line(failure)).collect();
    changed.into_iter().flat_map(|change| change.survivors(trial, corpus, &failed)).collect()
}

impl Changed {
    /// A statement must fail however it is changed. If it only says that something is so, or is not, it must fail with
    /// some other name.
    fn survivors(self, trial: &Trial, corpus: &Corpus, failed: &BTreeSet<usize>) -> Vec<Survivor> {
        let holding = |(place, first): &(Place, usize)| -> Vec<String> {
            let numbered = (*first..).zip(&place.others);
            numbered.filter(|(id, _)| !failed.contains(id)).map(|(_, other)| other.clone()).collect()
        };
        let survivor = |place: &str, held: String| Survivor {
            at: format!("{}:{}", trial.file, self.line),
            words: self.words.clone(),
            place: place.into(),
            held,
        };
        let said = self.places.iter().filter(|(place, _)| place.is_said && !place.others.is_empty());
        let mut found: Vec<Survivor> = said
            .clone()
            .flat_map(|place| holding(place).into_iter().map(|held| survivor(&self.words[place.0.at.clone()], held)))
            .collect();
        let bites = |place: &(Place, usize)| holding(place).len() < place.0.others.len();
        let is_seen = || corpus.has_seen(trial.battle.ruleset, &self.what);
        if said.count() == 0 && !self.places.iter().any(bites) && !is_seen() {
            found.push(survivor("any name", "any other".into()));
        }
        found
    }
}

/// The number of the change that a failure reports.
fn failed_line(failure: &str) -> Option<usize> {
    failure.strip_prefix("line ")?.split_once(':')?.0.parse().ok()
}

#[test]
fn expectations_that_are_changed_fail() {
    let trials = trials();
    let corpus = Corpus::of(&trials);
    let found: Vec<Survivor> = trials.par_iter().flat_map(|trial| survivors(trial, &corpus)).collect();
    let told: Vec<String> = found
        .iter()
        .map(|survivor| {
            format!("{}: {} holds with {} in place of {}", survivor.at, survivor.words, survivor.held, survivor.place)
        })
        .collect();
    assert!(told.is_empty(), "{} changes make no difference\n{}", told.len(), told.join("\n"));
}

#[test]
fn an_expectation_that_proves_nothing_is_found() {
    let trial = |expect: &str| {
        let text = format!(
            "(format: 1, ruleset: percentile, trials: [(name: \"x\", board: (size: \"5x5\"), combatants: [
            (name: \"A\", at: \"a1\", archetype: \"swordsman\"), (name: \"B\", at: \"b1\", archetype: \"swordsman\")],
            dice: [99], choices: [\"A: strike B sword\"], expect: [{expect}])])"
        );
        parse_trials("t.ron", &text, Roster::builtin()).unwrap().remove(0)
    };
    for (expect, survive) in [
        ("Value(\"A\", \"damage\", 0)", 0),
        ("Rolled(who: \"A\", words: \"Attack\", value: 99)", 0),
        ("NotLogged(\"flies away\")", 1),
        ("NotRolled(\"B\", \"Burning\")", 1),
        ("HasNot(\"A\", \"hurried\")", 1),
    ] {
        let trial = trial(expect);
        let found = survivors(&trial, &Corpus::of(&[]));
        assert!(run(&trial).passed(), "{}", run(&trial));
        assert_eq!(found.len(), survive, "{expect}: {found:?}");
    }
}
