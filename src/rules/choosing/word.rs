//! Words of parameters: static or shared with their owner, so that offers copy no text.

use std::{
    borrow::Cow,
    fmt,
    ops::{Deref, RangeInclusive},
    sync::{Arc, LazyLock},
};

use serde::{Serialize, Serializer};

use super::ParameterValue;
use crate::rules::ids::ItemId;

/// A word or a few.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// Always the same.
    Static(&'static str),
    /// A name, or text made for the occasion.
    Shared(Arc<str>),
}

impl Word {
    /// Names an item whose tag does not tell it apart from another: the tag with its number, as in `drop javelin#7`.
    pub fn numbered(tag: &str, item: ItemId) -> Self {
        format!("{tag}#{}", item.0).into()
    }

    /// Names an item to choose among some, each with its tag: by its tag, numbered if another is called alike.
    pub fn among<'a>(item: ItemId, tag: &str, mut all: impl Iterator<Item = (ItemId, &'a str)>) -> Self {
        let has_twin = all.any(|(other, called)| other != item && called == tag);
        if has_twin { Self::numbered(tag, item) } else { tag.to_string().into() }
    }
}

impl Deref for Word {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Static(word) => word,
            Self::Shared(word) => word,
        }
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, out)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl From<&'static str> for Word {
    fn from(word: &'static str) -> Self {
        Self::Static(word)
    }
}

impl From<String> for Word {
    fn from(word: String) -> Self {
        Self::Shared(word.into())
    }
}

impl From<&Arc<str>> for Word {
    fn from(word: &Arc<str>) -> Self {
        Self::Shared(Arc::clone(word))
    }
}

impl From<Cow<'static, str>> for Word {
    fn from(word: Cow<'static, str>) -> Self {
        match word {
            Cow::Borrowed(word) => Self::Static(word),
            Cow::Owned(word) => word.into(),
        }
    }
}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Word {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

/// The most that [`counts`] goes up to.
const MOST: u8 = 200;

/// Each number up to [`MOST`] as a value.
static COUNTS: LazyLock<Vec<ParameterValue>> = LazyLock::new(|| {
    let value = |count: u8| {
        let word = Word::from(count.to_string());
        ParameterValue::new(count.into(), word.clone(), word)
    };
    (0..=MOST).map(value).collect()
});

/// A range of numbers as the values of a parameter.
pub fn counts(range: RangeInclusive<u8>) -> &'static [ParameterValue] {
    let (from, to) = (*range.start(), (*range.end()).min(MOST));
    if from > to { &[] } else { &COUNTS[usize::from(from)..=usize::from(to)] }
}
