//! Flat lists of the ways to each number, and their sums and differences.

use std::{cell::RefCell, rc::Rc};

use rustc_hash::FxHashMap;

use crate::dice::{Digits, Throw};

/// The ways to each number, from the least one on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    least: i32,
    ways: Vec<u128>,
}

impl Line {
    /// Adds ways to a number.
    pub fn add(&mut self, number: i32, ways: u128) {
        if self.ways.is_empty() {
            self.least = number;
        } else if number < self.least {
            let before = (self.least - number) as usize;
            self.ways.splice(0..0, (0..before).map(|_| 0));
            self.least = number;
        }
        let place = (number - self.least) as usize;
        if place >= self.ways.len() {
            self.ways.resize(place + 1, 0);
        }
        self.ways[place] += ways;
    }

    /// The possible numbers, with their ways.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u128)> {
        (self.least..).zip(self.ways.iter().copied()).filter(|(_, ways)| *ways > 0)
    }

    /// The sum of all ways.
    pub fn sum(&self) -> u128 {
        self.ways.iter().sum()
    }

    /// The differences: every number of this line less every one of the other.
    pub fn less(&self, other: &Self) -> Self {
        let (Some(last), true) = (other.ways.len().checked_sub(1), !self.ways.is_empty()) else {
            return Self::default();
        };
        let least = self.least - (other.least + last as i32);
        let mut ways = vec![0; self.ways.len() + last];
        let short = |line: &Self| line.ways.iter().map(|ways| *ways as u64).collect::<Vec<_>>();
        // Most sums fit 64 bits, where products are many times faster.
        if self.sum().checked_mul(other.sum()).is_some_and(|all| all <= u64::MAX.into()) {
            let (own, mut turned, mut sums) = (short(self), short(other), vec![0u64; ways.len()]);
            turned.reverse();
            for (place, factor) in own.iter().enumerate() {
                sums[place..].iter_mut().zip(&turned).for_each(|(sum, more)| *sum += factor * more);
            }
            ways.iter_mut().zip(sums).for_each(|(ways, sum)| *ways = sum.into());
        } else {
            for (place, factor) in self.ways.iter().enumerate() {
                let turned = other.ways.iter().rev();
                ways[place..].iter_mut().zip(turned).for_each(|(ways, more)| *ways += factor * more);
            }
        }
        Self { least, ways }
    }

    /// The sums: every number of this line plus every one of the other.
    pub fn and(&self, other: &Self) -> Self {
        let last = other.least + other.ways.len() as i32 - 1;
        self.less(&Self { least: -last, ways: other.ways.iter().rev().copied().collect() })
    }

    /// The line with all numbers below `least` counted as `least`.
    pub fn at_least(&self, least: i32) -> Self {
        let mut line = Self::default();
        self.iter().for_each(|(number, ways)| line.add(number.max(least), ways));
        line
    }

    /// For every number, from the least one on: the ways to it or a lower one.
    fn cumulated(&self) -> Vec<u128> {
        let running = |sum: &mut u128, ways: &u128| {
            *sum += ways;
            Some(*sum)
        };
        self.ways.iter().scan(0, running).collect()
    }
}

/// The ways of a throw by its digits, and then by its sum.
#[derive(Debug)]
pub struct Lines {
    each: [Line; 3],
    upto: [Vec<u128>; 3],
    total: u128,
}

impl Lines {
    /// The ways of a throw, counted once and kept; `None` if it has too many dice to count.
    pub fn of(throw: Throw) -> Option<Rc<Self>> {
        KNOWN.with_borrow_mut(|known| known.entry(throw).or_insert_with(|| Self::count(throw).map(Rc::new)).clone())
    }

    fn count(throw: Throw) -> Option<Self> {
        let ways = throw.ways();
        if ways.missing() > 0 {
            return None;
        }
        let mut each: [Line; 3] = <_>::default();
        ways.iter().for_each(|(reading, ways)| each[reading.digits as usize].add(reading.sum, (*ways).into()));
        Some(Self { upto: each.each_ref().map(Line::cumulated), each, total: ways.total().into() })
    }

    /// The ways with `count` Luck dice, which a flip adds or subtracts, TOT-LUCK-02.
    pub fn with_luck(&self, count: u8) -> Option<Self> {
        let luck = Self::of(Throw::Sum { count, sides: 10 })?;
        let dice = luck.line(Digits::Plain);
        let each = self.each.each_ref().map(|line| {
            let mut both = line.less(dice);
            line.and(dice).iter().for_each(|(sum, ways)| both.add(sum, ways));
            both
        });
        let total = self.total.checked_mul(luck.total)?.checked_mul(2)?;
        Some(Self { upto: each.each_ref().map(Line::cumulated), each, total })
    }

    /// The sums of the rolls with these digits.
    pub const fn line(&self, digits: Digits) -> &Line {
        &self.each[digits as usize]
    }

    /// The number of all ways.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// The ways to these digits with a sum up to `number`, and with one above it.
    pub fn split(&self, digits: Digits, number: i32) -> [u128; 2] {
        let (line, upto) = (self.line(digits), &self.upto[digits as usize]);
        let all = upto.last().copied().unwrap_or(0);
        let place = number - line.least;
        let below = if place < 0 { 0 } else { upto.get(place as usize).copied().unwrap_or(all) };
        [below, all - below]
    }
}

thread_local! {
    /// The throws counted so far. They are few: one for each number of dice that has come up.
    static KNOWN: RefCell<FxHashMap<Throw, Option<Rc<Lines>>>> = RefCell::default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_counted_pair_by_pair() {
        let [three, five] = [3, 5].map(|count| Lines::of(Throw::Sum { count, sides: 10 }).unwrap());
        let (first, second) = (three.line(Digits::Plain), five.line(Digits::Plain));
        let mut pairs = Line::default();
        for (sum, ways) in first.iter() {
            second.iter().for_each(|(less, more)| pairs.add(sum - less, ways * more));
        }
        assert_eq!(first.less(second), pairs);
        assert_eq!(pairs.sum(), three.total() * five.total());
        let mut together = Line::default();
        for (sum, ways) in first.iter() {
            second.iter().for_each(|(more, ways_to)| together.add(sum + more, ways * ways_to));
        }
        assert_eq!(first.and(second), together);
        // Products that no longer fit 64 bits.
        let mut long = Line::default();
        second.iter().for_each(|(sum, ways)| long.add(sum, ways << 60));
        assert!(first.less(&long).iter().eq(pairs.iter().map(|(number, ways)| (number, ways << 60))));
        assert_eq!(first.less(second).at_least(-1).iter().next().map(|(number, _)| number), Some(-1));
    }

    #[test]
    fn luck_goes_both_ways() {
        let plain = Lines::of(Throw::Marked { count: 3, apart: false }).unwrap();
        let dice = Lines::of(Throw::Sum { count: 2, sides: 10 }).unwrap();
        let (all, doubles) = (plain.total(), plain.line(Digits::Double).clone());
        let lucky = plain.with_luck(2).unwrap();
        assert_eq!(lucky.total(), 2 * all * dice.total());
        let below =
            |line: &Line, number: i32| line.iter().filter(|(sum, _)| *sum <= number).map(|(_, ways)| ways).sum();
        for number in [-10, 0, 5, 12, 40] {
            let mut ways = 0;
            for (sum, more) in dice.line(Digits::Plain).iter() {
                let either: [u128; 2] = [number - sum, number + sum].map(|number| below(&doubles, number));
                ways += more * either.iter().sum::<u128>();
            }
            assert_eq!(lucky.split(Digits::Double, number)[0], ways, "{number}");
        }
    }

    #[test]
    fn a_split_counts_each_sum_once() {
        let lines = Lines::of(Throw::Marked { count: 3, apart: false }).unwrap();
        for number in [-4, 2, 3, 11, 20, 29, 30, 99] {
            let all = Digits::ALL.map(|digits| lines.split(digits, number));
            assert_eq!(all.as_flattened().iter().sum::<u128>(), lines.total(), "{number}");
            let below = lines.line(Digits::Double).iter().filter(|(sum, _)| *sum <= number).map(|(_, ways)| ways).sum();
            assert_eq!(lines.split(Digits::Double, number)[0], below, "{number}");
        }
    }
}
