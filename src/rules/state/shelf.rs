//! A few values of any type, each made once and shared. Reading takes no lock.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

/// A value of some type.
pub(in crate::rules) type AnyValue = Arc<dyn Any + Send + Sync>;

/// A cache of a later room, shared by all copies of a battle: one value, made on first use.
#[derive(Debug, Default)]
pub(in crate::rules) struct Memory(OnceLock<Box<dyn Any + Send + Sync>>);

impl Memory {
    /// The value. Every caller must ask for the same type.
    pub(in crate::rules) fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        self.0.get_or_init(|| Box::<T>::default()).downcast_ref().expect("only one room remembers anything")
    }
}

/// Values in the order of first use, by keys that include their types. There are few, so a search goes through all of
/// them.
pub(in crate::rules) struct Shelf<K> {
    places: [OnceLock<(K, AnyValue)>; 8],
    next: OnceLock<Box<Self>>,
}

impl<K> Default for Shelf<K> {
    fn default() -> Self {
        Self { places: [const { OnceLock::new() }; 8], next: OnceLock::new() }
    }
}

impl<K: Copy + PartialEq> Shelf<K> {
    /// The value with a key, if it has been made.
    pub(in crate::rules) fn find(&self, key: K) -> Option<&AnyValue> {
        let mut shelf = self;
        loop {
            for place in &shelf.places {
                match place.get() {
                    Some((known, kept)) if *known == key => return Some(kept),
                    Some(_) => {}
                    None => return None,
                }
            }
            shelf = shelf.next.get()?;
        }
    }

    /// Keeps a value, unless another thread has made it meanwhile; returns the one kept.
    pub(in crate::rules) fn add(&self, key: K, made: &AnyValue) -> &AnyValue {
        for place in &self.places {
            let (known, kept) = place.get_or_init(|| (key, Arc::clone(made)));
            if *known == key {
                return kept;
            }
        }
        self.next.get_or_init(Box::default).add(key, made)
    }

    /// The value with a key, made by `make` on first use. `make` may ask for other values.
    pub(in crate::rules) fn get_or_make(&self, key: K, make: impl FnOnce() -> AnyValue) -> &AnyValue {
        self.find(key).unwrap_or_else(|| self.add(key, &make()))
    }

    /// All values made so far.
    pub(in crate::rules) fn all(&self) -> impl Iterator<Item = &(K, AnyValue)> {
        std::iter::successors(Some(self), |shelf| shelf.next.get().map(|next| &**next))
            .flat_map(|shelf| shelf.places.iter().filter_map(OnceLock::get))
    }
}
