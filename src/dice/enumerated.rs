//! The source of chance that explores every outcome of a step with its exact weight.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Band, Chance, Digits, Reading, Throw, Thrown, Ways, gcd};

/// The most parts that the outcomes of successive throws are divided into.
const MOST_PARTS: u128 = 1 << 60;

/// A result that stands for its class, with the result of a second throw against it and the number of ways to that
/// class.
#[derive(Clone, Copy, Debug)]
struct Branch {
    reading: Reading,
    against: Option<Reading>,
    ways: u128,
}

/// One throw on the way to the current outcome, or two against each other.
#[derive(Clone, Debug)]
struct Fork {
    branches: Vec<Branch>,
    total: u128,
    /// See [`Ways::missing`].
    missing: u64,
    taken: usize,
}

/// Explores all outcomes: run the same code again and again, calling [`Enumerated::advance`] in between.
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    forks: Vec<Fork>,
    depth: usize,
    /// Keeps all values separate, whatever their class; for tests of the classes.
    every_value: bool,
    scratch: Vec<u32>,
    /// Allocations of finished forks, for reuse.
    spare: Vec<Vec<Branch>>,
}

impl Enumerated {
    /// A source that merges values of equal class.
    pub fn new() -> Self {
        Self::default()
    }

    /// A source that merges nothing.
    pub fn of_every_value() -> Self {
        Self { every_value: true, ..Self::default() }
    }

    /// Whether it merges nothing.
    pub const fn is_of_every_value(&self) -> bool {
        self.every_value
    }

    /// A fresh source of the same kind.
    #[must_use]
    pub fn another(&self) -> Self {
        Self { every_value: self.every_value, ..Self::default() }
    }

    /// The number of ways to the current outcome and the number of all ways, as products over its throws.
    pub fn weight(&self) -> (u128, u128) {
        self.forks
            .iter()
            .fold((1, 1), |(ways, total), fork| (ways * fork.branches[fork.taken].ways, total * fork.total))
    }

    /// A bound on the chance left out or misplaced on the way to the current outcome, in parts of
    /// [`WHOLE`](super::WHOLE); 0 if all its throws are exact.
    pub fn missing(&self) -> u64 {
        self.forks.iter().map(|fork| fork.missing).sum()
    }

    /// Goes on to the next outcome; false when all have been explored, and the source may be used again.
    pub fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some(fork) = self.forks.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.branches.len() {
                return true;
            }
            self.spare.extend(self.forks.pop().map(|fork| fork.branches));
        }
        false
    }

    /// An empty list for the branches of a fork.
    fn room(&mut self) -> Vec<Branch> {
        let mut room = self.spare.pop().unwrap_or_default();
        room.clear();
        room
    }

    fn fork(&mut self, throw: Throw, class: &dyn Fn(Reading) -> u32) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        let mut add = |reading: Reading, ways: u64| {
            let branch = Branch { reading, against: None, ways: ways.into() };
            add_to(&mut branches, &mut self.scratch, class(reading), branch);
        };
        if throw.is_even() {
            let (low, high) = throw.face_range();
            (low..=high).for_each(|face| add(Reading::of(face.into()), 1));
            return Fork { branches, total: u128::from(high - low) + 1, missing: 0, taken: 0 };
        }
        let all = throw.ways();
        all.iter().for_each(|(reading, ways)| add(*reading, *ways));
        Fork { branches, total: all.total().into(), missing: all.missing(), taken: 0 }
    }

    /// The fork with a branch for every result.
    fn wide(&mut self, throw: Throw) -> Fork {
        let mut branches = self.room();
        let all = throw.ways();
        let each = |(reading, ways): &(Reading, u64)| Branch { reading: *reading, against: None, ways: (*ways).into() };
        branches.extend(all.iter().map(each));
        Fork { branches, total: all.total().into(), missing: all.missing(), taken: 0 }
    }

    /// The fork of one die whose values are all equally likely.
    fn banded(&mut self, (low, high): (i32, i32), bands: &[Band]) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        each_band((low, high), bands, |first, ways, class| {
            add_to(
                &mut branches,
                &mut self.scratch,
                class,
                Branch { reading: Reading::of(first), against: None, ways },
            );
        });
        Fork { branches, total: (high - low + 1) as u128, missing: 0, taken: 0 }
    }

    /// The fork of marked dice when only the digits matter and whether the sum is above a number.
    fn split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        let mut total = 0;
        for ((digits, tally), classes) in Digits::ALL.into_iter().zip(throw.tallies().iter()).zip(classes) {
            let Some((_, all)) = tally.last() else { continue };
            let first = tally.partition_point(|(sum, _)| *sum <= above);
            let upto = if first > 0 { tally[first - 1].1 } else { 0 };
            for (place, ways, class) in [(0, upto, classes[0]), (first, all - upto, classes[1])] {
                if ways > 0 {
                    let reading = Reading { digits, ..Reading::of(tally[place].0) };
                    let ways = u128::from(ways);
                    add_to(&mut branches, &mut self.scratch, class, Branch { reading, against: None, ways });
                    total += ways;
                }
            }
        }
        Fork { branches, total, missing: throw.ways().missing(), taken: 0 }
    }

    /// The fork of a throw and the throws that follow its results.
    fn chained(
        &mut self,
        first: Throw,
        next: &dyn Fn(Reading) -> Option<Throw>,
        class: &dyn Fn(Reading, Option<Reading>) -> u32,
    ) -> Fork {
        let mut branches = self.room();
        let mut places: FxHashMap<u32, usize> = FxHashMap::default();
        let mut followers: Vec<(Throw, Rc<Ways>, u128)> = Vec::new();
        let all = first.ways();
        let firsts: Vec<(Reading, u64, Option<usize>)> = all
            .iter()
            .map(|&(reading, ways)| {
                let follower = next(reading).map(|throw| {
                    followers.iter().position(|(known, ..)| *known == throw).unwrap_or_else(|| {
                        let ways = throw.ways();
                        let total = ways.total().into();
                        followers.push((throw, ways, total));
                        followers.len() - 1
                    })
                });
                (reading, ways, follower)
            })
            .collect();
        // All pairs are counted in parts of one whole. If that is too large, only proportions are kept.
        let common =
            |whole: u128, all: u128| whole.checked_mul(all / gcd(whole, all)).filter(|whole| *whole <= MOST_PARTS);
        let whole = followers.iter().try_fold(1, |whole, (.., all)| common(whole, *all));
        let missing = |(_, ways, _): &(Throw, Rc<Ways>, u128)| {
            ways.missing() + if whole.is_none() { ways.len() as u64 } else { 0 }
        };
        let missing = all.missing() + followers.iter().map(missing).max().unwrap_or(0);
        let parts = whole.unwrap_or(MOST_PARTS);
        let share = |ways: u64, all: u128| (u128::from(ways) * parts + all / 2) / all;
        let mut add = |reading: Reading, against: Option<Reading>, ways: u128| {
            let place = *places.entry(class(reading, against)).or_insert_with(|| {
                branches.push(Branch { reading, against, ways: 0 });
                branches.len() - 1
            });
            branches[place].ways += ways;
        };
        for (reading, ways, follower) in &firsts {
            match follower.map(|place| &followers[place]) {
                None => add(*reading, None, u128::from(*ways) * parts),
                Some((_, seconds, all)) => {
                    let scale = u128::from(*ways);
                    seconds.iter().for_each(|(second, ways)| add(*reading, Some(*second), scale * share(*ways, *all)));
                }
            }
        }
        let total = branches.iter().map(|branch| branch.ways).sum();
        Fork { branches, total, missing, taken: 0 }
    }

    /// The branch of the current fork, which is made if there is none yet.
    fn next(&mut self, make: impl FnOnce(&mut Self) -> Fork) -> Branch {
        if self.depth == self.forks.len() {
            let fork = make(self);
            self.forks.push(fork);
        }
        let fork = &self.forks[self.depth];
        self.depth += 1;
        fork.branches[fork.taken]
    }
}

/// Adds ways to the branch of a class, making the branch if it is new.
fn add_to(branches: &mut Vec<Branch>, classes: &mut Vec<u32>, class: u32, branch: Branch) {
    // Neighbouring values mostly share a class, so the last one is the likeliest.
    match classes.iter().rposition(|seen| *seen == class) {
        Some(index) => branches[index].ways += branch.ways,
        None => {
            classes.push(class);
            branches.push(branch);
        }
    }
}

/// The first value, the number of ways and the class of each band that can occur.
fn each_band((low, high): (i32, i32), bands: &[Band], mut each: impl FnMut(i32, u128, u32)) {
    let mut first = low;
    for (at, band) in bands.iter().enumerate() {
        let last = if at + 1 == bands.len() { high } else { band.last.min(high) };
        if last >= first {
            each(first, (last - first + 1) as u128, band.class);
            first = last + 1;
        }
    }
}

/// A result; enumerated dice have no faces.
const fn thrown(reading: Reading) -> Thrown {
    Thrown { reading, faces: Vec::new() }
}

/// The lowest and highest number of one die.
fn range(throw: Throw) -> (i32, i32) {
    let (low, high) = throw.face_range();
    (low.into(), high.into())
}

impl Chance for Enumerated {
    fn throw(&mut self, throw: Throw, class: &dyn Fn(Reading) -> u32) -> Thrown {
        if self.every_value {
            return self.throw_apart(throw);
        }
        thrown(self.next(|walk| walk.fork(throw, class)).reading)
    }

    fn throw_apart(&mut self, throw: Throw) -> Thrown {
        thrown(self.next(|walk| walk.wide(throw)).reading)
    }

    fn throw_in_bands(&mut self, throw: Throw, bands: &[Band]) -> Thrown {
        if throw.is_even() && !self.every_value && !bands.is_empty() {
            return thrown(self.next(|walk| walk.banded(range(throw), bands)).reading);
        }
        self.throw(throw, &|reading| Band::class_of(reading.sum, bands))
    }

    fn throw_split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Thrown {
        if self.every_value || !matches!(throw, Throw::Marked { .. }) {
            return self.throw_apart(throw);
        }
        thrown(self.next(|walk| walk.split(throw, above, classes)).reading)
    }

    fn throw_then(
        &mut self,
        first: Throw,
        next: &dyn Fn(Reading) -> Option<Throw>,
        class: &dyn Fn(Reading, Option<Reading>) -> u32,
    ) -> (Thrown, Option<Thrown>) {
        if self.every_value {
            let first = self.throw_apart(first);
            let second = next(first.reading).map(|throw| self.throw_apart(throw));
            return (first, second);
        }
        let pair = self.next(|walk| walk.chained(first, next, class));
        (thrown(pair.reading), pair.against.map(thrown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_a_quicker_word_for_classes() {
        let bands = [Band { last: 20, class: 0 }, Band { last: 21, class: 1 }, Band { last: 99, class: 0 }];
        let walk = |mut source: Enumerated, banded: bool| {
            let mut seen = Vec::new();
            loop {
                let class = |reading: Reading| u32::from(reading.sum == 21);
                let thrown = if banded {
                    source.throw_in_bands(Throw::Percent, &bands)
                } else {
                    source.throw(Throw::Percent, &class)
                };
                seen.push((class(thrown.reading), source.weight()));
                if !source.advance() {
                    return seen;
                }
            }
        };
        assert_eq!(walk(Enumerated::new(), true), walk(Enumerated::new(), false));
        assert_eq!(walk(Enumerated::of_every_value(), true).len(), 100);
    }

    #[test]
    fn a_split_is_a_quicker_word_for_classes() {
        let classes = [[0, 1], [2, 3], [4, 4]];
        for throw in [1, 2, 6].map(|count| Throw::Marked { count, apart: false }) {
            for above in [-3, 0, 9, 30, 99] {
                let class = |reading: Reading| classes[reading.digits as usize][usize::from(reading.sum > above)];
                let walk = |split: bool| {
                    let mut source = Enumerated::new();
                    let mut seen = [(0, 0); 5];
                    loop {
                        let thrown =
                            if split { source.throw_split(throw, above, classes) } else { source.throw(throw, &class) };
                        seen[class(thrown.reading) as usize] = source.weight();
                        if !source.advance() {
                            return seen;
                        }
                    }
                };
                assert_eq!(walk(true), walk(false), "{throw:?} {above}");
            }
        }
    }

    #[test]
    fn walks_every_outcome_with_its_weight() {
        let mut source = Enumerated::new();
        let mut seen = Vec::new();
        loop {
            let first = source.throw(Throw::Percent, &|reading| u32::from(reading.sum < 25)).sum;
            let second = (first < 25).then(|| source.throw_apart(Throw::die(2)).sum);
            seen.push((first < 25, second, source.weight()));
            if !source.advance() {
                break;
            }
        }
        assert_eq!(seen, [(true, Some(1), (25, 200)), (true, Some(2), (25, 200)), (false, None, (75, 100))]);
    }

    #[test]
    fn a_burst_is_explored_by_class_and_says_what_it_leaves_out() {
        let throw = Throw::Burst {
            dice: crate::dice::Dice { count: 1, sides: 20 },
            bonus: crate::dice::Dice { count: 2, sides: 10 },
            once: false,
        };
        let mut source = Enumerated::new();
        let mut seen = Vec::new();
        loop {
            let hits = source.throw(throw, &|reading| u32::from(reading.sum > 15)).sum > 15;
            let (ways, of) = source.weight();
            seen.push((hits, (ways as f64 / of as f64 * 2000.0).round()));
            assert!((1..crate::dice::NEGLIGIBLE).contains(&source.missing()));
            if !source.advance() {
                break;
            }
        }
        assert_eq!(seen, [(false, 417.0), (true, 1583.0)]);
        assert_eq!(source.missing(), 0);
    }
}
