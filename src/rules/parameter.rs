//! What is settled with a choice besides its target: how many AP, which strike, which parts of a spell.

use std::{borrow::Cow, ops::Deref};

use serde::Serialize;

use super::{Refusal, Spending, Word};

/// A part that an offer is built of: a component, an energy of a spell, something added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct OfferPart {
    /// Whether it is what the others are added to.
    pub base: bool,
    /// Its tier, from 0; the highest one chosen says how far a [`Ceiling`] goes.
    pub tier: u8,
    /// What each step of it takes of what the parameter is paid with.
    pub price: u8,
    /// Of parts of one set, counted from 1, only one is chosen; 0 excludes nothing.
    pub set: u8,
}

impl OfferPart {
    /// What the others are added to, at a price of 1 a step.
    pub const BASE: Self = Self { base: true, tier: 0, price: 1, set: 0 };
    /// Something added, at a price of 1 a step.
    pub const ADDED: Self = Self { base: false, ..Self::BASE };

    /// The same in a set of which only one is chosen.
    #[must_use]
    pub const fn of_set(mut self, set: u8) -> Self {
        self.set = set;
        self
    }
}

/// The most that parts come to together, by the highest tier among them.
pub type Ceiling = &'static [i32];

/// What all parameters of one kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ParameterKind {
    /// Its name in a choice's text.
    pub key: &'static str,
    /// Its name on screen.
    pub label: &'static str,
    /// What is paid with it, if it is an amount of something.
    pub pays: Option<Spending>,
    /// Which part of a whole it is, if the offer is built of parts.
    pub part: Option<OfferPart>,
}

impl ParameterKind {
    /// Something to settle that costs nothing.
    pub const fn new(key: &'static str, label: &'static str) -> Self {
        Self { key, label, pays: None, part: None }
    }

    /// An amount of something to spend.
    pub const fn paying(key: &'static str, label: &'static str, pays: Spending) -> Self {
        Self { key, label, pays: Some(pays), part: None }
    }

    /// The same as a part of a whole.
    #[must_use]
    pub const fn part(mut self, part: OfferPart) -> Self {
        self.part = Some(part);
        self
    }
}

/// One value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParameterValue {
    /// The number behind it.
    pub value: i32,
    /// The word in a choice's text: `luck=1`, `ready=approach`.
    pub word: Word,
    /// The words on screen.
    pub label: Word,
    /// What it counts in a [`super::Limit`] and in a price: the number itself, unless that only stands for something.
    pub counts: i32,
    /// Why not, if not.
    pub refusal: Option<Refusal>,
}

impl ParameterValue {
    /// An open value.
    pub fn new(value: i32, word: impl Into<Word>, label: impl Into<Word>) -> Self {
        Self { value, word: word.into(), label: label.into(), counts: value, refusal: None }
    }

    /// The same, counting something else than its number.
    #[must_use]
    pub const fn counting(mut self, counts: i32) -> Self {
        self.counts = counts;
        self
    }
}

/// Something else to be settled with a choice: AP, Luck, the kind of strike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// What it is of: its key, its label, what is paid with it.
    pub kind: &'static ParameterKind,
    /// What it may be; the first is taken if nothing is said.
    pub values: Cow<'static, [ParameterValue]>,
}

impl Deref for Parameter {
    type Target = ParameterKind;

    fn deref(&self) -> &ParameterKind {
        self.kind
    }
}

impl Parameter {
    /// A parameter with its values.
    pub fn new(kind: &'static ParameterKind, values: impl Into<Cow<'static, [ParameterValue]>>) -> Self {
        Self { kind, values: values.into() }
    }
}
