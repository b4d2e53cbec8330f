//! Opens recordings, to continue or watch them.

use std::path::Path;

use bevy::prelude::World;

use crate::{
    levels::{Recording, Roster},
    seats::{Game, Watching},
};

/// Continues a recording.
///
/// # Errors
/// Why it cannot be continued, or who is playing it.
pub(super) fn go_on(world: &mut World, path: &Path) -> Result<Game, String> {
    let (mut game, recording) = load(world, path)?;
    game.record(world, path.to_path_buf(), Some(&recording)).map_err(|error| error.to_string())?;
    if let Some(rest) = &recording.rest {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let words = "The battle goes on from the last choice that can be read. What came after it is kept in";
        game.tell_fault(format!("{words} {file}.rest: {rest}"));
    }
    Ok(game)
}

/// Shows a recording from its start.
///
/// # Errors
/// Why it cannot be watched.
pub(super) fn watch(world: &mut World, path: &Path) -> Result<(Game, Watching), String> {
    let (mut game, recording) = load(world, path)?;
    if let Some(rest) = &recording.rest {
        let words = "The recording is shown up to the last choice that can be read. The fault after it:";
        game.tell_fault(format!("{words} {rest}"));
    }
    let watching = Watching::start(world, &recording, Roster::builtin()).map_err(|faults| faults.to_string())?;
    Ok((game, watching.of_file(path.to_path_buf())))
}

fn load(world: &mut World, path: &Path) -> Result<(Game, Recording), String> {
    let roster = Roster::builtin();
    let recording = Recording::load(path, roster).map_err(|faults| faults.to_string())?;
    let played = Game::resume(world, &recording, roster);
    let recording = if played.is_ok() { Ok(recording) } else { recording.playable(roster) };
    let recording = recording.map_err(|faults| faults.to_string())?;
    let game = played.or_else(|_| Game::resume(world, &recording, roster)).map_err(|faults| faults.to_string())?;
    Ok((game, recording))
}
