//! Counts the ways to every result of a throw.

use std::{collections::BTreeMap, ops::Deref};

use super::{Dice, Digits, Reading, Throw};

/// The parts of a whole in which errors of chances are counted.
pub const WHOLE: u64 = 1 << 60;

/// An error of a chance that does not matter, in parts of [`WHOLE`]: 1e-12.
pub const NEGLIGIBLE: u64 = WHOLE / 1_000_000_000_000;

/// The most ways that are counted; beyond that, only proportions are kept.
const MOST: u128 = 1 << 60;

/// Numbers of ways are scaled down once their sum passes this.
const LARGEST: u128 = 1 << 110;

/// Every result of a throw with the number of equally likely ways to it, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    each: Box<[(Reading, u64)]>,
    total: u64,
    missing: u64,
}

impl Deref for Ways {
    type Target = [(Reading, u64)];

    fn deref(&self) -> &Self::Target {
        &self.each
    }
}

impl Ways {
    pub(super) fn of(throw: Throw) -> Self {
        match throw {
            Throw::Percent => Self::kept((0..100).map(|value| (Reading::of(value), 1)), 0),
            Throw::Sum { count, sides } => {
                let sums = (i32::from(count)..).zip(sums(count, 1..=sides));
                Self::kept(sums.map(|(sum, ways)| (Reading::of(sum), ways)), 0)
            }
            Throw::Marked { count, apart } => Self::kept(marked(count, apart), 0),
            Throw::Pool { count, first } => Self::kept(pool(count, first), 0),
            Throw::Burst { dice: Dice { count, sides }, bonus: Dice { count: 0, .. }, .. } => {
                Self::of(Throw::Sum { count, sides })
            }
            Throw::Burst { dice, bonus, once } => {
                let (lengths, missing) = if once { bursts_once(bonus) } else { bursts(bonus) };
                Self::kept(burst(dice, bonus, once, &lengths), missing)
            }
        }
    }

    /// The results of a pool of `dice` dice, `first` of them first ones. Tens, ones and first successes are only told
    /// apart by whether they reach the given numbers.
    pub(super) fn of_criticals((dice, first): (u8, u8), count: u8, least_first: Option<u8>) -> Self {
        let reach = |of: Reading| {
            let whether = |number: u8, least: u8| if number >= least { least } else { 0 };
            let first = least_first.map_or(of.first, |least| whether(of.first, least));
            Reading { first, tens: whether(of.tens, count), ones: whether(of.ones, count), ..of }
        };
        let all = Tally::of((dice, first), count);
        Self::kept(all.each().map(|(reading, ways)| (reach(reading), ways)), 0)
    }

    /// The sum of all ways.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// A bound on the chance left out or rounded away, in parts of [`WHOLE`]; 0 if the ways are exact.
    pub const fn missing(&self) -> u64 {
        self.missing
    }

    /// Results with their ways, scaled down to at most [`MOST`] in all.
    fn kept(ways: impl IntoIterator<Item = (Reading, u128)>, missing: u64) -> Self {
        let mut sorted: BTreeMap<Reading, u128> = BTreeMap::new();
        ways.into_iter().for_each(|(reading, ways)| *sorted.entry(reading).or_default() += ways);
        let (all, rounded) = lowered(sorted.values().copied().collect(), MOST);
        // Each may have been rounded twice, the second time here.
        let rounded = if rounded { 2 * all.len() as u64 } else { 0 };
        let kept = sorted.into_keys().zip(all).map(|(reading, ways)| (reading, ways as u64));
        let each: Box<[(Reading, u64)]> = kept.filter(|(_, ways)| *ways > 0).collect();
        Self { total: each.iter().map(|(_, ways)| ways).sum(), missing: missing + rounded, each }
    }
}

/// The same proportions with a total of at most about `most`, and whether they had to be rounded: each by less than one
/// part of `most`.
fn lowered(mut ways: Vec<u128>, most: u128) -> (Vec<u128>, bool) {
    let total: u128 = ways.iter().sum();
    if total <= most {
        return (ways, false);
    }
    let bits = u128::BITS - (total / most).leading_zeros();
    let half = 1 << (bits - 1);
    ways.iter_mut().for_each(|ways| *ways = (*ways + half) >> bits);
    (ways, true)
}

/// The ways to each sum of dice with these faces, from the lowest sum up; only proportions if there are too many to
/// count.
fn sums(count: u8, faces: std::ops::RangeInclusive<u8>) -> Vec<u128> {
    let span = faces.len();
    let mut ways = vec![1u128];
    for _ in 0..count {
        let mut next = vec![0u128; (ways.len() + span).saturating_sub(1)];
        for (sum, way) in ways.iter().enumerate() {
            next[sum..sum + span].iter_mut().for_each(|slot| *slot += way);
        }
        ways = lowered(next, LARGEST).0;
    }
    ways
}

/// The ways of marked dice.
fn marked(count: u8, apart: bool) -> BTreeMap<Reading, u128> {
    let summed = if apart { count } else { count.saturating_sub(2) };
    let rest = sums(summed, 1..=10);
    let mut ways = BTreeMap::new();
    for (tens, units) in (1..=10).flat_map(|tens| (1..=10).map(move |units| (tens, units))) {
        let own = match (apart, count) {
            (true, _) => 0,
            (false, 1) => tens,
            (false, _) => tens + units,
        };
        for (sum, count) in (i32::from(summed) + i32::from(own)..).zip(&rest) {
            *ways.entry(Reading { digits: Digits::of(tens, units), ..Reading::of(sum) }).or_default() += count;
        }
    }
    ways
}

/// The ways of a pool.
fn pool(count: u8, first: u8) -> BTreeMap<Reading, u128> {
    let mut ways = BTreeMap::from([(Reading::default(), 1u128)]);
    for die in 0..count {
        let mut next: BTreeMap<Reading, u128> = BTreeMap::new();
        for (before, so_far) in &ways {
            let own = u8::from(die < first);
            let success = Reading { successes: before.successes + 1, first: before.first + own, ..*before };
            for (after, faces) in [
                (Reading { tens: before.tens + 1, ..success }, 1),
                (success, 4),
                (*before, 4),
                (Reading { ones: before.ones + 1, ..*before }, 1),
            ] {
                *next.entry(after).or_default() += so_far * faces;
            }
        }
        let lower = lowered(next.values().copied().collect(), LARGEST).0;
        ways = next.into_keys().zip(lower).collect();
    }
    ways
}

/// The ways of a pool by successes, successes of the first dice, tens and ones. Tens and ones are only counted up to
/// `most`.
struct Tally {
    ways: Vec<u128>,
    /// How many first dice there are, and up to how many tens and ones are counted.
    first: usize,
    most: usize,
}

impl Tally {
    fn of((dice, first): (u8, u8), most: u8) -> Self {
        let (dice, first, most) = (usize::from(dice), usize::from(first), usize::from(most));
        let mut tally = Self { ways: Vec::new(), first, most };
        tally.ways = vec![0; tally.place((dice + 1, 0, 0, 0))];
        tally.ways[0] = 1;
        for die in 0..dice {
            let own = usize::from(die < first);
            let mut next = vec![0; tally.ways.len()];
            for (place, ways) in tally.ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
                let (successes, by_first, tens, ones) = tally.at(place);
                let (success, by_first_now) = (successes + 1, by_first + own);
                next[tally.place((success, by_first_now, (tens + 1).min(most), ones))] += ways;
                next[tally.place((success, by_first_now, tens, ones))] += 4 * ways;
                next[place] += 4 * ways;
                next[tally.place((successes, by_first, tens, (ones + 1).min(most)))] += ways;
            }
            tally.ways = lowered(next, LARGEST).0;
        }
        tally
    }

    const fn place(&self, (successes, first, tens, ones): (usize, usize, usize, usize)) -> usize {
        ((successes * (self.first + 1) + first) * (self.most + 1) + tens) * (self.most + 1) + ones
    }

    const fn at(&self, place: usize) -> (usize, usize, usize, usize) {
        let (place, ones) = (place / (self.most + 1), place % (self.most + 1));
        let (place, tens) = (place / (self.most + 1), place % (self.most + 1));
        (place / (self.first + 1), place % (self.first + 1), tens, ones)
    }

    /// Every result with the ways to it.
    fn each(&self) -> impl Iterator<Item = (Reading, u128)> {
        self.ways.iter().enumerate().filter(|(_, ways)| **ways > 0).map(|(place, ways)| {
            let (successes, first, tens, ones) = self.at(place);
            let [successes, first, tens, ones] = [successes, first, tens, ones].map(|number| number as u8);
            (Reading { successes, first, tens, ones, ..Reading::default() }, *ways)
        })
    }
}

/// How likely bonus dice are to burst 0, 1, 2 … times, in parts of [`WHOLE`], as far as it matters; and a bound on the
/// chance left out.
fn bursts(bonus: Dice) -> (Vec<u128>, u64) {
    let (count, sides) = (u128::from(bonus.count), u128::from(bonus.sides.max(1)));
    if count == 0 || sides == 1 {
        return (vec![WHOLE.into()], 0);
    }
    // Each further burst is a chance of one in `sides`, and may belong to any of the bonus dice.
    let [mut last, mut sum] = [1 << 100; 2];
    let mut all = vec![last];
    loop {
        let length = all.len() as u128;
        let (up, down) = (count + length - 1, length * sides);
        last = last * up / down;
        // From here on each length is less likely than the one before, by at least this ratio.
        if up < down && last * down / (down - up) <= sum / 2_000_000_000_000 {
            let left = (last * down / (down - up)) / (sum >> 60) + 1;
            return (proportions(&all), left as u64 + all.len() as u64);
        }
        all.push(last);
        sum += last;
        if sum > 1 << 106 {
            [last, sum] = [last >> 20, sum >> 20];
            all.iter_mut().for_each(|ways| *ways >>= 20);
        }
    }
}

/// How likely 0, 1, 2 … of the bonus dice are to burst, none more than once, in parts of [`WHOLE`]; and a bound on the
/// error.
fn bursts_once(bonus: Dice) -> (Vec<u128>, u64) {
    let (count, sides) = (u128::from(bonus.count), u128::from(bonus.sides.max(1)));
    if sides == 1 {
        return (vec![WHOLE.into()], 0);
    }
    let mut all: Vec<u128> = vec![1 << 100];
    for burst in 1..=count {
        // One more of the dice that have not burst does. Each has one face to burst on and `sides - 1` others.
        all.push(all[burst as usize - 1] * (count + 1 - burst) / (burst * (sides - 1)));
        if all[burst as usize] > 1 << 112 {
            all.iter_mut().for_each(|ways| *ways >>= 20);
        }
    }
    (proportions(&all), all.len() as u64)
}

/// The same proportions in parts of [`WHOLE`].
fn proportions(all: &[u128]) -> Vec<u128> {
    let all = lowered(all.to_vec(), 1 << 64).0;
    let total = all.iter().sum::<u128>().max(1);
    all.iter().map(|ways| (ways * u128::from(WHOLE) + total / 2) / total).collect()
}

/// The ways to each sum of dice and bonus dice, by number of bursts. `lengths` are the chances of those numbers.
fn burst(dice: Dice, bonus: Dice, once: bool, lengths: &[u128]) -> Vec<(Reading, u128)> {
    let fixed = sums(dice.count, 1..=dice.sides);
    let low = bonus.sides.saturating_sub(1).max(1);
    let mut found = Vec::new();
    for (bursts, chance) in lengths.iter().enumerate() {
        // Every die that bursts shows its highest face. The die that ends a burst shows another, or any if it cannot
        // burst.
        let free = if once { bursts as u8 } else { 0 };
        let kept = bonus.count - free;
        let ends = joined(&sums(kept, 1..=low), &sums(free, 1..=bonus.sides));
        let all = proportions(&joined(&fixed, &ends));
        let least = i32::from(dice.count) + i32::from(bonus.count) + bursts as i32 * i32::from(bonus.sides);
        let reading = |sum: i32| Reading { bursts: bursts.min(255) as u8, ..Reading::of(sum) };
        found.extend((least..).zip(all).map(|(sum, ways)| (reading(sum), ways * chance)));
    }
    found
}

/// The ways to each sum of the two.
fn joined(one: &[u128], other: &[u128]) -> Vec<u128> {
    let (one, other) = (lowered(one.to_vec(), MOST).0, lowered(other.to_vec(), MOST).0);
    let mut ways = vec![0; (one.len() + other.len()).saturating_sub(1)];
    for (sum, ways_to) in one.iter().enumerate() {
        for (slot, more) in ways[sum..].iter_mut().zip(&other) {
            *slot += ways_to * more;
        }
    }
    lowered(ways, MOST).0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The chance of the results for which something holds.
    fn chance(throw: Throw, is: impl Fn(Reading) -> bool) -> f64 {
        let ways = throw.ways();
        let found: u64 = ways.iter().filter(|(reading, _)| is(*reading)).map(|(_, ways)| ways).sum();
        found as f64 / ways.total() as f64
    }

    fn mean(throw: Throw, of: impl Fn(i32) -> i32) -> f64 {
        let ways = throw.ways();
        let sum: i128 = ways.iter().map(|(reading, ways)| i128::from(of(reading.sum)) * i128::from(*ways)).sum();
        sum as f64 / ways.total() as f64
    }

    /// A roll of some dice with bonus dice that burst without limit.
    const fn roll(count: u8, sides: u8, bonus: u8, size: u8) -> Throw {
        Throw::Burst { dice: Dice { count, sides }, bonus: Dice { count: bonus, sides: size }, once: false }
    }

    /// The chance that the rolls on the left and on the right come to totals for which something holds.
    fn contest(left: Throw, right: Throw, is: impl Fn(i32, i32) -> bool) -> f64 {
        let (left, right) = (left.ways(), right.ways());
        let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
        let found = pairs.filter(|((one, _), (other, _))| is(one.sum, other.sum));
        let ways: u128 = found.map(|((_, one), (_, other))| u128::from(*one) * u128::from(*other)).sum();
        ways as f64 / (u128::from(left.total()) * u128::from(right.total())) as f64
    }

    #[track_caller]
    fn close(came: f64, printed: f64, digits: i32) {
        assert!((came - printed).abs() <= 0.51 * 10f64.powi(-digits), "{came} and not {printed}");
    }

    #[test]
    fn ways_of_two_dice() {
        let ways = Throw::Sum { count: 2, sides: 6 }.ways();
        assert_eq!(ways.first(), Some(&(Reading::of(2), 1)));
        assert_eq!(ways[5], (Reading::of(7), 6));
        assert_eq!((ways.total(), ways.missing()), (36, 0));
        assert_eq!(**Throw::Sum { count: 0, sides: 6 }.ways(), [(Reading::of(0), 1)]);
        // Without bonus dice nothing bursts, and all is exact.
        assert_eq!(roll(2, 6, 0, 10).ways(), Throw::Sum { count: 2, sides: 6 }.ways());
    }

    #[test]
    fn dice_too_many_to_count_are_kept_in_proportion() {
        for count in [18, 19, 40, 200] {
            let dice = Throw::Sum { count, sides: 10 };
            assert_eq!(dice.ways().missing() > 0, count > 18, "{count}");
            assert!(dice.ways().missing() < NEGLIGIBLE, "{count}");
            close(mean(dice, |sum| sum), f64::from(count) * 5.5, 9);
        }
    }

    #[test]
    fn one_in_ten_is_a_double_whatever_the_dice() {
        for (count, apart) in (1..=5).flat_map(|count| [true, false].map(|apart| (count, apart))) {
            let throw = Throw::Marked { count, apart };
            let (all, mut doubles, mut fumbles, mut sum) = (throw.ways().total(), 0, 0, 0);
            for (reading, ways) in throw.ways().iter() {
                sum += ways * reading.sum as u64;
                doubles += if reading.digits == Digits::Double { *ways } else { 0 };
                fumbles += if reading.digits == Digits::ZeroOne { *ways } else { 0 };
            }
            assert_eq!((doubles * 10, fumbles * 100), (all, all), "{throw:?}");
            assert_eq!(sum * 2, all * 11 * u64::from(count), "{throw:?}");
            assert_eq!(all, 10u64.pow(throw.draw(|_, _| 1).len() as u32), "{throw:?}");
        }
    }

    #[test]
    fn pools_come_to_the_printed_chances() {
        // Table 1 of the pools: a majority, and as many tens as the tier asks for.
        let critical = |count: u8, tier: u8| {
            chance(Throw::Pool { count, first: 0 }, |pool| pool.successes > count - pool.successes && pool.tens >= tier)
        };
        for (count, printed) in [(1, [0.1, 0.0, 0.0]), (2, [0.09, 0.01, 0.0]), (5, [0.26576, 0.06896, 0.00856])] {
            (1..).zip(printed).for_each(|(tier, printed)| close(critical(count, tier), printed, 9));
        }
        close(critical(12, 1), 0.317173885, 9);
        close(critical(12, 5), 0.003906531, 9);
        // By symmetry, the same for failures and ones.
        close(chance(Throw::Pool { count: 11, first: 4 }, |pool| pool.successes < 6 && pool.ones >= 3), 0.071468570, 9);
        let evaded = |pool: Reading| pool.successes == 2 && pool.first == 2;
        close(chance(Throw::Pool { count: 3, first: 2 }, evaded), 1.0 / 8.0, 12);
    }

    #[test]
    fn criticals_are_the_same_pool_with_less_told_apart() {
        for (count, first) in [(0, 0), (1, 1), (7, 0), (12, 6), (15, 4), (23, 9)] {
            let pool = Throw::Pool { count, first };
            for (least, least_first) in [(0, None), (1, None), (3, Some(2)), (5, Some(0)), (1, Some(9))] {
                let clip = |number: u8, least: u8| if number >= least { least } else { 0 };
                let mut expected: BTreeMap<Reading, u128> = BTreeMap::new();
                for (reading, ways) in pool.ways().iter() {
                    let first = least_first.map_or(reading.first, |least| clip(reading.first, least));
                    let (tens, ones) = (clip(reading.tens, least), clip(reading.ones, least));
                    *expected.entry(Reading { first, tens, ones, ..*reading }).or_default() += u128::from(*ways);
                }
                let found = pool.criticals(least, least_first);
                if found.missing() == 0 {
                    assert!(found.iter().map(|(reading, ways)| (*reading, u128::from(*ways))).eq(expected));
                    continue;
                }
                // For this many dice only proportions are kept.
                assert!(count > 18 && found.missing() < NEGLIGIBLE);
                for (reading, ways) in found.iter() {
                    let known = expected.get(reading).copied().unwrap_or(0) as f64 / pool.ways().total() as f64;
                    close(*ways as f64 / found.total() as f64, known, 14);
                }
            }
        }
    }

    #[test]
    fn bursting_dice_come_to_the_printed_means() {
        // VIG-ROLL-07.
        for (sides, printed) in
            [(4, 3.333333), (6, 4.2), (8, 5.142857), (10, 6.111111), (12, 7.090909), (20, 11.052632)]
        {
            close(mean(roll(0, 0, 1, sides), |sum| sum), printed, 6);
        }
        let die = roll(0, 0, 1, 10);
        assert_eq!(chance(die, |roll| matches!(roll.sum, 10 | 20)), 0.0);
        close(chance(die, |roll| roll.bursts == 2 && roll.sum == 23), 0.001, 12);
        let once = Throw::Burst { dice: Dice::default(), bonus: Dice { count: 1, sides: 10 }, once: true };
        close(chance(once, |roll| roll.sum == 20), 0.01, 12);
        assert_eq!(once.ways().last().map(|(reading, _)| (reading.sum, reading.bursts)), Some((20, 1)));
        let twice = Throw::Burst { dice: Dice::default(), bonus: Dice { count: 2, sides: 4 }, once: true };
        close(chance(twice, |roll| roll.sum == 16 && roll.bursts == 2), 1.0 / 256.0, 12);
        close(mean(twice, |sum| sum), 2.0 * (2.5 + 2.5 / 4.0), 12);
    }

    #[test]
    fn bursting_dice_come_to_the_printed_chances() {
        let beats = |roll: Throw, vs: i32| chance(roll, |roll| roll.sum > vs);
        // P2, P3, P6, P7, P9 to P11 of vigor: chance to beat the VS.
        for (roll, vs, printed) in [
            (roll(1, 20, 1, 10), 15, 109.0 / 200.0),
            (roll(1, 20, 2, 10), 15, 1583.0 / 2000.0),
            (roll(1, 20, 2, 8), 15, 3713.0 / 5120.0),
            (roll(1, 20, 2, 6), 15, 1127.0 / 1728.0),
            (roll(1, 20, 2, 8), 20, 10269.0 / 20480.0),
            (roll(1, 20, 1, 10), 8, 43.0 / 50.0),
            (roll(1, 20, 2, 10), 25, 7117.0 / 20000.0),
            (roll(1, 20, 2, 10), 20, 583.0 / 1000.0),
            (roll(1, 20, 1, 10), 20, 121.0 / 400.0),
        ] {
            close(beats(roll, vs), printed, 11);
        }
        // P5, P6, P12: the defence rolls too, and evades only with a higher total.
        let stands = |attack: Throw, vs: i32, defence: Throw| {
            contest(attack, defence, |total, other| total > vs && other <= total)
        };
        close(stands(roll(1, 20, 2, 10), 15, roll(1, 20, 2, 10)), 0.492632403, 9);
        close(stands(roll(1, 20, 2, 8), 15, roll(1, 20, 2, 10)), 0.422520875, 9);
        close(stands(roll(1, 20, 2, 10), 15, roll(1, 20, 1, 10)), 0.657276200, 9);
        // Initiative with a bonus die against none.
        let (bonus, none) = (roll(1, 20, 1, 10), roll(1, 20, 0, 10));
        close(contest(bonus, none, |one, other| one > other), 5747.0 / 8000.0, 11);
        close(contest(bonus, none, |one, other| one == other), 279.0 / 8000.0, 11);
    }

    #[test]
    fn bursting_damage_comes_to_the_printed_chances() {
        let damage = roll(1, 8, 2, 10);
        for (least, printed) in [
            (10, 179.0 / 200.0),
            (15, 297.0 / 500.0),
            (20, 137.0 / 500.0),
            (25, 2277.0 / 20000.0),
            (30, 917.0 / 20000.0),
            (40, 643.0 / 100_000.0),
        ] {
            close(chance(damage, |roll| roll.sum >= least), printed, 11);
        }
        // A critical is a bonus die that bursts: P3, P6, P7.
        close(chance(damage, |roll| roll.bursts > 0), 0.19, 11);
        close(chance(roll(1, 8, 2, 8), |roll| roll.bursts > 0), 15.0 / 64.0, 11);
        close(chance(roll(1, 8, 2, 6), |roll| roll.bursts > 0), 11.0 / 36.0, 11);
        // P3, P4, P8: means, bare and through armour of 5 and 13.
        close(mean(damage, |sum| sum), 301.0 / 18.0, 9);
        close(mean(damage, |sum| (sum - 5).max(0)), 16889.0 / 1440.0, 9);
        close(mean(roll(2, 10, 1, 10), |sum| (sum - 13).max(0)), 21713.0 / 4500.0, 9);
        close(chance(roll(2, 10, 1, 10), |roll| roll.sum > 13), 0.7199, 11);
    }

    #[test]
    fn what_is_left_out_of_a_burst_is_stated_and_does_not_matter() {
        for (count, sides) in [(1, 2), (1, 4), (2, 10), (5, 10), (20, 4), (35, 20), (255, 6)] {
            let throw = roll(1, 20, count, sides);
            let missing = throw.ways().missing();
            assert!((1..NEGLIGIBLE).contains(&missing), "{count}d{sides}: {missing}");
            let (all, most) = (f64::from(count), f64::from(sides));
            close(mean(throw, |sum| sum), 10.5 + all * (most + 1.0) / 2.0 * most / (most - 1.0), 7);
        }
        // One coin: half of what is left bursts on, so the last length that is kept has as many ways as all beyond it.
        let coin = roll(0, 0, 1, 2);
        let kept = coin.ways().last().map_or(0, |(reading, _)| reading.bursts);
        assert!(2f64.powi(-i32::from(kept)) < 1e-12 * 2.0, "{kept}");
    }
}
