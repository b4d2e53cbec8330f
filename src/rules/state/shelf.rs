//! A few values of any types, each made once and shared: reading takes no lock.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
};

/// A value of some type.
pub(in crate::rules) type AnyValue = Arc<dyn Any + Send + Sync>;

/// What a room above remembers for all copies of a battle: one value, made when first asked for.
#[derive(Debug, Default)]
pub(in crate::rules) struct Memory(OnceLock<Box<dyn Any + Send + Sync>>);

impl Memory {
    /// The value. Every caller must ask for the same type.
    pub(in crate::rules) fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        self.0.get_or_init(|| Box::<T>::default()).downcast_ref().expect("only one room remembers anything")
    }
}

/// Values in the order in which they were first asked for, by keys that tell their types too. They are few: looking for one
/// goes through all of them.
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

    /// Keeps a value, unless somebody else has made the same meanwhile; returns the one that is kept.
    pub(in crate::rules) fn add(&self, key: K, made: &AnyValue) -> &AnyValue {
        for place in &self.places {
            let (known, kept) = place.get_or_init(|| (key, Arc::clone(made)));
            if *known == key {
                return kept;
            }
        }
        self.next.get_or_init(Box::default).add(key, made)
    }

    /// The value with a key, made by `make` when first asked for. Making one may ask for others.
    pub(in crate::rules) fn get_or_make(&self, key: K, make: impl FnOnce() -> AnyValue) -> &AnyValue {
        self.find(key).unwrap_or_else(|| self.add(key, &make()))
    }

    /// All that have been made.
    pub(in crate::rules) fn all(&self) -> impl Iterator<Item = &(K, AnyValue)> {
        std::iter::successors(Some(self), |shelf| shelf.next.get().map(|next| &**next))
            .flat_map(|shelf| shelf.places.iter().filter_map(OnceLock::get))
    }
}
