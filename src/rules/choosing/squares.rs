//! Squares that an offer can be aimed at: lists that are made on demand, since most are never looked at.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::Serialize;

use crate::geometry::Square;

/// A source of the squares that an offer can be aimed at. Its answers never change.
pub trait Aims: Send + Sync {
    /// All squares.
    fn all(&self) -> Vec<Square>;

    /// The most promising squares, for callers that look at only a few.
    fn foremost(&self) -> Vec<Square> {
        self.all()
    }

    /// Whether a square is among them.
    fn admit(&self, square: Square) -> bool {
        self.all().contains(&square)
    }

    /// Whether there are none.
    fn are_none(&self) -> bool {
        self.all().is_empty()
    }
}

/// A source and the lists made from it so far.
struct Listed<A: ?Sized> {
    all: OnceLock<Vec<Square>>,
    foremost: OnceLock<Vec<Square>>,
    aims: A,
}

/// Squares that an offer can be aimed at; all copies share the lists.
#[derive(Clone)]
pub struct Squares(SquareList);

#[derive(Clone)]
enum SquareList {
    Own(Vec<Square>),
    Later(Arc<Listed<dyn Aims>>),
}

impl Squares {
    /// The squares of a source, listed on demand.
    pub fn later(aims: impl Aims + 'static) -> Self {
        Self(SquareList::Later(Arc::new(Listed { all: OnceLock::new(), foremost: OnceLock::new(), aims })))
    }

    /// The most promising squares, for callers that look at only a few.
    pub fn foremost(&self) -> &[Square] {
        match &self.0 {
            SquareList::Own(squares) => squares,
            SquareList::Later(listed) => listed.foremost.get_or_init(|| listed.aims.foremost()),
        }
    }

    /// Whether a square is among them, found without making a list if possible.
    pub fn contains(&self, square: &Square) -> bool {
        match &self.0 {
            SquareList::Own(squares) => squares.contains(square),
            SquareList::Later(listed) => match listed.all.get() {
                Some(squares) => squares.contains(square),
                None => listed.aims.admit(*square),
            },
        }
    }

    /// Whether there are none, found without making a list if possible.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            SquareList::Own(squares) => squares.is_empty(),
            SquareList::Later(listed) => listed.all.get().map_or_else(|| listed.aims.are_none(), Vec::is_empty),
        }
    }
}

impl From<Vec<Square>> for Squares {
    #[inline]
    fn from(squares: Vec<Square>) -> Self {
        Self(SquareList::Own(squares))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(SquareList::Own(squares.into_iter().collect()))
    }
}

impl Deref for Squares {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        match &self.0 {
            SquareList::Own(squares) => squares,
            SquareList::Later(listed) => listed.all.get_or_init(|| listed.aims.all()),
        }
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl PartialEq for Squares {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Squares {}

impl Serialize for Squares {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The first squares of a row, with a count of how often they are listed.
    struct Row(i16, Arc<AtomicU32>);

    impl Aims for Row {
        fn all(&self) -> Vec<Square> {
            self.1.fetch_add(1, Ordering::Relaxed);
            (0..self.0).map(|x| Square::new(x, 0)).collect()
        }

        fn foremost(&self) -> Vec<Square> {
            vec![Square::new(0, 0)]
        }

        fn admit(&self, square: Square) -> bool {
            (0..self.0).contains(&square.x)
        }

        fn are_none(&self) -> bool {
            self.0 == 0
        }
    }

    #[test]
    fn a_list_is_made_once_and_only_when_somebody_looks() {
        let made = Arc::new(AtomicU32::new(0));
        let squares = Squares::later(Row(4, Arc::clone(&made)));
        let [first, last, beyond] = [0, 3, 4].map(|x| Square::new(x, 0));
        assert!(squares.contains(&last) && !squares.contains(&beyond) && !squares.is_empty());
        assert_eq!((squares.foremost(), made.load(Ordering::Relaxed)), (&[first][..], 0));
        assert_eq!((squares.len(), squares.clone().last(), made.load(Ordering::Relaxed)), (4, Some(&last), 1));
        assert!(squares.contains(&last) && !squares.contains(&beyond));
        assert_eq!(squares, squares.to_vec().into());
        assert!(Squares::later(Row(0, made)).is_empty() && Squares::from(Vec::new()).is_empty());
    }
}
