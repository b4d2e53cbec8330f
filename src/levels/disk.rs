//! The disk: every operation of a save or a recording goes through here, so that tests can make each in turn fail, or
//! kill the program during it.

use std::{
    fs::File,
    io::{self, Write as _},
};

#[cfg(test)]
thread_local! {
    /// How many more operations of this thread succeed, and what happens to the next one; `None` if all succeed.
    pub static GOOD: std::cell::Cell<Option<(u32, Trouble)>> = const { std::cell::Cell::new(None) };
}

/// What happens to an operation that does not succeed.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no room left.
    Full,
    /// The program is killed during it.
    Killed,
}

/// Runs an operation on the disk.
///
/// # Errors
/// The error of the operation.
pub fn allows<T>(operation: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    #[cfg(test)]
    match GOOD.get() {
        Some((0, Trouble::Killed)) => std::process::exit(tests::KILLED),
        Some((0, Trouble::Full)) => return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left")),
        left => GOOD.set(left.map(|(left, trouble)| (left - 1, trouble))),
    }
    operation()
}

/// Writes bytes at the current position of a file.
///
/// # Errors
/// The error of the system; part of the bytes may have been written then.
pub fn write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    if let Some((0, _)) = GOOD.get() {
        // Like a disk with room for only part of them.
        file.write_all(&bytes[..bytes.len() / 2])?;
    }
    allows(|| file.write_all(bytes))
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        path::{Path, PathBuf},
        process::Command,
    };

    use super::{super::*, *};
    use crate::rules::{Battle, Settings};

    /// The exit code of a program that was killed during an operation.
    pub const KILLED: i32 = 77;
    /// Tells the test below that it is the victim: after how many operations it dies, and where it writes.
    const VICTIM: &str = "PROVING_GROUND_DISK_VICTIM";
    /// Choices that the victim makes, and how often it saves.
    const ACTS: usize = 4;

    fn battle() -> (Header, Battle) {
        let level = &builtin()[3];
        let settings = Settings::defaults(level.ruleset);
        let seats = vec!["person".into(), "computer".into()];
        let mut header = Header { level: level.clone(), ruleset: level.ruleset, settings, seed: 5, seats, start: 0 };
        let battle = open(&header, Roster::builtin()).unwrap();
        header.start = battle.digest();
        (header, battle)
    }

    fn saved(number: usize) -> String {
        format!("saved {number}\n").repeat(50)
    }

    /// Continues the recording, or begins one, makes choices and saves a file after each; confirms each step.
    fn act(folder: &Path, confirmed: &mut dyn FnMut(&str)) -> io::Result<()> {
        let (header, battle) = battle();
        let path = folder.join("a-0001.pgr");
        let mut writer = if path.exists() {
            Writer::resume(&path, &Recording::load(&path, Roster::builtin()).unwrap())?
        } else {
            let mut writer = Writer::create(&path, &header)?;
            writer.begin(&battle, &[3])?;
            writer
        };
        for number in 0..ACTS {
            writer.choice("a", &format!("end {number}"), &[], battle.scene.round, &battle)?;
            confirmed("chosen");
            write_atomically(&folder.join("save.txt"), saved(number).as_bytes())?;
            confirmed("saved");
        }
        Ok(())
    }

    #[test]
    fn the_one_to_be_killed() {
        let Some(victim) = std::env::var_os(VICTIM) else { return };
        let victim = victim.into_string().unwrap();
        let (good, folder) = victim.split_once(':').unwrap();
        let folder = PathBuf::from(folder);
        GOOD.set(Some((good.parse().unwrap(), Trouble::Killed)));
        let log = folder.join("confirmed.txt");
        let mut log = fs::OpenOptions::new().append(true).create(true).open(log).unwrap();
        act(&folder, &mut |word| writeln!(log, "{word}").unwrap()).unwrap();
    }

    /// Compares what was confirmed before the end with what is on the disk.
    fn check(folder: &Path, place: u32) {
        let confirmed = fs::read_to_string(folder.join("confirmed.txt")).unwrap_or_default();
        let count = |word: &str| confirmed.lines().filter(|line| *line == word).count();
        let path = folder.join("a-0001.pgr");
        let kept = if path.exists() { Recording::load(&path, Roster::builtin()).unwrap().lines.len() } else { 1 };
        // A choice may be in the file before it is confirmed.
        let chosen = count("chosen");
        assert!(
            (chosen + 1..=chosen + 3).contains(&kept),
            "killed at {place}: {kept} lines, {chosen} choices confirmed"
        );
        let text = fs::read_to_string(folder.join("save.txt")).unwrap_or_default();
        let whole = (0..ACTS).any(|number| text == saved(number));
        assert!(whole || text.is_empty() && count("saved") == 0, "killed at {place}: {text}");
    }

    #[test]
    fn wherever_the_program_is_killed_what_was_confirmed_is_there() {
        let folder = std::env::temp_dir().join(format!("proving-ground-killed-{}", std::process::id()));
        let mut places = 0;
        for place in 0.. {
            fs::create_dir_all(&folder).unwrap();
            let victim = format!("{place}:{}", folder.display());
            let program = || {
                let mut command = Command::new(std::env::current_exe().unwrap());
                command.args(["--exact", "levels::disk::tests::the_one_to_be_killed"]).env(VICTIM, &victim);
                command.output().unwrap().status.code()
            };
            let code = program();
            check(&folder, place);
            if code == Some(0) {
                places = place;
            } else {
                assert_eq!(code, Some(KILLED), "killed at {place}");
                // The next run continues from there, and may be killed at the same place again.
                assert!(matches!(program(), Some(0 | KILLED)));
                check(&folder, place);
            }
            fs::remove_dir_all(&folder).unwrap();
            if places > 0 {
                break;
            }
        }
        // Four operations for each save, two for each choice, and those that open the recording.
        assert!(places as usize >= ACTS * 6 + 3, "{places}");
    }
}
