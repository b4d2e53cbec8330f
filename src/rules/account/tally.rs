//! Sums of terms: with their words, or quickly without.

use std::borrow::Cow;

use super::{Evidence, RuleId, Verdict};

/// A sum of terms: a bare number where speed counts, a [`Verdict`] where a player reads it.
pub trait Tally {
    /// Adds a term; `words` is called only if the words are kept.
    fn add(&mut self, rule: RuleId, amount: i32, words: impl FnOnce() -> Cow<'static, str>);
    /// Gives the last term evidence to draw, if evidence is kept.
    fn show(&mut self, evidence: impl FnOnce() -> Evidence);
    /// The sum so far.
    fn sum(&self) -> i32;
    /// The sum of the negative terms so far.
    fn negative(&self) -> i32;
}

/// A sum without words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quick {
    sum: i32,
    negative: i32,
}

impl Tally for Quick {
    fn add(&mut self, _: RuleId, amount: i32, _: impl FnOnce() -> Cow<'static, str>) {
        self.sum += amount;
        self.negative += amount.min(0);
    }

    fn show(&mut self, _: impl FnOnce() -> Evidence) {}

    fn sum(&self) -> i32 {
        self.sum
    }

    fn negative(&self) -> i32 {
        self.negative
    }
}

impl Tally for Verdict {
    fn add(&mut self, rule: RuleId, amount: i32, words: impl FnOnce() -> Cow<'static, str>) {
        if amount != 0 || self.terms.is_empty() {
            Self::add(self, rule, words(), amount);
        }
    }

    fn show(&mut self, evidence: impl FnOnce() -> Evidence) {
        Self::show(self, evidence());
    }

    fn sum(&self) -> i32 {
        self.value
    }

    fn negative(&self) -> i32 {
        self.terms.iter().map(|term| term.amount.min(0)).sum()
    }
}
