//! `rules`: the rules of a ruleset, their proofs, and the settings that change them.

use std::{collections::BTreeMap, io::Write, path::Path};

use clap::Args;
use serde::Serialize;

use super::{
    find,
    print::{CommandResult, Stop, complain, count, json, table, verdict},
    proofs::{Checkout, Proofs},
};
use crate::rules::{Range, Rule, RuleKind, RulesetId, Setting};

const EXAMPLES: &str = "\
Examples:
  proving-ground rules
  proving-ground rules --ruleset percentile --json

Run it in a checkout of the program: trials under tests/trials are run, unit tests are only read. A rule is open if \
neither a trial that passes nor a test names it; `later` marks rules that this version does not play yet. With --json \
each rule has its text, too. Settings are listed below the rules of a ruleset, each with its values, the default, what \
it decides, and the rule it bends.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Rules {
    /// Which ruleset; by default all of them
    #[arg(long, value_parser = find::ruleset())]
    ruleset: Option<RulesetId>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The message where there is no checkout.
const NO_CHECKOUT: &str = "Only in a checkout of the program can this show which rules are proved, by which trials and \
tests, and which are still open: run it in the folder that has `src` and `tests/trials`.";

/// The second column.
const KINDS: [(RuleKind, &str); 3] = [
    (RuleKind::Exact, "the source prints the rule, and it is played as printed"),
    (RuleKind::Decision, "the source leaves this open or to a game master, and it is decided here"),
    (RuleKind::Gap, "the source refers to a missing chapter, and the gap is filled here"),
];

/// Whether a rule is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// A trial that passes or a test names it.
    Proved,
    /// Nothing proves it.
    Open,
    /// This version does not play it.
    Later,
    /// There is no checkout to search.
    Unknown,
}

#[derive(Serialize)]
struct Catalogue {
    ruleset: RulesetId,
    /// How many rules are in each state.
    counts: BTreeMap<State, usize>,
    rules: Vec<Listed>,
    settings: Vec<Bent>,
}

/// A setting.
#[derive(Serialize)]
struct Bent {
    key: &'static str,
    /// Its possible words, or its smallest and largest number.
    values: String,
    default: String,
    about: &'static str,
    rule: &'static str,
}

impl Bent {
    fn new(setting: &Setting) -> Self {
        let values = match setting.range {
            Range::Words(words) => words.join(", "),
            Range::Number(low, high) => format!("{low} to {high}"),
        };
        let default = setting.word(setting.default);
        Self { key: setting.key, values, default, about: setting.about, rule: setting.rule.0 }
    }
}

#[derive(Serialize)]
struct Listed {
    id: &'static str,
    title: &'static str,
    /// What it says; each line is a paragraph.
    text: &'static str,
    kind: &'static str,
    /// The only edition in which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    edition: Option<&'static str>,
    state: State,
    proofs: Vec<Proof>,
}

#[derive(Serialize)]
struct Proof {
    /// `trial` or `test`.
    by: &'static str,
    name: String,
    place: String,
    /// Whether it passed; `None` for tests, which are not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    passed: Option<bool>,
}

impl Rules {
    pub(super) fn list(&self, out: &mut dyn Write) -> CommandResult {
        let checkout = Checkout::find(Path::new(""));
        let (proofs, faults) = checkout.as_ref().map(Checkout::proofs).transpose()?.unzip();
        let faults = faults.unwrap_or_default();
        faults.iter().for_each(|fault| complain(fault));
        let wanted = find::wanted(self.ruleset);
        let catalogues: Vec<Catalogue> = wanted.map(|ruleset| catalogue(ruleset, proofs.as_ref())).collect();
        if self.json {
            json(out, &catalogues)?;
        } else {
            catalogues.iter().try_for_each(|catalogue| write(out, catalogue))?;
            KINDS.iter().try_for_each(|(of, words)| writeln!(out, "{}: {words}", kind(*of)))?;
        }
        if proofs.is_none() {
            complain(&NO_CHECKOUT);
        }
        let mut all = catalogues.iter().flat_map(|catalogue| &catalogue.rules).flat_map(|rule| &rule.proofs);
        Ok(verdict(faults.is_empty() && all.all(|proof| proof.passed != Some(false))))
    }
}

fn catalogue(ruleset: RulesetId, proofs: Option<&Proofs>) -> Catalogue {
    let rules: Vec<Listed> = ruleset.rules().catalogue().iter().map(|rule| listed(ruleset, rule, proofs)).collect();
    let mut counts = BTreeMap::new();
    rules.iter().for_each(|rule| *counts.entry(rule.state).or_insert(0) += 1);
    let settings = ruleset.rules().settings().iter().map(Bent::new).collect();
    Catalogue { ruleset, counts, rules, settings }
}

fn listed(ruleset: RulesetId, rule: &Rule, proofs: Option<&Proofs>) -> Listed {
    let id = rule.id.0;
    let mut all = Vec::new();
    if let Some(proofs) = proofs {
        all.extend(proofs.trials(id).map(|report| Proof {
            by: "trial",
            name: report.name.clone(),
            place: report.place.clone(),
            passed: Some(report.passed()),
        }));
        let tests = proofs.tests(ruleset, id);
        all.extend(tests.map(|(name, place)| Proof {
            by: "test",
            name: name.into(),
            place: place.into(),
            passed: None,
        }));
    }
    let state = match proofs {
        _ if !rule.played => State::Later,
        None => State::Unknown,
        Some(_) if all.iter().any(|proof| proof.passed != Some(false)) => State::Proved,
        Some(_) => State::Open,
    };
    let (title, text, edition) = (rule.title, rule.text, rule.edition);
    Listed { id, title, text, kind: kind(rule.kind), edition, state, proofs: all }
}

const fn kind(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Exact => "exact",
        RuleKind::Decision => "decision",
        RuleKind::Gap => "gap",
    }
}

const fn word(state: State) -> &'static str {
    match state {
        State::Proved => "proved",
        State::Open => "open",
        State::Later => "later",
        State::Unknown => "",
    }
}

fn write(out: &mut dyn Write, catalogue: &Catalogue) -> Result<(), Stop> {
    let Catalogue { ruleset, counts, rules, settings } = catalogue;
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for Listed { id, title, text: _, kind, edition, state, proofs } in rules {
        let only = edition.map(|edition| format!(", in the edition {edition} only")).unwrap_or_default();
        writeln!(out, "{id:width$}  {kind:8}  {:6}  {title}{only}", word(*state))?;
        for proof in proofs {
            let failed = if proof.passed == Some(false) { ", FAILED" } else { "" };
            writeln!(out, "{:width$}  {}: {} ({}){failed}", "", proof.by, proof.name, proof.place)?;
        }
    }
    let told: Vec<String> = counts
        .iter()
        .filter(|(state, _)| **state != State::Unknown)
        .map(|(state, n)| format!("{n} {}", word(*state)))
        .collect();
    let told = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
    writeln!(out, "{ruleset}, {}{told}", count(rules.len(), "rule"))?;
    let open: Vec<&str> = rules.iter().filter(|rule| rule.state == State::Open).map(|rule| rule.id).collect();
    if !open.is_empty() {
        writeln!(out, "Open: {}", open.join(", "))?;
    }
    if settings.is_empty() {
        return Ok(());
    }
    writeln!(out, "Settings of {ruleset}, as `--setting KEY=VALUE` takes them:")?;
    let row = |term: &Bent| {
        vec![
            term.key.into(),
            term.values.clone(),
            format!("default: {}", term.default),
            format!("{}, {}", term.about, term.rule),
        ]
    };
    table(out, 2, &settings.iter().map(row).collect::<Vec<_>>())
}
