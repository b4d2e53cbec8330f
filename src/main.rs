//! The program: reads its arguments, and opens a window where they ask for one.

use std::process::ExitCode;

use proving_ground::{
    cli::{self, PlayOptions, ScreenshotOptions, Window},
    screens::{self, Shot, Start},
};

fn main() -> ExitCode {
    cli::run(&Window { play, screenshot })
}

/// Begins again with a folder for sockets, where the system names none: libraries of the system would complain about that
/// on standard error, each in words of its own.
#[cfg(all(unix, not(target_os = "macos")))]
fn begin_quietly() {
    use std::{env, os::unix::process::CommandExt as _, process::Command};
    const FOLDER: &str = "XDG_RUNTIME_DIR";
    let (false, Ok(program)) = (env::var_os(FOLDER).is_some_and(|name| !name.is_empty()), env::current_exe()) else {
        return;
    };
    // If that fails, the complaints are all that there is to bear.
    let _ = Command::new(program).args(env::args_os().skip(1)).env(FOLDER, env::temp_dir()).exec();
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
