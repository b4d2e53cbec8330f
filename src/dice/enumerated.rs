//! The source of chance that explores every outcome of a step with its exact weight.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Against, Band, Chance, Throw, Thrown, chance::one_by_one, gcd};

/// The most parts into which outcomes of successive throws are divided.
const MOST_PARTS: u128 = 1 << 60;

/// A value that represents its class, with the value of a second throw against it and the number of ways to that class.
#[derive(Clone, Copy, Debug)]
struct Branch {
    value: i32,
    against: Option<i32>,
    ways: u128,
}

/// One throw on the way to the current outcome, or two against each other.
#[derive(Clone, Debug)]
struct Fork {
    branches: Vec<Branch>,
    total: u128,
    taken: usize,
}

/// Explores all outcomes: run the same code repeatedly, calling [`Enumerated::advance`] in between.
#[derive(Clone, Debug, Default)]
pub struct Enumerated {
    forks: Vec<Fork>,
    depth: usize,
    /// Keeps all values separate, whatever class the rules give them; for tests of the classes.
    every_value: bool,
    rounded: bool,
    scratch: Vec<u32>,
    /// Allocations of finished forks, to be used again.
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

    /// A fresh source of the same kind.
    #[must_use]
    pub fn another(&self) -> Self {
        Self { every_value: self.every_value, ..Self::default() }
    }

    /// The number of ways to the current outcome, and of all ways, as products over its throws.
    pub fn weight(&self) -> (u128, u128) {
        self.forks
            .iter()
            .fold((1, 1), |(ways, total), fork| (ways * fork.branches[fork.taken].ways, total * fork.total))
    }

    /// Whether all throws so far were exact, [`Throw::is_exact`].
    pub const fn is_exact(&self) -> bool {
        !self.rounded
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

    fn fork(&mut self, throw: Throw, class: &dyn Fn(i32) -> u32) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        let mut total = 0;
        self.rounded |= !throw.is_exact();
        let mut add = |value: i32, ways: u128| {
            let class = if self.every_value { value as u32 } else { class(value) };
            add_to(&mut branches, &mut self.scratch, class, Branch { value, against: None, ways });
            total += ways;
        };
        match throw {
            Throw::Percent => (0..100).for_each(|value| add(value, 1)),
            Throw::Sum { count: 1, sides } => (1..=i32::from(sides)).for_each(|value| add(value, 1)),
            Throw::Sum { .. } | Throw::Marked { .. } => {
                throw.ways().iter().for_each(|(value, ways)| add(*value, u128::from(*ways)));
            }
        }
        Fork { branches, total, taken: 0 }
    }

    /// The fork of one die whose values are all equally likely.
    fn banded(&mut self, (low, high): (i32, i32), bands: &[Band]) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        each_band((low, high), bands, |value, ways, class| {
            add_to(&mut branches, &mut self.scratch, class, Branch { value, against: None, ways });
        });
        Fork { branches, total: (high - low + 1) as u128, taken: 0 }
    }

    /// The fork of marked dice where only the digits matter and whether the sum is above a number.
    fn split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        self.rounded |= !throw.is_exact();
        let mut total = 0;
        for ((digits, tally), classes) in (0..).zip(throw.tallies().iter()).zip(classes) {
            let Some((_, all)) = tally.last() else { continue };
            let first = tally.partition_point(|(sum, _)| *sum <= above);
            let upto = if first > 0 { tally[first - 1].1 } else { 0 };
            for (place, ways, class) in [(0, upto, classes[0]), (first, all - upto, classes[1])] {
                if ways > 0 {
                    let (value, ways) = (tally[place].0 * 4 + digits, u128::from(ways));
                    add_to(&mut branches, &mut self.scratch, class, Branch { value, against: None, ways });
                    total += ways;
                }
            }
        }
        Fork { branches, total, taken: 0 }
    }

    /// The fork of two dice against each other whose values are all equally likely.
    fn paired(&mut self, ranges: [(i32, i32); 2], plan: &dyn Fn(i32) -> Against) -> Fork {
        let mut branches = self.room();
        self.scratch.clear();
        let [(low, high), (least, most)] = ranges;
        let all = (most - least + 1) as u128;
        for value in low..=high {
            let mut add = |class: u32, against: Option<i32>, ways: u128| {
                add_to(&mut branches, &mut self.scratch, class, Branch { value, against, ways });
            };
            match plan(value) {
                Against::Nothing(class) => add(class, None, all),
                Against::Bands(bands) => {
                    each_band((least, most), &bands, |first, ways, class| add(class, Some(first), ways));
                }
            }
        }
        Fork { branches, total: (high - low + 1) as u128 * all, taken: 0 }
    }

    /// The fork of a throw and of those that follow its values.
    fn chained(
        &mut self,
        first: Throw,
        next: &dyn Fn(i32) -> Option<Throw>,
        class: &dyn Fn(i32, Option<i32>) -> u32,
    ) -> Fork {
        let mut branches = self.room();
        let mut places: FxHashMap<u32, usize> = FxHashMap::default();
        let mut followers: Vec<(Throw, Rc<[(i32, u64)]>, u128)> = Vec::new();
        let firsts: Vec<(i32, u64, Option<usize>)> = first
            .ways()
            .iter()
            .map(|&(value, ways)| {
                let follower = next(value).map(|throw| {
                    followers.iter().position(|(known, ..)| *known == throw).unwrap_or_else(|| {
                        let ways = throw.ways();
                        let all = ways.iter().map(|(_, ways)| u128::from(*ways)).sum();
                        followers.push((throw, ways, all));
                        followers.len() - 1
                    })
                });
                (value, ways, follower)
            })
            .collect();
        self.rounded |= !first.is_exact() || followers.iter().any(|(throw, ..)| !throw.is_exact());
        // All pairs are counted in parts of one whole; of too large a whole only the proportions are kept.
        let common =
            |whole: u128, all: u128| whole.checked_mul(all / gcd(whole, all)).filter(|whole| *whole <= MOST_PARTS);
        let whole = followers.iter().try_fold(1, |whole, (.., all)| common(whole, *all));
        self.rounded |= whole.is_none();
        let parts = whole.unwrap_or(MOST_PARTS);
        let share = |ways: u64, all: u128| (u128::from(ways) * parts + all / 2) / all;
        let mut add = |value: i32, against: Option<i32>, ways: u128| {
            let place = *places.entry(class(value, against)).or_insert_with(|| {
                branches.push(Branch { value, against, ways: 0 });
                branches.len() - 1
            });
            branches[place].ways += ways;
        };
        for (value, ways, follower) in &firsts {
            match follower.map(|place| &followers[place]) {
                None => add(*value, None, u128::from(*ways) * parts),
                Some((_, seconds, all)) => {
                    let scale = u128::from(*ways);
                    seconds.iter().for_each(|(second, ways)| add(*value, Some(*second), scale * share(*ways, *all)));
                }
            }
        }
        let total = branches.iter().map(|branch| branch.ways).sum();
        Fork { branches, total, taken: 0 }
    }

    /// The value of the current fork, which is made first if it is new.
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

/// A thrown value; enumerated dice have no faces.
const fn thrown(value: i32) -> Thrown {
    Thrown { value, faces: Vec::new() }
}

/// Whether all values of a throw are equally likely.
const fn is_even(throw: Throw) -> bool {
    matches!(throw, Throw::Percent | Throw::Sum { count: 1, .. })
}

impl Chance for Enumerated {
    fn throw(&mut self, throw: Throw, class: &dyn Fn(i32) -> u32) -> Thrown {
        thrown(self.next(|walk| walk.fork(throw, class)).value)
    }

    fn throw_in_bands(&mut self, throw: Throw, bands: &[Band]) -> Thrown {
        if is_even(throw) && !self.every_value && !bands.is_empty() {
            return thrown(self.next(|walk| walk.banded(throw.face_range(), bands)).value);
        }
        self.throw(throw, &|value| Band::class_of(value, bands))
    }

    fn throw_split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Thrown {
        if self.every_value || !matches!(throw, Throw::Marked { .. }) {
            return self.throw(throw, &|value| value as u32);
        }
        thrown(self.next(|walk| walk.split(throw, above, classes)).value)
    }

    fn throw_against(&mut self, throws: [Throw; 2], plan: &dyn Fn(i32) -> Against) -> (Thrown, Option<Thrown>) {
        if self.every_value || !throws.into_iter().all(is_even) {
            return one_by_one(self, throws, plan);
        }
        let pair = self.next(|walk| walk.paired(throws.map(Throw::face_range), plan));
        (thrown(pair.value), pair.against.map(thrown))
    }

    fn throw_then(
        &mut self,
        first: Throw,
        next: &dyn Fn(i32) -> Option<Throw>,
        class: &dyn Fn(i32, Option<i32>) -> u32,
    ) -> (Thrown, Option<Thrown>) {
        if self.every_value {
            let first = self.throw(first, &|value| value as u32);
            let second = next(first.value).map(|throw| self.throw(throw, &|value| value as u32));
            return (first, second);
        }
        let pair = self.next(|walk| walk.chained(first, next, class));
        (thrown(pair.value), pair.against.map(thrown))
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
                let class = |value: i32| u32::from(value == 21);
                let thrown = if banded {
                    source.throw_in_bands(Throw::Percent, &bands)
                } else {
                    source.throw(Throw::Percent, &class)
                };
                seen.push((class(thrown.value), source.weight()));
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
                let class = |value: i32| {
                    let (sum, digits) = crate::dice::marked(value);
                    classes[digits as usize][usize::from(sum > above)]
                };
                let walk = |split: bool| {
                    let mut source = Enumerated::new();
                    let mut seen = [(0, 0); 5];
                    loop {
                        let thrown =
                            if split { source.throw_split(throw, above, classes) } else { source.throw(throw, &class) };
                        seen[class(thrown.value) as usize] = source.weight();
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
            let first = source.throw(Throw::Percent, &|value| u32::from(value < 25)).value;
            let second = (first < 25).then(|| source.throw(Throw::Sum { count: 1, sides: 2 }, &|v| v as u32).value);
            seen.push((first < 25, second, source.weight()));
            if !source.advance() {
                break;
            }
        }
        assert_eq!(seen, [(true, Some(1), (25, 200)), (true, Some(2), (25, 200)), (false, None, (75, 100))]);
    }
}
