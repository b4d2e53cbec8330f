//! Finds values in a list by their hash, without a second copy of them.

use hashbrown::{HashTable, hash_table::Entry};

/// Where values stand in a list that is kept elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Places(HashTable<u32>);

impl Places {
    /// With room for so many.
    pub fn with_room(many: usize) -> Self {
        Self(HashTable::with_capacity(many))
    }

    /// The place of a value with that hash, if it is in the list; otherwise notes that the value comes at its end, which
    /// is `next`. `is` says whether the value at a place is the one, `hash` its hash.
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

    /// Forgets all, keeping its room.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
