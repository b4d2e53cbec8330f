//! Watches a recording: plays its lines one after another in a world, as fast as the view shows them.

use bevy::prelude::World;

use crate::{
    arena::{Arena as _, Suspended},
    dice::Rolled,
    levels::{Event, Faults, RecordedLine, Recording, Roster, open, play_event, replay},
};

/// Seconds of pause between two lines.
const BREATH: f32 = 0.15;

/// A recording being watched, and the battle that the world held before.
pub struct Watching {
    events: std::vec::IntoIter<RecordedLine>,
    /// Lines in all.
    lines: usize,
    pause: f32,
    before: Option<Suspended>,
}

impl Watching {
    /// Replays the recording once to check it, then opens its battle at the start.
    ///
    /// # Errors
    /// The first line that does not replay as recorded.
    pub fn start(world: &mut World, recording: &Recording, roster: &Roster) -> Result<Self, Faults> {
        replay(recording, roster)?;
        let start = open(&recording.header, roster)?;
        let before = world.suspend();
        world.open(start, Rolled::new(recording.header.seed));
        let lines = recording.lines.len();
        Ok(Self { events: recording.lines.clone().into_iter(), lines, pause: 0.0, before })
    }

    /// Plays the next line after a pause.
    pub fn step(&mut self, world: &mut World, seconds: f32) {
        self.pause -= seconds;
        if self.pause > 0.0 {
            return;
        }
        // Lines that only compare digests show nothing: they take no breath.
        for line in self.events.by_ref() {
            // It was played through before, so only a write from outside while it is shown can lead it elsewhere.
            if play_event(world, &line.event).is_err() {
                self.events = Vec::new().into_iter();
                return;
            }
            if !matches!(line.event, Event::Round { .. }) {
                self.pause = BREATH;
                break;
            }
        }
    }

    /// Lines that have been played, and lines in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.lines - self.events.len(), self.lines)
    }

    /// Ends watching, and puts back the battle that was there before.
    pub fn leave(self, world: &mut World) {
        if let Some(before) = self.before {
            world.resume(before);
        }
    }
}
