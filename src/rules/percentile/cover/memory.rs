//! What is known about pairs of bodies: each is judged once until the board changes.

use std::{
    hash::Hash,
    sync::{PoisonError, RwLock},
};

use rustc_hash::FxHashMap;

use super::view::Body;
use crate::rules::{Battlefield, BoardMap};

/// Two bodies, and the settings by which lines between them are read, packed so that they are soon hashed and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    places: u64,
    rest: u32,
}

impl Pair {
    pub(super) fn new(from: Body, to: Body, by_centres: bool, low_anywhere: bool) -> Self {
        let place = |body: Body| {
            let at = body.footprint.anchor;
            u64::from(at.x.cast_unsigned()) << 16 | u64::from(at.y.cast_unsigned())
        };
        let size = |body: Body| u32::from(body.footprint.side) << 1 | u32::from(body.prone);
        let settings = u32::from(by_centres) << 1 | u32::from(low_anywhere);
        Self { places: place(from) << 32 | place(to), rest: settings << 18 | size(from) << 9 | size(to) }
    }

    /// As numbers.
    pub(super) fn numbers(self) -> [u64; 2] {
        [self.places, self.rest.into()]
    }

    /// As a question about the two.
    pub(super) const fn asking(self, wanted: Wanted) -> Self {
        Self { rest: self.rest | (wanted as u32 + 1) << 20, ..self }
    }
}

/// Answers that are kept, at most [`Self::MOST`]; then they are forgotten, so that no board grows without bound.
pub(super) struct Answers<K, V>(RwLock<FxHashMap<K, V>>);

impl<K: Hash + Eq, V: Copy> Answers<K, V> {
    const MOST: usize = 1 << 15;

    /// The answer to a question, found by `find` if it is not known.
    pub(super) fn get(&self, key: K, find: impl FnOnce() -> V) -> V {
        // Whatever panics while it is locked leaves the map whole.
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let found = find();
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            if all.len() >= Self::MOST {
                all.clear();
            }
            all.insert(key, found);
            found
        })
    }
}

impl<K, V> Default for Answers<K, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

/// The cover and sight of pairs.
#[derive(Clone, Copy)]
pub(super) struct Judged;

impl BoardMap for Judged {
    type Value = Answers<Pair, super::Visibility>;

    fn number(self) -> u16 {
        0
    }

    fn make(self, _: &Battlefield) -> Self::Value {
        Answers::default()
    }
}

/// Whether one is seen, exposed, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    Seen,
    Exposed,
    Both,
}

impl Wanted {
    /// Whether what is known is enough.
    pub(super) const fn is_met(self, seen: bool, exposed: bool) -> bool {
        match self {
            Self::Seen => seen,
            Self::Exposed => exposed,
            Self::Both => seen && exposed,
        }
    }
}

/// What has been asked about pairs at the price of fewer lines.
#[derive(Clone, Copy)]
pub(super) struct Glimpsed;

impl BoardMap for Glimpsed {
    type Value = Answers<Pair, bool>;

    fn number(self) -> u16 {
        0
    }

    fn make(self, _: &Battlefield) -> Self::Value {
        Answers::default()
    }
}
