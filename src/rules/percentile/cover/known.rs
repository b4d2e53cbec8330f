//! A cache of cover and sight for pairs of bodies: each pair is judged once until the board changes. Each entry fits
//! into a word, so that reading takes no lock and millions of questions can be asked.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{Class, Visibility, view::Body};
use crate::rules::{BoardMap, prelude::*};

/// The question asked: whether the target is seen, exposed, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Seen,
    Exposed,
    Both,
}

impl Wanted {
    /// Whether these answers satisfy the question.
    pub(super) const fn is_met(self, seen: bool, exposed: bool) -> bool {
        match self {
            Self::Seen => seen,
            Self::Exposed => exposed,
            Self::Both => seen && exposed,
        }
    }
}

/// Two bodies, and the settings by which lines between them are read, in the upper bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair(u64);

impl Pair {
    /// The pair; `None` if a body is wider, or farther from the corner of the board, than any real one.
    pub(super) fn new(from: Body, to: Body, by_centres: bool, low_anywhere: bool) -> Option<Self> {
        let place = |body: Body| {
            let at = body.footprint.anchor;
            Some(u64::from(u8::try_from(at.x).ok()?) | u64::from(u8::try_from(at.y).ok()?) << 8)
        };
        let shape = |body: Body| {
            let side = Some(body.footprint.side).filter(|side| *side < 1 << 4);
            Some(u64::from(side?) << 1 | u64::from(body.prone))
        };
        let places = place(from)? << 16 | place(to)?;
        let shapes = shape(from)? << 5 | shape(to)?;
        let settings = u64::from(by_centres) << 1 | u64::from(low_anywhere);
        Some(Self((settings << 42 | shapes << 32 | places) << Facts::BITS))
    }

    /// As a number.
    pub(super) const fn number(self) -> u64 {
        self.0
    }

    /// Its slot in the cache: neighbouring targets get neighbouring slots.
    const fn slot(self, slots: usize) -> usize {
        let target = self.0 >> Facts::BITS & 0xffff;
        let start = (self.0 >> (Facts::BITS + 16)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        (start + target) as usize & (slots - 1)
    }
}

/// What is known about a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts(u64);

impl Facts {
    /// How many bits they take.
    const BITS: u32 = 16;

    /// The bit that says that cover and sight are known, and the places of both; above them are two bits for each
    /// [`Wanted`].
    const WHOLE: u64 = 1;
    const SEEN: u64 = 1 << 1;
    const CLASS: u32 = 2;
    const GLIMPSES: u32 = 4;

    /// Cover and sight, if they are known.
    pub(super) const fn whole(self) -> Option<Visibility> {
        if self.0 & Self::WHOLE == 0 {
            return None;
        }
        let class = match self.0 >> Self::CLASS & 3 {
            0 => Class::None,
            1 => Class::Minimal,
            2 => Class::Partial,
            _ => Class::Total,
        };
        Some(Visibility { class, seen: self.0 & Self::SEEN != 0 })
    }

    /// The answer to a question, if known.
    pub(super) fn is_met(self, wanted: Wanted) -> Option<bool> {
        if let Some(whole) = self.whole() {
            return Some(wanted.is_met(whole.seen, whole.class < Class::Total));
        }
        match self.0 >> Self::glimpse(wanted) & 3 {
            0 => None,
            answer => Some(answer == 3),
        }
    }

    const fn glimpse(wanted: Wanted) -> u32 {
        Self::GLIMPSES + 2 * wanted as u32
    }
}

impl From<Visibility> for Facts {
    fn from(Visibility { class, seen }: Visibility) -> Self {
        Self(Self::WHOLE | if seen { Self::SEEN } else { 0 } | (class as u64) << Self::CLASS)
    }
}

impl From<(Wanted, bool)> for Facts {
    fn from((wanted, is_met): (Wanted, bool)) -> Self {
        Self((2 | u64::from(is_met)) << Self::glimpse(wanted))
    }
}

/// The cache of a board: of the pairs that share a slot, only the last is kept.
pub(super) struct KnownPairs(Box<[AtomicU64]>);

impl KnownPairs {
    /// What is known about a pair.
    pub(super) fn about(&self, pair: Pair) -> Facts {
        let word = self.0[pair.slot(self.0.len())].load(Relaxed);
        let facts = word & ((1 << Facts::BITS) - 1);
        // An empty slot has no facts.
        if word - facts == pair.0 { Facts(facts) } else { Facts::default() }
    }

    /// Adds to what is known about a pair. Of two concurrent notes one may be lost; it is then just worked out again.
    pub(super) fn note(&self, pair: Pair, more: impl Into<Facts>) {
        let facts = self.about(pair).0 | more.into().0;
        self.0[pair.slot(self.0.len())].store(pair.0 | facts, Relaxed);
    }
}

/// The key of a board's cache.
#[derive(Clone, Copy)]
pub(super) struct Pairs;

impl Pairs {
    /// How many pairs are kept for each square of the board, and at most in all.
    const A_SQUARE: usize = 64;
    const MOST: usize = 1 << 18;
}

impl BoardMap for Pairs {
    type Value = KnownPairs;

    fn number(self) -> u16 {
        0
    }

    fn make(self, field: &Battlefield) -> KnownPairs {
        let extent = field.extent();
        let squares = usize::from(extent.width) * usize::from(extent.height);
        let slots = (squares * Self::A_SQUARE).next_power_of_two().min(Self::MOST);
        KnownPairs((0..slots).map(|_| AtomicU64::default()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Footprint, Square};

    fn pair(from: (i16, i16), to: (i16, i16)) -> Pair {
        let body = |(x, y)| Body::new((Footprint::one(Square::new(x, y)), Posture::Standing));
        Pair::new(body(from), body(to), false, false).unwrap()
    }

    #[test]
    fn what_is_known_adds_up_and_the_whole_answers_all() {
        let known = Pairs.make(&Battlefield::new(4, 4));
        let here = pair((0, 0), (3, 1));
        assert_eq!(known.about(here).is_met(Wanted::Seen), None);
        known.note(here, (Wanted::Seen, true));
        known.note(here, (Wanted::Exposed, false));
        let facts = known.about(here);
        assert_eq!(
            [Wanted::Seen, Wanted::Exposed, Wanted::Both].map(|wanted| facts.is_met(wanted)),
            [Some(true), Some(false), None]
        );
        assert_eq!(facts.whole(), None);
        for class in [Class::None, Class::Minimal, Class::Partial, Class::Total] {
            for seen in [false, true] {
                let facts = Facts::from(Visibility { class, seen });
                assert_eq!(facts.whole(), Some(Visibility { class, seen }));
                assert_eq!(facts.is_met(Wanted::Both), Some(seen && class < Class::Total));
            }
        }
    }

    #[test]
    fn nothing_is_known_about_a_pair_from_another() {
        let known = Pairs.make(&Battlefield::new(2, 2));
        let all: Vec<_> = (0..40).flat_map(|x| (0..40).map(move |y| pair((x, y), (y, x)))).collect();
        for (place, pair) in all.iter().enumerate() {
            known.note(*pair, (Wanted::Seen, place % 3 == 0));
        }
        let mut kept = 0;
        for (place, pair) in all.iter().enumerate() {
            if let Some(seen) = known.about(*pair).is_met(Wanted::Seen) {
                assert_eq!(seen, place % 3 == 0);
                kept += 1;
            }
        }
        assert!((1..=256).contains(&kept), "of {} pairs {kept} are kept in 256 slots", all.len());
    }

    #[test]
    fn what_does_not_fit_into_a_word_is_not_kept() {
        let body = |x, side| Body::new((Footprint { anchor: Square::new(x, 0), side }, Posture::Prone));
        assert!(Pair::new(body(0, 1), body(255, 15), true, true).is_some());
        for odd in [body(-1, 1), body(256, 1), body(0, 16)] {
            assert_eq!(Pair::new(odd, body(0, 1), true, true), None);
        }
    }
}
