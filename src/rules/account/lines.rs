//! The lines that decide sight and cover: drawn on first use, since most are never looked at.

use std::{fmt, ops::Deref, sync::Arc};

use serde::{Serialize, Serializer};

use super::{
    Line,
    later::{Later, Lists},
};

/// Lines drawn between two bodies.
#[derive(Clone)]
pub struct Lines(Drawn);

#[derive(Clone)]
enum Drawn {
    Made(Arc<[Line]>),
    /// With the key of what they are made from.
    Later(LinesKey, Arc<dyn Lists<Line>>),
}

/// What lines are made from: equal keys mean equal lines.
pub type LinesKey = [u64; 4];

impl Lines {
    /// The lines that `make` draws on first use.
    pub fn later(key: LinesKey, make: impl Fn() -> Vec<Line> + Send + Sync + 'static) -> Self {
        Self(Drawn::Later(key, Arc::new(Later::new(make))))
    }
}

impl From<Vec<Line>> for Lines {
    fn from(lines: Vec<Line>) -> Self {
        Self(Drawn::Made(lines.into()))
    }
}

impl Deref for Lines {
    type Target = [Line];

    fn deref(&self) -> &[Line] {
        match &self.0 {
            Drawn::Made(lines) => lines,
            Drawn::Later(_, lines) => lines.list(),
        }
    }
}

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Drawn::Later(one, _), Drawn::Later(other, _)) if one == other => true,
            _ => **self == **other,
        }
    }
}

impl Eq for Lines {}

impl fmt::Debug for Lines {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::{geometry::Point, rules::RuleId};

    #[test]
    fn lines_are_drawn_once_and_compared_by_what_they_are_made_from() {
        let count = Arc::new(AtomicU32::new(0));
        let lines = |key: u64, x: i32| {
            let count = Arc::clone(&count);
            let end = Point { x, y: 0 };
            Lines::later([key, 0, 0, 0], move || {
                count.fetch_add(1, Ordering::Relaxed);
                vec![Line { from: end, to: end, class: 0, touches: None, words: "clear".into(), rule: RuleId("X-01") }]
            })
        };
        let drawn = lines(1, 3);
        assert_eq!(drawn, lines(1, 3));
        assert_eq!(drawn, drawn.clone());
        assert_eq!(count.load(Ordering::Relaxed), 0);
        assert_eq!((drawn.clone().len(), drawn.len(), count.load(Ordering::Relaxed)), (1, 1, 1));
        assert_eq!(drawn, lines(2, 3), "the same lines made from something else");
        assert_ne!(drawn, lines(2, 4));
        assert_eq!(drawn, Lines::from(drawn.to_vec()));
    }
}
