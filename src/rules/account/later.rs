//! Lists that are made on first use, since most are never looked at.

use std::sync::OnceLock;

/// A source of a list. It always gives the same list.
pub(in crate::rules) trait Lists<T>: Send + Sync {
    /// The list, made when first asked for.
    fn list(&self) -> &[T];
}

/// A list that is made when first asked for.
pub(in crate::rules) struct Later<T, M> {
    made: OnceLock<Vec<T>>,
    make: M,
}

impl<T, M> Later<T, M> {
    /// The list that `make` returns.
    pub(in crate::rules) const fn new(make: M) -> Self {
        Self { made: OnceLock::new(), make }
    }

    /// Whether it has been asked for.
    pub(in crate::rules) fn is_made(&self) -> bool {
        self.made.get().is_some()
    }
}

impl<T: Send + Sync, M: Fn() -> Vec<T> + Send + Sync> Lists<T> for Later<T, M> {
    fn list(&self) -> &[T] {
        self.made.get_or_init(&self.make)
    }
}
