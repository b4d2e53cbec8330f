//! Checks expectations for words that are wrong in every position: verbs, parameters, movements, grades and rolls that
//! the ruleset does not have, odds that are not numbers, and expectations that ask for nothing. An expected absence
//! would hold for anything misspelt.

use super::{
    Expect as E,
    fault::meant,
    odds,
    references::{Finding, Known, unknown},
};
use crate::rules::CONCEDE;

impl Known<'_> {
    /// The faults of the words of an expectation, other than names of combatants, items, squares, conditions and rules.
    pub(super) fn word_faults(&self, expect: &E) -> Vec<Finding> {
        match expect {
            E::Allowed(text) | E::Refused(text, _) | E::Offered(text) | E::NotOffered(text) => self.choice_faults(text),
            E::OffersOnly(_, verbs) => verbs.iter().filter_map(|verb| self.verb(verb)).collect(),
            E::Values { choice, of, .. } => {
                let mut told = self.choice_faults(choice);
                told.extend(self.parameter(of));
                told
            }
            E::Way { by: Some(by), .. } | E::Route { by: Some(by), .. } => self.way(by).into_iter().collect(),
            E::Rolled { words, .. } | E::NotRolled(_, words) => self.roll(words).into_iter().collect(),
            E::Compared { left, right, .. } => {
                let mut told: Vec<Finding> =
                    left.iter().chain(right).filter_map(|(_, words)| self.roll(words)).collect();
                if left.is_empty() || right.is_empty() {
                    told.push(("rolls are compared with nothing".into(), "name some on both sides".into()));
                }
                told
            }
            E::Assess { .. } => self.assess_faults(expect),
            E::Chance { .. } => self.chance_faults(expect),
            E::Area { choice, lands, places, reached, means, .. } => {
                let lists = [places, reached, means].into_iter().flatten().map(|(_, text)| text);
                let odds = lands.iter().chain(lists).filter_map(|text| odds::fault(text));
                self.choice_faults(choice).into_iter().chain(odds).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The faults of a choice to be made: its combatant and its words.
    pub(super) fn faults_of_choice(&self, text: &str) -> Vec<Finding> {
        let Some((who, _)) = text.split_once(':') else {
            let what = format!("`{text}` does not say whose choice it is");
            return vec![(what, "such as \"A: strike B sword\"".into())];
        };
        self.combatant(who.trim()).into_iter().chain(self.choice_faults(text)).collect()
    }

    /// The faults of a choice's verbs and parameters: `A: strike B sword luck=1`, or several one after the other.
    pub(super) fn choice_faults(&self, text: &str) -> Vec<Finding> {
        let words = text.split_once(':').map_or(text, |(_, words)| words);
        let mut told = Vec::new();
        for choice in words.split(';') {
            let mut words = choice.split_whitespace();
            match words.next() {
                Some(verb) => told.extend(self.verb(verb)),
                None => told.push(("no choice is named".into(), "such as \"strike B sword\"".into())),
            }
            told.extend(words.filter_map(|word| self.parameter(word.split_once('=')?.0)));
        }
        told
    }

    fn assess_faults(&self, expect: &E) -> Vec<Finding> {
        let E::Assess { by: _, choice, attack, terms, defence, defence_terms, numbers, undefended } = expect else {
            return Vec::new();
        };
        let asks = attack.is_some()
            || defence.is_some()
            || undefended.is_some()
            || !(terms.is_empty() && defence_terms.is_empty() && numbers.is_empty());
        let mut told = self.choice_faults(choice);
        told.extend((!asks).then(|| asks_nothing("attack: 40, defence: 60, terms: [...] or numbers: [...]")));
        told
    }

    fn chance_faults(&self, expect: &E) -> Vec<Finding> {
        let E::Chance {
            by: _,
            choice,
            on: _,
            hit,
            critical,
            mean,
            at_least,
            least,
            most,
            prone,
            grades,
            fates,
            blows,
            hits,
            conditions,
            answer,
            per_hit,
        } = expect
        else {
            return Vec::new();
        };
        let plain = [hit, critical, mean, prone].into_iter().flatten();
        let per_hit = per_hit
            .iter()
            .flat_map(|harm| harm.critical.iter().chain(&harm.mean).chain(harm.at_least.iter().map(|(_, text)| text)));
        let all: Vec<&String> = plain
            .chain(at_least.iter().map(|(_, text)| text))
            .chain(grades.iter().map(|(_, text)| text))
            .chain(fates.iter().map(|(_, text)| text))
            .chain(blows.iter().map(|(_, _, text)| text))
            .chain(hits.iter().map(|(_, text)| text))
            .chain(conditions.iter().map(|(_, text)| text))
            .chain(per_hit)
            .collect();
        let mut told = self.choice_faults(choice);
        // `best` and `worst` are not choices.
        let answers = answer.iter().flat_map(|answer| answer.split(';'));
        told.extend(
            answers.filter(|answer| !matches!(*answer, "best" | "worst")).flat_map(|answer| self.choice_faults(answer)),
        );
        if all.is_empty() && least.is_none() && most.is_none() {
            told.push(asks_nothing("hit: \"3264/9949\", mean: \"3.65\" or grades: [...]"));
        }
        told.extend(all.into_iter().filter_map(|text| odds::fault(text)));
        let known = self.battle.ruleset.rules().grades();
        told.extend(
            grades.iter().filter_map(|(name, _)| unknown("no grade is called", name, || known.iter().copied())),
        );
        told
    }

    fn verb(&self, verb: &str) -> Option<Finding> {
        let known = self.battle.ruleset.rules().vocabulary().verbs();
        unknown("no choice begins with", verb, || known.iter().copied().chain([CONCEDE]))
    }

    fn way(&self, verb: &str) -> Option<Finding> {
        let known = self.battle.ruleset.rules().vocabulary().ways();
        unknown("no movement is called", verb, || known.iter().copied())
    }

    fn parameter(&self, key: &str) -> Option<Finding> {
        let known = self.battle.ruleset.rules().vocabulary().keys();
        unknown("no parameter is called", key, || known.iter().copied())
    }

    fn roll(&self, words: &str) -> Option<Finding> {
        let vocabulary = self.battle.ruleset.rules().vocabulary();
        let items = self.battle.items().map(|item| item.name);
        if vocabulary.knows_roll(words, items.clone()) {
            return None;
        }
        let spelt: Vec<String> = vocabulary
            .rolls
            .iter()
            .flat_map(|known| match known.contains("{}") {
                true => items.clone().map(|item| known.replace("{}", item)).collect(),
                false => vec![(*known).to_string()],
            })
            .collect();
        Some((format!("no roll is called `{words}`"), meant(words, spelt.iter().map(String::as_str))))
    }
}

fn asks_nothing(right: &str) -> Finding {
    ("nothing is asked of it".into(), format!("say what it comes to: {right}"))
}
