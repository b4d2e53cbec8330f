//! Watches a recording: plays its lines one after another in a world, as fast as the view shows them, and can jump to
//! any of them.

use std::path::PathBuf;

use bevy::prelude::World;

use crate::{
    arena::{Arena as _, Checkpoint, Suspended},
    dice::Rolled,
    levels::{Event, Faults, RecordedLine, Recording, Roster, open, play_event, replay},
    rules::Entry,
};

/// How many lines are played in one frame while seeking another moment, so that the window stays responsive.
const AT_ONCE: usize = 6;

/// A recording being watched, and the battle that the world held before.
pub struct Watching {
    lines: Vec<RecordedLine>,
    /// How many have been played.
    at: usize,
    /// The line being sought, if any.
    wanted: Option<usize>,
    /// Moments to go back to, each with the lines played by then.
    moments: Vec<(usize, Checkpoint)>,
    pause: f32,
    before: Option<Suspended>,
    /// The file in which to record the battle that was there before, if nothing else records it.
    file: Option<PathBuf>,
}

impl Watching {
    /// Seconds of pause between two lines.
    pub const BREATH: f32 = 0.15;

    /// Replays the recording once to check it, then opens its battle at the start.
    ///
    /// # Errors
    /// The first line that does not replay as recorded.
    pub fn start(world: &mut World, recording: &Recording, roster: &Roster) -> Result<Self, Faults> {
        replay(recording, roster)?;
        let start = open(&recording.header, roster)?;
        let before = world.suspend();
        world.open(start, Rolled::new(recording.header.seed));
        let moments = vec![(0, world.checkpoint())];
        Ok(Self { lines: recording.lines.clone(), at: 0, wanted: None, moments, pause: 0.0, before, file: None })
    }

    /// Records the battle that was there before in this file once watching ends.
    #[must_use]
    pub fn of_file(self, path: PathBuf) -> Self {
        Self { file: Some(path), ..self }
    }

    /// Plays the next line after a pause.
    pub fn step(&mut self, world: &mut World, seconds: f32) {
        self.pause -= seconds;
        if self.pause > 0.0 {
            return;
        }
        // Lines that show nothing take no pause: those that only compare digests, answers that have no effect.
        while let Some(shows) = self.play(world) {
            if shows {
                self.pause = Self::BREATH;
                break;
            }
        }
    }

    /// Plays a line and returns whether it shows anything; `None` at the end.
    fn play(&mut self, world: &mut World) -> Option<bool> {
        let line = self.lines.get(self.at)?;
        let (heard, acting) = (world.journal().len(), world.battle().scene.acting);
        // The recording was replayed before, so only a write from outside during the show can make it diverge.
        if play_event(world, &line.event).is_err() {
            self.lines.truncate(self.at);
            return None;
        }
        self.at += 1;
        let begins = matches!(line.event, Event::Round { .. });
        if begins && self.moments.iter().all(|(known, _)| *known != self.at) {
            self.moments.push((self.at, world.checkpoint()));
            self.moments.sort_by_key(|(at, _)| *at);
        }
        let tells = |entry: &Entry| !matches!(entry, Entry::Chosen(..) | Entry::Effect(_));
        let is_told = world.journal().iter().skip(heard).any(tells) || world.battle().scene.acting != acting;
        Some(is_told || matches!(line.event, Event::Edited { .. } | Event::Begin(_)))
    }

    /// Starts to seek the moment after a number of lines.
    pub fn seek(&mut self, line: usize) {
        self.wanted = Some(line.min(self.lines.len()));
    }

    /// Whether another moment is being sought.
    pub const fn is_seeking(&self) -> bool {
        self.wanted.is_some()
    }

    /// Goes on towards the moment being sought, for a part of a frame.
    pub fn seek_on(&mut self, world: &mut World) {
        let Some(wanted) = self.wanted else { return };
        if wanted < self.at
            && let Some((at, moment)) = self.moments.iter().rev().find(|(at, _)| *at <= wanted)
        {
            world.rewind(moment.clone());
            self.at = *at;
        }
        for _ in 0..AT_ONCE {
            if self.at >= wanted || self.play(world).is_none() {
                break;
            }
        }
        if self.at >= wanted.min(self.lines.len()) {
            (self.wanted, self.pause) = (None, 0.0);
        }
    }

    /// Lines that have been played, and lines in all.
    pub const fn progress(&self) -> (usize, usize) {
        (self.at, self.lines.len())
    }

    /// After how many lines each round begins.
    pub fn rounds(&self) -> impl Iterator<Item = usize> + '_ {
        let begins = |(_, line): &(usize, &RecordedLine)| matches!(line.event, Event::Round { .. });
        self.lines.iter().enumerate().filter(begins).map(|(at, _)| at + 1)
    }

    /// Ends watching, and puts back the battle that was there before. Returns the file in which to record that battle
    /// from now on, if there is one.
    pub fn leave(self, world: &mut World) -> Option<PathBuf> {
        if let Some(before) = self.before {
            world.resume(before);
        }
        self.file.filter(|_| world.is_open() && !world.is_over())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ai::Depth,
        arena::install,
        levels::builtin,
        rules::{Settings, Team},
        seats::{Game, Seat},
    };

    /// A recording of three rounds of the computer against itself.
    fn recorded() -> Recording {
        let level = builtin().iter().find(|level| level.tag == "meadow").expect("a built-in level");
        let mut world = World::new();
        install(&mut world);
        let seats = [Seat::Computer(Depth::Quick); Team::MOST];
        let settings = Settings::defaults(level.ruleset);
        let mut game =
            Game::new(&mut world, level, Roster::builtin(), level.ruleset, settings, 1, seats).expect("fits");
        let path = std::env::temp_dir().join(format!("proving-ground-scrub-{}.txt", std::process::id()));
        game.record(&mut world, path.clone(), None).expect("it can be written");
        while !world.is_over() && world.battle().scene.round < 4 {
            game.think(&mut world);
        }
        let recording = Recording::load(&path, Roster::builtin()).expect("it can be read");
        std::fs::remove_file(path).expect("it is there");
        recording
    }

    fn go(watching: &mut Watching, world: &mut World, line: usize) -> u64 {
        watching.seek(line);
        while watching.is_seeking() {
            watching.seek_on(world);
        }
        assert_eq!(watching.progress().0, line);
        world.digest()
    }

    #[test]
    fn going_back_and_on_leads_to_the_same_moments() {
        let recording = recorded();
        let mut world = World::new();
        install(&mut world);
        let mut watching = Watching::start(&mut world, &recording, Roster::builtin()).expect("it replays");
        let all = recording.lines.len();
        let on: Vec<u64> = (0..=all).map(|line| go(&mut watching, &mut world, line)).collect();
        let entries = world.journal().len();
        for line in [all / 2, 1, all - 1, 0, all / 3, all] {
            assert_eq!(go(&mut watching, &mut world, line), on[line], "line {line}");
        }
        assert_eq!(world.journal().len(), entries);
        let rounds: Vec<usize> = watching.rounds().collect();
        assert!(rounds.len() >= 4, "{rounds:?}");
        go(&mut watching, &mut world, rounds[2]);
        assert_eq!(world.battle().scene.round, 3);
    }
}
