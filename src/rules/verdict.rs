//! Numbers with their reasons: rule ids, terms, and the evidence drawn on the board.

use std::{borrow::Cow, fmt};

use serde::Serialize;

use crate::geometry::{Edge, Point, Square};

/// The name of a rule in its catalogue: `PCT-COV-02`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct RuleId(pub &'static str);

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// What a line meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Touch {
    /// What fills a square.
    Square(Square),
    /// What stands on an edge.
    Edge(Edge),
}

/// One line drawn to find out about cover or sight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Where it starts, in eighths of a square.
    pub from: Point,
    /// Where it ends, in eighths of a square.
    pub to: Point,
    /// The class it meets: 0 clear, then the ruleset's classes upwards; 3 stops it.
    pub class: u8,
    /// What decided the class.
    pub touches: Option<Touch>,
    /// Why, in words: "barricade l7, low, touches Lysk".
    pub words: String,
    /// The rule that decided.
    pub rule: RuleId,
}

/// What a term can show on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Evidence {
    /// Lines traced from a corner.
    Lines(Vec<Line>),
    /// Squares that matter.
    Squares(Vec<Square>),
}

/// One reason for a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// The rule.
    pub rule: RuleId,
    /// In words: "Minimal cover: 1 of 4 lines".
    pub words: Cow<'static, str>,
    /// What it adds.
    pub amount: i32,
    /// What can be drawn.
    pub evidence: Option<Evidence>,
}

/// A number and the terms that add up to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The number.
    pub value: i32,
    /// Why.
    pub terms: Vec<Term>,
}

impl Verdict {
    /// A number with its first reason.
    pub fn base(rule: RuleId, words: impl Into<Cow<'static, str>>, amount: i32) -> Self {
        Self::default().plus(rule, words, amount)
    }

    /// Adds a reason; an amount of 0 is left out unless it is the first.
    #[must_use]
    pub fn plus(mut self, rule: RuleId, words: impl Into<Cow<'static, str>>, amount: i32) -> Self {
        self.add(rule, words, amount);
        self
    }

    /// Adds a reason; an amount of 0 is left out unless it is the first.
    pub fn add(&mut self, rule: RuleId, words: impl Into<Cow<'static, str>>, amount: i32) {
        if amount != 0 || self.terms.is_empty() {
            self.value += amount;
            self.terms.push(Term { rule, words: words.into(), amount, evidence: None });
        }
    }

    /// The same without reasons that add nothing, as long as there is another.
    #[must_use]
    pub fn pruned(mut self) -> Self {
        if self.terms.iter().any(|term| term.amount != 0) {
            self.terms.retain(|term| term.amount != 0);
        }
        self
    }

    /// Gives the last reason something to draw.
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
