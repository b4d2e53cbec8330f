//! How often each verb was offered and taken, so that no offer goes untried.

use std::collections::BTreeMap;

use proving_ground::rules::{Battle, Choice, Offer, Offers, RulesetId};

use crate::{ahead::Compared, ways::Gone};

/// Counts over many battles.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By ruleset and verb: how often on offer and open, how often taken.
    verbs: BTreeMap<(RulesetId, &'static str), (u64, u64)>,
    /// By ruleset and part of an offer: in how many choices it was.
    parts: BTreeMap<(RulesetId, &'static str), u64>,
    /// Choices in all.
    pub choices: u64,
    /// Battles in all.
    pub battles: u64,
    /// Decisions at which an unknown enemy was moved elsewhere.
    pub unknown: u64,
    /// Forecasts compared with rolls.
    pub compared: Compared,
    /// Movements compared with what was told of them beforehand.
    pub gone: Gone,
    /// Damages compared with the log.
    pub damages: u64,
}

impl Tally {
    /// Counts what was offered and what was taken.
    pub fn count(&mut self, battle: &Battle, offers: &Offers, taken: &Offer) {
        for offer in &offers.0 {
            let counts = self.verbs.entry((battle.ruleset, offer.verb)).or_default();
            counts.0 += u64::from(offer.is_open());
        }
        if let Some(counts) = self.verbs.get_mut(&(battle.ruleset, taken.verb)) {
            counts.1 += 1;
        }
        self.choices += 1;
    }

    /// Counts the parts that make up a choice.
    pub fn count_parts(&mut self, ruleset: RulesetId, offer: &Offer, choice: &Choice) {
        for parameter in offer.parameters.iter().filter(|parameter| parameter.part.is_some()) {
            let taken = self.parts.entry((ruleset, parameter.key)).or_default();
            *taken += u64::from(offer.counted(choice, parameter.key) > 0);
        }
    }

    /// Parts that were on offer but in no choice.
    pub fn untaken_parts(&self) -> Vec<(RulesetId, &'static str)> {
        self.parts.iter().filter(|(_, taken)| **taken == 0).map(|(part, _)| *part).collect()
    }

    /// The sum of both.
    pub fn and(mut self, other: Self) -> Self {
        for (part, taken) in other.parts {
            *self.parts.entry(part).or_default() += taken;
        }
        for (verb, (offered, taken)) in other.verbs {
            let counts = self.verbs.entry(verb).or_default();
            counts.0 += offered;
            counts.1 += taken;
        }
        self.choices += other.choices;
        self.battles += other.battles;
        self.unknown += other.unknown;
        self.compared = self.compared.and(other.compared);
        self.gone = self.gone.and(other.gone);
        self.damages += other.damages;
        self
    }

    /// Verbs that were never open, and verbs that were open and never taken.
    pub fn untried(&self) -> Vec<(RulesetId, &'static str, u64)> {
        let untried = self.verbs.iter().filter(|(_, (_, taken))| *taken == 0);
        untried.map(|((ruleset, verb), (offered, _))| (*ruleset, *verb, *offered)).collect()
    }

    /// Whether a verb, or a part of an offer, has been taken.
    pub fn has_taken(&self, ruleset: RulesetId, word: &'static str) -> bool {
        let key = (ruleset, word);
        self.verbs.get(&key).is_some_and(|(_, taken)| *taken > 0)
            || self.parts.get(&key).is_some_and(|taken| *taken > 0)
    }

    /// The counts in words, one line per verb or part.
    pub fn words(&self) -> String {
        let line = |((ruleset, verb), (offered, taken)): (&(RulesetId, &str), &(u64, u64))| {
            format!("{ruleset} {verb}: offered {offered}, taken {taken}")
        };
        let part = |((ruleset, key), taken): (&(RulesetId, &str), &u64)| format!("{ruleset} part {key}: taken {taken}");
        self.verbs.iter().map(line).chain(self.parts.iter().map(part)).collect::<Vec<_>>().join("\n")
    }
}
