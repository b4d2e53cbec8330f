//! A battle whose program is killed at any moment loses no choice and can go on.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use proving_ground::{
    arena::{Arena as _, bare_world},
    dice::{Rolled, Stream},
    levels::{Recording, Roster, builtin, deploy},
    rules::{Settings, Team},
    seats::{Game, Seat},
};

use super::program::Folder;

/// Tells the child process that it is the one to be killed, and where to record.
const VICTIM: &str = "PROVING_GROUND_VICTIM";

/// Continues the recording, or a new one, and prints after each choice how many there are.
fn play(path: &Path) {
    let level = &builtin()[3];
    let settings = Settings::defaults(level.ruleset);
    let battle = deploy(level, Roster::builtin(), level.ruleset, settings.clone()).unwrap();
    let mut world = bare_world(battle, Rolled::new(7));
    let mut game = if path.exists() {
        let recording = Recording::load(path, Roster::builtin()).unwrap();
        let mut game = Game::resume(&mut world, &recording, Roster::builtin()).unwrap();
        game.record(&mut world, path.into(), Some(&recording)).unwrap();
        game
    } else {
        let seats = [Seat::Person; Team::MOST];
        let game = Game::new(&mut world, level, Roster::builtin(), level.ruleset, settings, 7, seats);
        let mut game = game.unwrap();
        game.record(&mut world, path.into(), None).unwrap();
        game
    };
    let mut made = if path.exists() { Recording::load(path, Roster::builtin()).unwrap().choices() } else { 0 };
    while let Some(decision) = world.battle().decision() {
        let choice = world.battle().ruleset.rules().default_answer(world.battle(), decision);
        game.submit(&mut world, &choice).unwrap();
        made += 1;
        if made.is_multiple_of(5) && game.undo(&mut world).is_ok() {
            game.submit(&mut world, &choice).unwrap();
        }
        let mut out = std::io::stdout();
        writeln!(out, "made {made}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn the_one_to_be_killed() {
    if let Some(path) = std::env::var_os(VICTIM) {
        play(Path::new(&path));
    }
}

#[test]
fn a_killed_battle_goes_on_from_its_last_choice() {
    let folder = Folder::new("kill");
    let path = folder.0.join("battle-0001.pgr");
    let mut random = Stream::new(11, 0);
    let mut last = 0;
    for _ in 0..12 {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::the_one_to_be_killed", "--nocapture", "--test-threads", "1"])
            .env(VICTIM, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(victim.stdout.take().unwrap()).lines();
        // It plays at least a few choices; then it is killed in the middle of whatever it does.
        let number = |line: String| line.trim().strip_prefix("made ")?.parse::<usize>().ok();
        let few = 1 + random.below(20) as usize;
        let mut made: Vec<usize> = said.by_ref().map_while(Result::ok).filter_map(number).take(few).collect();
        std::thread::sleep(Duration::from_micros(u64::from(random.below(3_000))));
        victim.kill().unwrap();
        victim.wait().unwrap();
        made.extend(said.map_while(Result::ok).filter_map(number));
        let recording = Recording::load(&path, Roster::builtin()).unwrap();
        let kept = recording.choices();
        // A choice that was about to be taken back and made again may be missing.
        assert!(made.last().is_none_or(|made| kept + 1 >= *made) && kept + 1 >= last, "{kept} of {made:?}, {last}");
        assert!(recording.rest.is_none() && proving_ground::levels::replay(&recording, Roster::builtin()).is_ok());
        last = kept;
    }
    assert!(last > 12, "{last}");
}

/// The player's first recording by name, and its length.
fn recording(folder: &Folder) -> Option<(PathBuf, u64)> {
    let files = fs::read_dir(folder.0.join("data/proving-ground/recordings")).ok()?.flatten().map(|entry| entry.path());
    let file = files.filter(|path| path.extension().is_some_and(|ending| ending == "pgr")).min()?;
    let length = file.metadata().ok()?.len();
    Some((file, length))
}

/// Starts the game in its window, and waits until its recording has grown; `None` where no window can be opened.
fn playing_in_its_window(folder: &Folder, words: &[&str]) -> Option<(Child, PathBuf)> {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let needed = has("PROVING_GROUND_NEEDS_WINDOW");
    if !has("DISPLAY") && !has("WAYLAND_DISPLAY") {
        assert!(!needed, "there must be a display here");
        return None;
    }
    let before = recording(folder).map_or(0, |(_, length)| length);
    let mut command = folder.program(words);
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    let mut game = command.env("XDG_RUNTIME_DIR", &folder.0).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..600 {
        if let Some((file, length)) = recording(folder)
            && length > before
        {
            return Some((game, file));
        }
        if game.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    game.kill().ok();
    let said = super::program::text(&game.wait_with_output().unwrap().stderr);
    assert!(!needed && said.contains("adapter"), "{said}");
    None
}

/// Kills the game in its window a moment after its recording has grown; returns the recording's length before and
/// after.
fn killed_in_its_window(folder: &Folder, words: &[&str], random: &mut Stream) -> Option<(u64, u64)> {
    let before = recording(folder).map_or(0, |(_, length)| length);
    let (mut game, _) = playing_in_its_window(folder, words)?;
    std::thread::sleep(Duration::from_millis(u64::from(random.below(1500))));
    game.kill().unwrap();
    game.wait().unwrap();
    Some((before, recording(folder)?.1))
}

#[test]
fn a_game_that_is_killed_in_its_window_goes_on() {
    let folder = Folder::new("window");
    let mut random = Stream::new(5, 0);
    let start = ["play", "meadow", "--seed", "3", "--seat", "blue=computer", "--seat", "orange=computer"];
    let Some((_, mut last)) = killed_in_its_window(&folder, &start, &mut random) else { return };
    let file = folder.0.join("data/proving-ground/recordings/meadow-percentile-0001.pgr").display().to_string();
    for _ in 0..2 {
        folder.good(&["replay", &file, "--verify"]);
        let Some((before, after)) = killed_in_its_window(&folder, &["play", &file], &mut random) else { return };
        // A line that was cut off is removed before the battle goes on.
        assert!(before <= last && after > before, "{last} {before} {after}");
        last = after;
    }
    folder.good(&["replay", &file, "--verify"]);
}

/// A window told to end exits cleanly with the exit code of the signal, whatever it was doing.
#[cfg(unix)]
#[test]
fn a_window_that_is_told_to_end_leaves_in_good_order() {
    let start = ["play", "meadow", "--seed", "3", "--seat", "blue=computer", "--seat", "orange=computer"];
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = Folder::new(&format!("window-{signal}"));
        let Some((game, file)) = playing_in_its_window(&folder, &start) else { return };
        let told = Command::new("kill").args([format!("-{signal}"), game.id().to_string()]).status().unwrap();
        assert!(told.success());
        let ended = game.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{signal}: {}", super::program::text(&ended.stderr));
        folder.good(&["replay", &file.display().to_string(), "--verify"]);
        let left = fs::read_dir(file.parent().unwrap()).unwrap().count();
        assert_eq!(left, 1, "{signal}: no lock is left behind");
    }
}
