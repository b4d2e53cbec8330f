//! Exact fractions and distributions.

use std::{cmp::Ordering, fmt};

/// A fraction of whole numbers in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

/// Nothing.
impl Default for Fraction {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// 1.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator` / `denominator`, reduced; a denominator of 0 gives 0.
    pub const fn new(numerator: u128, denominator: u128) -> Self {
        if denominator == 0 {
            return Self::ZERO;
        }
        let common = gcd(numerator, denominator);
        Self { numerator: numerator / common, denominator: denominator / common }
    }

    /// The numerator.
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The denominator.
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// As a float, for display only.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Whole per cent, half rounded up.
    pub const fn percent(self) -> u32 {
        ((self.numerator * 200 + self.denominator) / (self.denominator * 2)) as u32
    }

    /// The sum of two, exact.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let common = gcd(self.denominator, other.denominator);
        let (left, right) = (other.denominator / common, self.denominator / common);
        Self::new(self.numerator * left + other.numerator * right, self.denominator * left)
    }

    /// The product of two, exact.
    #[must_use]
    pub const fn times(self, other: Self) -> Self {
        let (a, b) = (Self::new(self.numerator, other.denominator), Self::new(other.numerator, self.denominator));
        Self::new(a.numerator * b.numerator, a.denominator * b.denominator)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let common = gcd(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / common);
        let right = other.numerator.checked_mul(self.denominator / common);
        match (left, right) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => by_quotients((self.numerator, self.denominator), (other.numerator, other.denominator)),
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(out, "{}", self.numerator)
        } else {
            write!(out, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// Compares two fractions without multiplying: first the whole parts, then the inverses of the remainders.
fn by_quotients((mut a, mut b): (u128, u128), (mut c, mut d): (u128, u128)) -> Ordering {
    loop {
        let whole = (a / b).cmp(&(c / d));
        let (left, right) = (a % b, c % d);
        if whole != Ordering::Equal || left == 0 || right == 0 {
            return whole.then(left.cmp(&right));
        }
        // left / b against right / d is d / right against b / left.
        (a, b, c, d) = (d, right, b, left);
    }
}

/// The greatest common divisor; 1 if both are 0.
pub const fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Most numbers fit 64 bits, where division is many times faster.
        if a <= u64::MAX as u128 && b <= u64::MAX as u128 {
            let (mut x, mut y) = (a as u64, b as u64);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return x as u128;
        }
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

/// The least common multiple of two numbers above 0.
pub const fn lcm(a: u128, b: u128) -> u128 {
    if a.is_multiple_of(b) { a } else { a / gcd(a, b) * b }
}

/// A distribution: each outcome with its whole-number weight; the weights add up to the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T> {
    ways: Vec<(T, u128)>,
    total: u128,
}

impl<T: Ord> Odds<T> {
    /// A distribution from weighted outcomes; equal ones are merged.
    pub fn new(outcomes: impl IntoIterator<Item = (T, u128)>) -> Self {
        let mut ways: Vec<(T, u128)> = outcomes.into_iter().collect();
        ways.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        ways.dedup_by(|(next, more), (kept, weight)| {
            let same = next == kept;
            *weight += if same { *more } else { 0 };
            same
        });
        Self::of_distinct(ways)
    }

    /// A distribution from weighted outcomes that are known to differ; they keep their order.
    pub fn of_distinct(outcomes: impl IntoIterator<Item = (T, u128)>) -> Self {
        let ways: Vec<(T, u128)> = outcomes.into_iter().collect();
        let total = ways.iter().map(|(_, weight)| weight).sum();
        Self { ways, total }
    }

    /// The outcomes with their weights, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, u128)> {
        self.ways.iter().map(|(outcome, weight)| (outcome, *weight))
    }

    /// The sum of all weights.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// The number of different outcomes.
    pub fn len(&self) -> usize {
        self.ways.len()
    }

    /// Whether there is no outcome.
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// The chance of all outcomes for which `which` holds.
    pub fn chance(&self, which: impl Fn(&T) -> bool) -> Fraction {
        let ways = self.ways.iter().filter(|(outcome, _)| which(outcome)).map(|(_, weight)| weight).sum();
        Fraction::new(ways, self.total)
    }

    /// The mean of a value of the outcomes.
    pub fn mean(&self, value: impl Fn(&T) -> u32) -> Fraction {
        let sum = self.ways.iter().map(|(outcome, weight)| u128::from(value(outcome)) * weight).sum();
        Fraction::new(sum, self.total)
    }

    /// The distribution of a function of the outcomes.
    pub fn map<U: Ord>(&self, view: impl Fn(&T) -> U) -> Odds<U> {
        Odds::new(self.ways.iter().map(|(outcome, weight)| (view(outcome), *weight)))
    }
}

impl<T> IntoIterator for Odds<T> {
    type Item = (T, u128);
    type IntoIter = std::vec::IntoIter<(T, u128)>;

    fn into_iter(self) -> Self::IntoIter {
        self.ways.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact() {
        assert_eq!(Fraction::new(50, 100).to_string(), "1/2");
        assert_eq!(Fraction::new(1, 3).plus(Fraction::new(1, 6)), Fraction::new(1, 2));
        assert_eq!(Fraction::new(2, 3).times(Fraction::new(3, 4)), Fraction::new(1, 2));
        assert!(Fraction::new(1, 3) < Fraction::new(34, 100));
        let long = 10u128.pow(37);
        assert!(Fraction::new(long + 1, 3 * long) > Fraction::new(1, 3));
        assert!(Fraction::new(long / 3, long - 1) < Fraction::new(1, 3).plus(Fraction::new(1, 1 << 60)));
        assert_eq!(Fraction::new(1, 200).percent(), 1);
    }

    #[test]
    fn odds_merge_and_add_up() {
        let odds = Odds::new([(1, 3), (2, 4), (1, 1)]);
        assert_eq!((odds.len(), odds.total()), (2, 8));
        assert_eq!(odds.chance(|value| *value == 1), Fraction::new(1, 2));
        assert_eq!(odds.mean(|value| *value), Fraction::new(3, 2));
    }
}
