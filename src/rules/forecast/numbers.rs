//! Numbers values, giving equal ones the same number.

use std::hash::{BuildHasher as _, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Roughly how many states an attack that is stepped through has.
const SOME: usize = 56;

/// Roughly how many states an attack has before it is taken as solved.
const FEW: usize = 6;

/// Numbers for values; equal values share one.
#[derive(Debug)]
pub struct Numbers<T> {
    /// The values, each at its number.
    pub values: Vec<T>,
    /// The latest number of each hash.
    numbers: FxHashMap<u64, u32>,
    /// The previous number with the same hash; [`NO_NUMBER`] if there is none.
    before: Vec<u32>,
}

/// Stands for no number.
const NO_NUMBER: u32 = u32::MAX;

impl<T: Hash + Eq> Numbers<T> {
    /// No values yet.
    pub fn new() -> Self {
        Self { values: Vec::with_capacity(FEW), numbers: FxHashMap::default(), before: Vec::with_capacity(FEW) }
    }

    /// The number of a value, the next free one if it is new.
    pub fn of(&mut self, value: T) -> u32 {
        // Hashed once: most values are new, and a map would hash them to look them up and again to insert them.
        let hash = FxBuildHasher.hash_one(&value);
        self.find(hash, |known| *known == value).unwrap_or_else(|| self.add(hash, value))
    }

    /// The number of a value, given its hash, if it is there.
    pub fn find(&self, hash: u64, is: impl Fn(&T) -> bool) -> Option<u32> {
        let mut same = self.numbers.get(&hash).copied().unwrap_or(NO_NUMBER);
        while same != NO_NUMBER && !is(&self.values[same as usize]) {
            same = self.before[same as usize];
        }
        (same != NO_NUMBER).then_some(same)
    }

    /// Adds a value that is not there yet.
    pub fn add(&mut self, hash: u64, value: T) -> u32 {
        let number = self.values.len() as u32;
        if number as usize == FEW {
            self.values.reserve(SOME);
            self.before.reserve(SOME);
            self.numbers.reserve(SOME);
        }
        self.before.push(self.numbers.insert(hash, number).unwrap_or(NO_NUMBER));
        self.values.push(value);
        number
    }
}
