//! The stage: a battle as far as the journal has been shown, and the clip that is being played.

use crate::rules::{Battle, Entry};

/// How fast the journal is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// As designed.
    #[default]
    X1,
    /// Twice as fast.
    X2,
    /// Four times as fast.
    X4,
    /// Not at all: everything is there at once.
    Off,
}

/// A battle as far as it has been shown.
#[derive(Clone, Debug)]
pub struct Stage {
    shown: Battle,
    progress: usize,
}

impl Stage {
    /// A battle whose first `entries` journal entries are past.
    pub fn new(battle: &Battle, entries: usize) -> Self {
        Self { shown: battle.clone(), progress: entries }
    }

    /// Takes up what has been added to the journal. The journal only grows; after an undo, [`Self::reset`].
    pub fn feed(&mut self, journal: &[Entry]) {
        for entry in journal.get(self.progress..).unwrap_or_default() {
            if let Entry::Effect(effect) = entry {
                self.shown.apply(effect);
            }
        }
        self.progress = journal.len();
    }

    /// Plays on by some seconds.
    pub fn advance(&mut self, seconds: f32, speed: Speed, reduced_motion: bool) {
        let _ = (seconds, speed, reduced_motion);
    }

    /// Shows everything fed so far at once.
    pub fn skip(&mut self) {}

    /// Whether something is still being played.
    pub fn is_busy(&self) -> bool {
        false
    }

    /// Starts anew from another battle: after an undo, a load, a restart.
    pub fn reset(&mut self, battle: &Battle, entries: usize) {
        *self = Self::new(battle, entries);
    }

    /// The battle as it is shown.
    pub const fn shown(&self) -> &Battle {
        &self.shown
    }

    /// How many entries of the journal have been shown.
    pub const fn progress(&self) -> usize {
        self.progress
    }
}
