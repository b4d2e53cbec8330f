//! Everything an exchange can depend on, as one value that can be compared and stored.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

/// Everything that the outcome of a step can depend on: equal situations have equal forecasts. Values that never change
/// in a battle, such as sheets and settings, are left out.
///
/// It keeps exactly what a value of the ruleset feeds to a hasher, so it is exact, yet small enough for the stack.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SituationKey {
    words: SmallVec<[u64; 24]>,
}

impl SituationKey {
    /// The situation made up of these values. Their types and order must be the same for all situations of a ruleset.
    pub fn of(values: &impl Hash) -> Self {
        let mut gathered = Self::default();
        values.hash(&mut gathered);
        gathered
    }

    /// Adds more values.
    #[must_use]
    pub fn with(mut self, values: &impl Hash) -> Self {
        values.hash(&mut self);
        self
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + if self.words.spilled() { 8 * self.words.len() as u64 } else { 0 }
    }
}

impl Hash for SituationKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.iter().for_each(|word| state.write_u64(*word));
    }
}

/// Keeps what it is given, each number as a word.
impl Hasher for SituationKey {
    fn finish(&self) -> u64 {
        self.words.len() as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        self.words.push(bytes.len() as u64);
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.words.push(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.words.push(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.words.push(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.words.push(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.words.push(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.words.push(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_apart_what_differs_and_joins_what_is_equal() {
        let of = |values: (u8, Option<i16>, Vec<u16>)| SituationKey::of(&values);
        assert_eq!(of((1, Some(-2), vec![3])), of((1, Some(-2), vec![3])));
        let all = [
            of((1, Some(-2), vec![3])),
            of((2, Some(-2), vec![3])),
            of((1, None, vec![3])),
            of((1, Some(-2), vec![])),
            of((1, Some(-2), vec![3, 0])),
            SituationKey::of(&"ab"),
            SituationKey::of(&"abc"),
        ];
        for (index, key) in all.iter().enumerate() {
            assert!(all[index + 1..].iter().all(|other| other != key), "{key:?}");
        }
    }
}
