//! The proofs of rules: trials that pass and name a rule, and unit tests that name it.
//!
//! A trial names the rules it proves in `proves`. A unit test names them in one of two ways:
//!
//! * Its name holds the rule's family and number in lower case, as words of their own, and it lies in the ruleset's
//!   folder: `fn chk_04_degrees` in `src/rules/percentile` is about `PCT-CHK-04`.
//! * The comment right above it holds the whole id: `/// The degrees of PCT-CHK-04 as printed.`
//!
//! Both are found by reading a checkout, so no list has to be maintained by hand.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::{find, print::Stop};
use crate::{
    levels::{Faults, Report, Roster, load_trials, read_text, run},
    rules::RulesetId,
};

/// A checkout of this program.
pub(super) struct Checkout {
    trials: PathBuf,
    sources: Vec<PathBuf>,
}

/// All possible proofs.
#[derive(Default)]
pub(super) struct Proofs {
    trials: Vec<Report>,
    tests: Vec<Test>,
}

/// A unit test.
#[derive(Debug, PartialEq, Eq)]
struct Test {
    name: String,
    /// Its file and line.
    place: String,
    /// The comment right above it.
    comment: String,
    /// The ruleset in whose folder it lies.
    ruleset: Option<RulesetId>,
}

impl Checkout {
    /// The checkout in a folder, if there is one.
    pub(super) fn find(folder: &Path) -> Option<Self> {
        let trials = folder.join("tests/trials");
        let sources = vec![folder.join("src"), folder.join("tests")];
        (trials.is_dir() && folder.join("src/rules").is_dir()).then_some(Self { trials, sources })
    }

    /// Runs its trials and reads its tests. Faults of trial files are returned along with what could be read.
    pub(super) fn proofs(&self) -> Result<(Proofs, Vec<Faults>), Stop> {
        let mut faults = Vec::new();
        let mut trials = Vec::new();
        let (files, mut unread) = find::files(std::slice::from_ref(&self.trials), &["ron"]);
        faults.append(&mut unread);
        for file in files {
            match load_trials(&file, Roster::builtin()) {
                Ok(found) => trials.extend(found),
                Err(fault) => faults.push(fault),
            }
        }
        let mut tests = Vec::new();
        let (files, mut unread) = find::files(&self.sources, &["rs"]);
        faults.append(&mut unread);
        for file in files {
            let parts: Vec<&str> = file.iter().flat_map(|part| part.to_str()).collect();
            let ruleset = RulesetId::ALL
                .iter()
                .copied()
                .find(|ruleset| parts.windows(3).any(|parts| parts == ["src", "rules", ruleset.name()]));
            tests.extend(read_tests(&file.display().to_string(), &read_text(&file)?, ruleset));
        }
        Ok((Proofs { trials: trials.par_iter().map(run).collect(), tests }, faults))
    }
}

impl Proofs {
    /// The trials that name a rule, passed or not.
    pub(super) fn trials(&self, id: &str) -> impl Iterator<Item = &Report> {
        self.trials.iter().filter(move |report| report.proves.iter().any(|proves| proves == id))
    }

    /// The tests of a ruleset that name a rule: name and place of each.
    pub(super) fn tests(&self, ruleset: RulesetId, id: &str) -> impl Iterator<Item = (&str, &str)> {
        let tests = self.tests.iter().filter(move |test| test.proves(ruleset, id));
        tests.map(|test| (test.name.as_str(), test.place.as_str()))
    }
}

impl Test {
    fn proves(&self, ruleset: RulesetId, id: &str) -> bool {
        let word = id.split_once('-').map_or(id, |(_, number)| number).to_lowercase().replace('-', "_");
        self.ruleset == Some(ruleset) && holds(&self.name, &word) || holds(&self.comment, id)
    }
}

/// Whether a text holds a word, with no letter or digit right before or after it.
fn holds(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(char::is_alphanumeric) && !text[at + word.len()..].starts_with(char::is_alphanumeric)
    })
}

/// The tests of a source file.
fn read_tests(file: &str, text: &str, ruleset: Option<RulesetId>) -> Vec<Test> {
    let mut tests = Vec::new();
    let (mut comment, mut is_test) = (String::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if let Some(words) = line.strip_prefix("//") {
            comment.push_str(words);
            comment.push('\n');
        } else if line.starts_with("#[") {
            is_test |= line == "#[test]";
        } else {
            if let Some(rest) = line.strip_prefix("fn ").filter(|_| is_test) {
                let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
                let (name, place) = (rest[..end].to_string(), format!("{file}:{number}"));
                tests.push(Test { name, place, comment: std::mem::take(&mut comment), ruleset });
            }
            comment.clear();
            is_test = false;
        }
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_name_rules_in_their_names_or_above() {
        let text = "
            /// Not of a test: XYZ-CHK-01.
            fn chk_01_no_test() {}

            #[test]
            fn chk_04_degrees() {}

            // The floor of XYZ-DMG-02.
            #[test]
            #[should_panic]
            fn floors(x in 0..5) {}
        ";
        let ruleset = RulesetId::ALL[0];
        let tests = read_tests("a.rs", text, Some(ruleset));
        let told: Vec<_> = tests.iter().map(|test| (test.name.as_str(), test.place.as_str())).collect();
        assert_eq!(told, [("chk_04_degrees", "a.rs:6"), ("floors", "a.rs:11")]);
        assert!(tests[0].proves(ruleset, "XYZ-CHK-04"));
        assert!(!tests[0].proves(ruleset, "XYZ-CHK-01") && !tests[0].proves(ruleset, "XYZ-HK-04"));
        assert!(tests[1].proves(ruleset, "XYZ-DMG-02") && !tests[1].proves(ruleset, "XYZ-DMG-0"));
        let elsewhere = read_tests("b.rs", text, None);
        assert!(!elsewhere[0].proves(ruleset, "XYZ-CHK-04") && elsewhere[1].proves(ruleset, "XYZ-DMG-02"));
    }
}
