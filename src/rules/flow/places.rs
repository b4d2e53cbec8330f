//! Finds values in a list by hash, without a second copy of them.

use hashbrown::{HashTable, hash_table::Entry};

/// The places of values in a list that is kept elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Places(HashTable<u32>);

impl Places {
    /// No places yet, with room for `many`.
    pub fn with_room(many: usize) -> Self {
        Self(HashTable::with_capacity(many))
    }

    /// The place of a value with hash `value`, if it is in the list; otherwise notes that it will be added at the end,
    /// at `next`. `is` says whether the value at a place is the one sought, `hash` gives its hash.
    #[inline]
    pub fn find(
        &mut self,
        value: u64,
        next: usize,
        is: impl Fn(usize) -> bool,
        hash: impl Fn(usize) -> u64,
    ) -> Option<usize> {
        match self.0.entry(value, |place| is(*place as usize), |place| hash(*place as usize)) {
            Entry::Occupied(known) => Some(*known.get() as usize),
            Entry::Vacant(free) => {
                free.insert(next as u32);
                None
            }
        }
    }

    /// Forgets all places but keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
