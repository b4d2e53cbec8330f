//! What the battle screen's tests start from: seats, levels, recordings, and a thread with a large stack.

use bevy::prelude::World;

use crate::{
    ai::Depth,
    arena::{Arena as _, install},
    levels::{Level, Recording, Roster, builtin},
    rules::{RulesetId, Settings, Team},
    screens::HeadlessFrame,
    seats::{Game, Seat},
};

/// The smallest window supported, in points.
pub const SIZE: (f32, f32) = (1280.0, 720.0);
/// Persons on one machine.
pub const PERSONS: [Seat; Team::MOST] = [Seat::Person; Team::MOST];
/// A person against the computer.
pub const PERSON: [Seat; Team::MOST] = [Seat::Person, Seat::Computer(Depth::Quick), Seat::Person, Seat::Person];

/// A copy of a built-in level.
pub fn level(tag: &str) -> Level {
    builtin().iter().find(|level| level.tag == tag).expect("a built-in level").clone()
}

/// Runs a test with stack for deep forecasts, as the window's thread has.
pub fn deep(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(test).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Lets `count` frames pass.
pub fn frames(headless: &mut HeadlessFrame, count: usize) {
    (0..count).for_each(|_| _ = headless.frame(None));
}

/// A recording of the first two rounds of a battle that the computer plays against itself.
pub fn recorded(level: &Level, ruleset: RulesetId) -> Recording {
    let mut world = World::new();
    install(&mut world);
    let seats = [Seat::Computer(Depth::Greedy); Team::MOST];
    let settings = Settings::defaults(ruleset);
    let mut game = Game::new(&mut world, level, Roster::builtin(), ruleset, settings, 1, seats).expect("it fits");
    // Tests of one process run on different threads.
    let owner = (std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(format!("proving-ground-recorded-{owner:?}.txt"));
    game.record(&mut world, path.clone(), None).expect("it can be written");
    while !world.is_over() && world.battle().scene.round < 3 {
        game.think(&mut world);
    }
    let recording = Recording::load(&path, Roster::builtin()).expect("it can be read");
    std::fs::remove_file(path).expect("it is there");
    recording
}
