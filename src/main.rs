//! The program: reads its arguments, and opens a window where they ask for one.

#[cfg(all(unix, not(target_os = "macos")))]
use std::path::PathBuf;
use std::process::ExitCode;

use proving_ground::{
    cli::{self, PlayOptions, ScreenshotOptions, Window},
    screens::{self, Shot, Start},
};

fn main() -> ExitCode {
    cli::run(&Window { play, screenshot })
}

/// Environment variables that system libraries read before a program can tell them anything, as far as nobody has set
/// them: a folder for sockets, without which several of them complain on standard error; and the size from which on
/// freed memory goes back to the system, since otherwise they keep what only the start has needed.
#[cfg(all(unix, not(target_os = "macos")))]
fn unsaid(temporary: PathBuf, is_said: impl Fn(&str) -> bool) -> Vec<(&'static str, std::ffi::OsString)> {
    const FREED: &str = "1048576";
    let all = [
        ("XDG_RUNTIME_DIR", temporary.into()),
        ("MALLOC_MMAP_THRESHOLD_", FREED.into()),
        ("MALLOC_TRIM_THRESHOLD_", FREED.into()),
    ];
    // A variable set to nothing counts as not set, so it would be set again and again.
    let is_open = |(name, value): &(&str, std::ffi::OsString)| !value.is_empty() && !is_said(name);
    all.into_iter().filter(is_open).collect()
}

/// Restarts the program in the same process with the variables that are not set.
#[cfg(all(unix, not(target_os = "macos")))]
fn begin_quietly() {
    use std::{env, os::unix::process::CommandExt as _, process::Command};
    let unsaid = unsaid(env::temp_dir(), |name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    let (false, Ok(program)) = (unsaid.is_empty(), env::current_exe()) else { return };
    // If that fails, it costs some complaints and some memory, no more.
    let _ = Command::new(program).args(env::args_os().skip(1)).envs(unsaid).exec();
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
const fn begin_quietly() {}

fn play(options: PlayOptions) -> ExitCode {
    begin_quietly();
    let PlayOptions { level, rules, seed, seats, recording, watch, lab } = options;
    screens::play(Start { level, rules, seed, seats, recording, watch, lab, size: None })
}

fn screenshot(options: ScreenshotOptions) -> ExitCode {
    begin_quietly();
    let ScreenshotOptions {
        level,
        rules,
        seed,
        choices,
        seated,
        point,
        offer,
        target,
        setup,
        lab,
        pick,
        field,
        out,
        size,
        scale,
    } = options;
    let shot =
        Shot { level, rules, seed, choices, seated, point, offer, target, setup, lab, pick, field, out, size, scale };
    screens::screenshot(&shot)
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::unsaid;

    #[test]
    fn what_somebody_has_said_stays_and_nothing_is_said_twice() {
        let in_folder = |folder: &str, is_said: fn(&str) -> bool| {
            unsaid(folder.into(), is_said).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        let names = |is_said| in_folder("/tmp", is_said);
        assert_eq!(names(|_| true), [""; 0], "the program begins again once at most");
        assert_eq!(names(|name| name.starts_with("MALLOC")), ["XDG_RUNTIME_DIR"]);
        assert_eq!(names(|name| name.starts_with("XDG")), ["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"]);
        let without = in_folder("", |name| name.starts_with("MALLOC"));
        assert_eq!(without, [""; 0], "a folder without a name is as unsaid after it as before");
    }
}
