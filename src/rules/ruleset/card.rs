//! A combatant as panels show it.

use std::borrow::Cow;

use serde::Serialize;

use crate::rules::{account::RuleId, choosing::Currency};

/// A bar on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// Its name: "Health".
    pub label: &'static str,
    /// The current value.
    pub now: i32,
    /// The full value.
    pub full: i32,
    /// Thresholds marked on the bar, in the bar's own units.
    pub notches: Vec<i32>,
}

impl Bar {
    /// A bar without thresholds.
    pub fn new(label: &'static str, now: impl Into<i32>, full: impl Into<i32>) -> Self {
        Self { label, now: now.into(), full: full.into(), notches: Vec::new() }
    }
}

/// An allowance of this turn or round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// The currency.
    pub currency: &'static Currency,
    /// How many are left.
    pub left: u8,
    /// How many there are in all.
    pub of: u8,
}

impl Allowance {
    /// A single use, left or spent.
    pub const fn once(currency: &'static Currency, is_left: bool) -> Self {
        Self { currency, left: is_left as u8, of: 1 }
    }
}

/// A line of a character sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// Its label.
    pub label: Cow<'static, str>,
    /// Its value.
    pub value: String,
    /// In words.
    pub words: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}

impl Fact {
    /// A line with its rule.
    pub fn new(
        label: impl Into<Cow<'static, str>>,
        value: impl Into<String>,
        words: impl Into<String>,
        rule: RuleId,
    ) -> Self {
        Self { label: label.into(), value: value.into(), words: words.into(), rule: Some(rule) }
    }
}

/// A combatant as panels show it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Card {
    /// What is in hand: "Crossbow, loaded".
    pub gear: String,
    /// Health first.
    pub bars: Vec<Bar>,
    /// Wounds, for the token.
    pub wounds: u8,
    /// The allowances left.
    pub allowances: Vec<Allowance>,
    /// Luck left and its maximum, if the ruleset has Luck.
    pub luck: Option<(u8, u8)>,
    /// Conditions with their words and rules.
    pub conditions: Vec<Fact>,
    /// The sign of them on the token.
    pub sign: Option<Sign>,
    /// Worn and held items that wear out, with the points they have left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wear: Vec<(String, i16)>,
    /// The sheet in brief.
    pub facts: Vec<Fact>,
    /// "disabled", "dead"; empty while in the fight.
    pub out: &'static str,
}

/// What a token shows of the condition that matters most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// Held fast.
    Held,
    /// Stunned.
    Stunned,
    /// Dying.
    Dying,
    /// Out, but no longer dying.
    Stable,
    /// The first letter of its name.
    Letter(char),
}

impl Sign {
    /// The sign of a condition that has none of its own: its letter; `None` if it has no name.
    pub fn letter(fact: &Fact) -> Option<Self> {
        fact.label.chars().next().map(|letter| Self::Letter(letter.to_ascii_uppercase()))
    }
}
