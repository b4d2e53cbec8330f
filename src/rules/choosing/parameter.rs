//! What a choice settles besides its target: how many AP, which strike, which parts of a spell.

use std::{fmt, ops::Deref, sync::Arc};

use serde::{Serialize, Serializer};

use super::{Choice, Refusal, Spending, Word};
use crate::rules::{
    account::later::{Later, Lists},
    ids::ItemId,
};

/// A part that an offer is built from: a component or an energy of a spell, or something added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct OfferPart {
    /// Whether it is a base that others are added to.
    pub base: bool,
    /// Its tier, from 0. The highest tier chosen limits how much may go into the whole: [`super::Invested`].
    pub tier: u8,
    /// The price of each step of it, in the currency of the parameter, or as a minimum for the amount that goes into
    /// the whole.
    pub price: u8,
    /// The number of its set, from 1, which says how many of it are chosen: [`super::PartSet`]; 0 for none.
    pub set: u8,
    /// The keys of the parts it needs one of; empty if it needs none.
    pub needs: &'static [&'static str],
    /// The keys of parts that it cannot go with.
    pub excludes: &'static [&'static str],
}

impl OfferPart {
    /// A base that others are added to, at a price of 1 a step.
    pub const BASE: Self = Self { base: true, tier: 0, price: 1, set: 0, needs: &[], excludes: &[] };
    /// Something added, at a price of 1 a step.
    pub const ADDED: Self = Self { base: false, ..Self::BASE };

    /// The same of a tier, at a price a step.
    #[must_use]
    pub const fn of_tier(mut self, tier: u8, price: u8) -> Self {
        (self.tier, self.price) = (tier, price);
        self
    }

    /// The same in a set.
    #[must_use]
    pub const fn of_set(mut self, set: u8) -> Self {
        self.set = set;
        self
    }

    /// The same, needing one of some others.
    #[must_use]
    pub const fn with_one_of(mut self, needs: &'static [&'static str]) -> Self {
        self.needs = needs;
        self
    }

    /// The same, excluding some others.
    #[must_use]
    pub const fn without(mut self, excludes: &'static [&'static str]) -> Self {
        self.excludes = excludes;
        self
    }
}

/// What all parameters of one kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct ParameterKind {
    /// Its name in a choice's text.
    pub key: &'static str,
    /// Its name on screen.
    pub label: &'static str,
    /// What it spends, if it is an amount of something.
    pub pays: Option<Spending>,
    /// The part it stands for, if the offer is built from parts.
    pub part: Option<OfferPart>,
    /// Whether it divides a fixed amount among several: what one gets, another does not.
    pub deals: bool,
}

impl ParameterKind {
    /// A parameter that costs nothing.
    pub const fn new(key: &'static str, label: &'static str) -> Self {
        Self { key, label, pays: None, part: None, deals: false }
    }

    /// An amount of something to spend.
    pub const fn paying(key: &'static str, label: &'static str, pays: Spending) -> Self {
        Self { key, label, pays: Some(pays), part: None, deals: false }
    }

    /// The same, dividing a fixed amount among several.
    #[must_use]
    pub const fn dealing(mut self) -> Self {
        self.deals = true;
        self
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
    /// The label on screen.
    pub label: Word,
    /// What it counts in a [`super::Limit`] and in a price: the number itself, unless the number is only an identifier.
    pub counts: i32,
    /// The item it stands for, if something is done with more than one.
    pub item: Option<ItemId>,
    /// Why it cannot be chosen, if it cannot.
    pub refusal: Option<Refusal>,
}

impl ParameterValue {
    /// An open value.
    pub fn new(value: i32, word: impl Into<Word>, label: impl Into<Word>) -> Self {
        Self { value, word: word.into(), label: label.into(), counts: value, item: None, refusal: None }
    }

    /// The same, standing for an item, which counts one.
    #[must_use]
    pub const fn of_item(mut self, item: ItemId) -> Self {
        (self.item, self.counts) = (Some(item), 1);
        self
    }

    /// The same, counting something other than its number.
    #[must_use]
    pub const fn counting(mut self, counts: i32) -> Self {
        self.counts = counts;
        self
    }
}

/// The values of a parameter: always the same, made for an offer, or made when first looked at, which is rare.
#[derive(Clone)]
pub struct Values(ValueList);

#[derive(Clone)]
enum ValueList {
    Static(&'static [ParameterValue]),
    Own(Vec<ParameterValue>),
    Later(Arc<dyn Lists<ParameterValue>>),
}

impl Values {
    /// The values that `make` lists when first looked at; all copies share the list.
    pub fn later(make: impl Fn() -> Vec<ParameterValue> + Send + Sync + 'static) -> Self {
        Self(ValueList::Later(Arc::new(Later::new(make))))
    }

    /// The values as an owned list, to be changed.
    pub fn to_mut(&mut self) -> &mut Vec<ParameterValue> {
        if !matches!(self.0, ValueList::Own(_)) {
            self.0 = ValueList::Own(self.to_vec());
        }
        match &mut self.0 {
            ValueList::Own(values) => values,
            ValueList::Static(_) | ValueList::Later(_) => unreachable!("they have just become one's own"),
        }
    }
}

impl Deref for Values {
    type Target = [ParameterValue];

    fn deref(&self) -> &[ParameterValue] {
        match &self.0 {
            ValueList::Static(values) => values,
            ValueList::Own(values) => values,
            ValueList::Later(values) => values.list(),
        }
    }
}

impl From<&'static [ParameterValue]> for Values {
    #[inline]
    fn from(values: &'static [ParameterValue]) -> Self {
        Self(ValueList::Static(values))
    }
}

impl From<Vec<ParameterValue>> for Values {
    #[inline]
    fn from(values: Vec<ParameterValue>) -> Self {
        Self(ValueList::Own(values))
    }
}

impl<'a> IntoIterator for &'a Values {
    type IntoIter = std::slice::Iter<'a, ParameterValue>;
    type Item = &'a ParameterValue;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Values {}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Something to be settled with a choice besides its target: AP, Luck, the kind of strike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// Its kind: key, label, what it spends.
    pub kind: &'static ParameterKind,
    /// Its possible values; the first is the default.
    pub values: Values,
}

impl Deref for Parameter {
    type Target = ParameterKind;

    fn deref(&self) -> &ParameterKind {
        self.kind
    }
}

impl Parameter {
    /// A parameter with its values.
    #[inline]
    pub fn new(kind: &'static ParameterKind, values: impl Into<Values>) -> Self {
        Self { kind, values: values.into() }
    }

    /// Its value in a choice; the first one if the choice does not set it.
    pub fn value(&self, choice: &Choice) -> i32 {
        choice.given(self.key).unwrap_or_else(|| self.values.first().map_or(0, |value| value.value))
    }

    /// How much its value in a choice counts.
    pub fn counted(&self, choice: &Choice) -> i32 {
        let value = self.value(choice);
        self.values.iter().find(|known| known.value == value).map_or(value, |known| known.counts)
    }
}
