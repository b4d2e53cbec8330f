//! The answer for a square, and how the chances of several attacks are combined.

use std::cmp::Ordering;

use super::CoverThere;
use crate::{
    dice::Fraction,
    lab::{AttackForecast, NoRoom},
    rules::{Refusal, Sight},
};

/// The result of an attack, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The chance that it lands.
    pub hits: Fraction,
    /// Mean damage, misses counted as none.
    pub mean: Fraction,
    /// The chance that the target is out.
    pub out: Fraction,
}

impl Strike {
    /// The result of an attack, by its forecast.
    pub const fn of(forecast: &AttackForecast) -> Self {
        let ends = &forecast.ends;
        Self { hits: ends.hits, mean: ends.mean, out: ends.grades[3] }
    }
}

/// By mean damage, then by the chance to land, then by the chance that the target is out.
impl Ord for Strike {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.mean, self.hits, self.out).cmp(&(other.mean, other.hits, other.out))
    }
}

impl PartialOrd for Strike {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The answer for a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// There is no room, and why.
    NoRoom(NoRoom),
    /// There is nothing to be done from there; why, if a rule says so.
    Refused(Option<Refusal>),
    /// It can be walked to.
    Cost {
        /// In cost units.
        cost: u16,
        /// Whether it lies within the first band.
        base: bool,
        /// Whether every way there sets off somebody's reaction.
        provokes: bool,
    },
    /// How many do.
    Count(u16),
    /// Sight and cover.
    Sight {
        /// Whether the one sees the other.
        seen: bool,
        /// The cover.
        cover: CoverThere,
    },
    /// The best attack from there.
    Attack {
        /// What it comes to.
        strike: Strike,
        /// Whether the target is seen from there.
        seen: bool,
    },
    /// What enemies could do there.
    Danger {
        /// The chance that at least one lands, each attacking once.
        hits: Fraction,
        /// Mean damage of all.
        mean: Fraction,
        /// How many could attack.
        count: u16,
    },
    /// Mean damage both ways.
    Trade {
        /// Dealt to the target; 0 without an attack.
        dealt: Fraction,
        /// Taken from all enemies.
        taken: Fraction,
    },
}

impl From<&Sight> for Reading {
    fn from(sight: &Sight) -> Self {
        Self::Sight { seen: sight.seen, cover: CoverThere::from(sight) }
    }
}

impl Reading {
    /// The cheaper of two ways to a square; it is quiet if either of them is.
    pub(super) fn or_cheaper(self, known: &Self) -> Self {
        match (&self, known) {
            (Self::Cost { cost, base, provokes }, Self::Cost { cost: other, base: first, provokes: also }) => {
                Self::Cost { cost: *cost.min(other), base: *base || *first, provokes: *provokes && *also }
            }
            _ => self,
        }
    }

    /// The same, but a danger from nobody becomes the refusal, if there is one.
    pub(super) fn unless_none(self, refusal: Option<Refusal>) -> Self {
        match self {
            Self::Danger { count: 0, .. } if refusal.is_some() => Self::Refused(refusal),
            other => other,
        }
    }

    pub(super) fn trade(strike: Option<Strike>, taken: &Self) -> Self {
        let taken = if let Self::Danger { mean, .. } = taken { *mean } else { Fraction::ZERO };
        Self::Trade { dealt: strike.map_or(Fraction::ZERO, |strike| strike.mean), taken }
    }
}

/// Of several chances, each is rounded to parts of this.
const FINE: u128 = 1_000_000_000;

/// The chance that at least one of several independent things happens. A single chance is exact; of several, each is
/// rounded to billionths first.
pub fn any_of(chances: impl Iterator<Item = Fraction>) -> Fraction {
    let all: Vec<Fraction> = chances.filter(|chance| *chance > Fraction::ZERO).collect();
    if let [only] = all[..] {
        return only;
    }
    let none = all.into_iter().fold(FINE, |none, chance| none * (FINE - parts(chance).min(FINE)) / FINE);
    Fraction::new(FINE - none, FINE)
}

/// A sum of means. A single mean is exact; of several, each is rounded to billionths first.
pub fn sum_of(means: impl Iterator<Item = Fraction>) -> Fraction {
    let all: Vec<Fraction> = means.filter(|mean| *mean > Fraction::ZERO).collect();
    if let [only] = all[..] {
        return only;
    }
    Fraction::new(all.into_iter().map(parts).sum(), FINE)
}

/// A fraction in parts of [`FINE`], rounded.
fn parts(of: Fraction) -> u128 {
    let (whole, rest) = (of.numerator() / of.denominator(), of.numerator() % of.denominator());
    // Both are cut down together where their product would not fit.
    let shift = (u128::BITS - rest.leading_zeros()).saturating_sub(u128::BITS - 32);
    let (rest, denominator) = (rest >> shift, (of.denominator() >> shift).max(1));
    whole * FINE + (rest * FINE + denominator / 2) / denominator
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_means_of_several_add_up_as_far_as_is_said() {
        let half = Fraction::new(1, 2);
        assert_eq!(any_of([half].into_iter()), half);
        assert_eq!(any_of([half, half].into_iter()), Fraction::new(3, 4));
        assert_eq!(any_of([half, Fraction::ZERO, Fraction::ONE].into_iter()), Fraction::ONE);
        assert_eq!(any_of([].into_iter()), Fraction::ZERO);
        assert_eq!(sum_of([half, Fraction::new(9, 4)].into_iter()), Fraction::new(11, 4));
        let long = Fraction::new(u128::MAX / 3, u128::MAX);
        assert_eq!(sum_of([long].into_iter()), long);
        assert_eq!(sum_of([long, long].into_iter()).percent(), 67);
        assert_eq!(any_of([long, long].into_iter()).percent(), 56);
    }

    #[test]
    fn of_two_ways_the_cheaper_counts_and_the_quieter() {
        let way = |cost, base, provokes| Reading::Cost { cost, base, provokes };
        assert_eq!(way(2, true, true).or_cheaper(&way(3, false, false)), way(2, true, false));
        assert_eq!(way(4, false, true).or_cheaper(&way(3, false, true)), way(3, false, true));
        assert_eq!(way(2, true, true).or_cheaper(&Reading::Refused(None)), way(2, true, true));
    }
}
