//! Effects as the ends of forecasts store them: many ends share one list.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::{Deref, DerefMut},
    slice,
    sync::Arc,
};

use crate::rules::state::Effect;

/// Effects in order: an owned list, or a part of a shared one. It reads like a slice.
#[derive(Clone)]
pub struct EffectList(Storage);

#[derive(Clone)]
enum Storage {
    Own(Vec<Effect>),
    Part { all: Arc<Vec<Effect>>, from: u32, to: u32 },
}

impl EffectList {
    /// Part of a list.
    pub fn part(all: &Arc<Vec<Effect>>, from: usize, to: usize) -> Self {
        if from == to {
            return Self::default();
        }
        Self(Storage::Part { all: Arc::clone(all), from: from as u32, to: to as u32 })
    }

    /// The list, to be changed.
    pub fn to_mut(&mut self) -> &mut Vec<Effect> {
        if matches!(self.0, Storage::Part { .. }) {
            self.0 = Storage::Own(self.to_vec());
        }
        match &mut self.0 {
            Storage::Own(list) => list,
            Storage::Part { .. } => unreachable!("it has just become a list of its own"),
        }
    }
}

impl Default for EffectList {
    fn default() -> Self {
        Self(Storage::Own(Vec::new()))
    }
}

impl From<Vec<Effect>> for EffectList {
    fn from(list: Vec<Effect>) -> Self {
        Self(Storage::Own(list))
    }
}

impl Deref for EffectList {
    type Target = [Effect];

    #[inline]
    fn deref(&self) -> &[Effect] {
        match &self.0 {
            Storage::Own(list) => list,
            Storage::Part { all, from, to } => &all[*from as usize..*to as usize],
        }
    }
}

impl DerefMut for EffectList {
    fn deref_mut(&mut self) -> &mut [Effect] {
        self.to_mut()
    }
}

impl<'a> IntoIterator for &'a EffectList {
    type Item = &'a Effect;
    type IntoIter = slice::Iter<'a, Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for EffectList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(out)
    }
}

impl PartialEq for EffectList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for EffectList {}

impl PartialOrd for EffectList {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EffectList {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for EffectList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
