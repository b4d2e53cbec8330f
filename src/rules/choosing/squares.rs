//! Squares that an offer can be aimed at: lists that are made when somebody looks, since most are never seen.

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use serde::Serialize;

use crate::geometry::Square;

/// What knows the squares that an offer can be aimed at. It always says the same.
pub trait Aims: Send + Sync {
    /// All of them.
    fn all(&self) -> Vec<Square>;

    /// Those that are worth a look of whoever looks at a few only.
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

/// Aims, and the lists that have been made of them.
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
    /// Those that something knows of, listed once somebody looks.
    pub fn later(aims: impl Aims + 'static) -> Self {
        Self(SquareList::Later(Arc::new(Listed { all: OnceLock::new(), foremost: OnceLock::new(), aims })))
    }

    /// Those that are worth a look of whoever looks at a few only.
    pub fn foremost(&self) -> &[Square] {
        match &self.0 {
            SquareList::Own(squares) => squares,
            SquareList::Later(listed) => listed.foremost.get_or_init(|| listed.aims.foremost()),
        }
    }

    /// Whether one is among them, found without making a list where that is possible.
    pub fn contains(&self, square: &Square) -> bool {
        match &self.0 {
            SquareList::Own(squares) => squares.contains(square),
            SquareList::Later(listed) => match listed.all.get() {
                Some(squares) => squares.contains(square),
                None => listed.aims.admit(*square),
            },
        }
    }

    /// Whether there are none, found without making a list where that is possible.
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

    /// The first squares of a row, of which one counts how often it is listed.
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
