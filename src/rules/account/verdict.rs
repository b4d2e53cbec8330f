//! Numbers with their reasons: rule ids, terms, and evidence that can be drawn on the board.

use std::{borrow::Cow, fmt};

use serde::Serialize;

use super::Lines;
use crate::geometry::{Edge, Point, Square};

/// The name of a rule in its catalogue: `PCT-COV-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct RuleId(pub &'static str);

impl RuleId {
    /// The chapter of the rule: `DMG` for `RAT-DMG-03`; empty if the id names none.
    pub fn chapter(self) -> &'static str {
        self.0.split('-').nth(1).unwrap_or_default()
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// An obstacle that a line meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Touch {
    /// In a square.
    Square(Square),
    /// On an edge.
    Edge(Edge),
}

/// A line drawn to determine cover or sight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Where it starts, in eighths of a square.
    pub from: Point,
    /// Where it ends, in eighths of a square.
    pub to: Point,
    /// The class of cover it meets: 0 clear, then the ruleset's classes upwards; 3 blocks it.
    pub class: u8,
    /// The obstacle that decided the class.
    pub touches: Option<Touch>,
    /// Why, in words: "barricade l7, low, touches Lysk".
    pub words: String,
    /// The rule that decided.
    pub rule: RuleId,
}

/// Evidence of a term on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Evidence {
    /// Lines traced from a corner.
    Lines(Lines),
    /// Squares that matter.
    Squares(Vec<Square>),
}

/// One term of a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The rule.
    pub rule: RuleId,
    /// In words: "Minimal cover: 1 of 4 lines".
    pub words: Cow<'static, str>,
    /// The amount it adds.
    pub amount: i32,
    /// Evidence to draw on the board.
    pub evidence: Option<Evidence>,
}

/// A number and the terms that add up to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The number.
    pub value: i32,
    /// The terms.
    pub terms: Vec<Term>,
}

impl Verdict {
    /// A number with its first term.
    pub fn base(rule: RuleId, words: impl Into<Cow<'static, str>>, amount: i32) -> Self {
        Self::default().plus(rule, words, amount)
    }

    /// Adds a term; an amount of 0 is left out unless it is the first term.
    #[must_use]
    pub fn plus(mut self, rule: RuleId, words: impl Into<Cow<'static, str>>, amount: i32) -> Self {
        self.add(rule, words, amount);
        self
    }

    /// Adds a term; an amount of 0 is left out unless it is the first term.
    pub fn add(&mut self, rule: RuleId, words: impl Into<Cow<'static, str>>, amount: i32) {
        if amount != 0 || self.terms.is_empty() {
            self.value += amount;
            self.terms.push(Term { rule, words: words.into(), amount, evidence: None });
        }
    }

    /// Removes terms of 0, unless all are 0.
    #[must_use]
    pub fn pruned(mut self) -> Self {
        if self.terms.iter().any(|term| term.amount != 0) {
            self.terms.retain(|term| term.amount != 0);
        }
        self
    }

    /// Gives the last term evidence to draw.
    pub fn show(&mut self, evidence: Evidence) {
        if let Some(term) = self.terms.last_mut() {
            term.evidence = Some(evidence);
        }
    }

    /// Whether the terms add up.
    pub fn adds_up(&self) -> bool {
        self.terms.iter().map(|term| term.amount).sum::<i32>() == self.value
    }
}
