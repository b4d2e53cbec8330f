//! A recording being watched: its lines are played one after another, as fast as the view shows them.

use crate::{
    levels::{Faults, Recording, Replay, Roster},
    rules::{Battle, Entry},
};

/// A recording being watched.
pub struct Watching {
    start: Battle,
    /// What each line has led to, worked out beforehand so that nothing can go wrong while watching.
    parts: Vec<Vec<Entry>>,
    next: usize,
    journal: Vec<Entry>,
    pause: f32,
}

impl Watching {
    /// Plays the recording through and keeps what happened.
    ///
    /// # Errors
    /// The first line that does not come out as it was recorded.
    pub fn start(recording: &Recording, roster: &Roster) -> Result<Self, Faults> {
        let mut replay = Replay::start(recording, roster)?;
        let start = replay.battle.clone();
        let mut parts = Vec::new();
        while replay.step()?.is_some() {
            parts.push(std::mem::take(&mut replay.journal));
        }
        Ok(Self { start, parts, next: 0, journal: Vec::new(), pause: 0.0 })
    }

    /// The battle before the first line.
    pub const fn battle(&self) -> &Battle {
        &self.start
    }

    /// What has been played so far.
    pub fn journal(&self) -> &[Entry] {
        &self.journal
    }

    /// Plays the next line after a breath.
    pub fn step(&mut self, seconds: f32) {
        self.pause -= seconds;
        if self.pause > 0.0 {
            return;
        }
        if let Some(part) = self.parts.get_mut(self.next) {
            self.journal.append(part);
            self.next += 1;
            self.pause = 0.15;
        }
    }
}
