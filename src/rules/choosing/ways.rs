//! Where movements can end: lists that are made on demand, since most offers are never looked at.

use std::{fmt, ops::Deref, sync::Arc};

use serde::Serialize;

use crate::{
    geometry::Square,
    rules::account::later::{Later, Lists as _},
};

/// A square that can be reached, with its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reachable {
    /// Where.
    pub square: Square,
    /// Cost in the ruleset's small unit.
    pub cost: u16,
    /// Whether it lies within the first band (base) or only in the second (full).
    pub base: bool,
}

/// A source of the squares where a movement can end. Its list never changes.
pub trait Ends: Send + Sync {
    /// The list, made when first asked for.
    fn list(&self) -> &[Reachable];

    /// Whether the list is empty, which may be found out without making it.
    fn leads_nowhere(&self) -> bool {
        self.list().is_empty()
    }
}

impl Ends for Vec<Reachable> {
    fn list(&self) -> &[Reachable] {
        self
    }
}

/// A list made by one function, with another that may tell early that it is not empty.
struct LaterEnds<M, N> {
    list: Later<Reachable, M>,
    surely_leads: N,
}

impl<M: Fn() -> Vec<Reachable> + Send + Sync, N: Fn() -> bool + Send + Sync> Ends for LaterEnds<M, N> {
    fn list(&self) -> &[Reachable] {
        self.list.list()
    }

    fn leads_nowhere(&self) -> bool {
        (self.list.is_made() || !(self.surely_leads)()) && self.list().is_empty()
    }
}

/// Squares that can be reached, shared by all offers that lead to the same squares.
#[derive(Clone, Default)]
pub struct Ways(Option<Arc<dyn Ends>>);

impl Ways {
    /// The squares of a source.
    pub fn of(ends: Arc<impl Ends + 'static>) -> Self {
        Self(Some(ends))
    }

    /// The squares that `make` lists on demand. `surely_leads` may tell before that that there are some; if it is
    /// unsure, it returns false.
    pub fn later(
        make: impl Fn() -> Vec<Reachable> + Send + Sync + 'static,
        surely_leads: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::of(Arc::new(LaterEnds { list: Later::new(make), surely_leads }))
    }

    /// Whether there are none, found without making the list if possible.
    pub fn lead_nowhere(&self) -> bool {
        self.0.as_ref().is_none_or(|ends| ends.leads_nowhere())
    }
}

impl From<Vec<Reachable>> for Ways {
    fn from(ways: Vec<Reachable>) -> Self {
        if ways.is_empty() { Self::default() } else { Self::of(Arc::new(ways)) }
    }
}

impl Deref for Ways {
    type Target = [Reachable];

    fn deref(&self) -> &[Reachable] {
        self.0.as_ref().map_or(&[], |ends| ends.list())
    }
}

impl fmt::Debug for Ways {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl PartialEq for Ways {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Ways {}

impl Serialize for Ways {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_list_is_made_once_and_only_when_somebody_looks() {
        let end = Reachable { square: Square::new(1, 2), cost: 3, base: true };
        let made = Arc::new(AtomicU32::new(0));
        let ways = |ends: Vec<Reachable>, surely: bool| {
            let made = Arc::clone(&made);
            let make = move || {
                made.fetch_add(1, Ordering::Relaxed);
                ends.clone()
            };
            Ways::later(make, move || surely)
        };
        let count = || made.load(Ordering::Relaxed);
        let known = ways(vec![end], true);
        assert!(!known.lead_nowhere() && count() == 0);
        assert_eq!((known.len(), known.clone().to_vec(), count()), (1, vec![end], 1));
        assert_eq!(known, Ways::from(vec![end]));
        let unsure = ways(vec![end], false);
        assert!(!unsure.lead_nowhere() && !unsure.lead_nowhere() && count() == 2);
        assert!(ways(Vec::new(), false).lead_nowhere() && Ways::default().lead_nowhere());
    }
}
