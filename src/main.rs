//! The program: reads its arguments, and opens a window where they ask for one.

use std::process::ExitCode;

use proving_ground::{
    cli::{self, PlayOptions, ScreenshotOptions, Window},
    screens::{self, Shot, Start},
};

fn main() -> ExitCode {
    cli::run(&Window { play, screenshot })
}

fn play(options: PlayOptions) -> ExitCode {
    let PlayOptions { level, ruleset, seed, seats } = options;
    screens::play(Start { level, ruleset, seed, seats, size: None })
}

fn screenshot(options: ScreenshotOptions) -> ExitCode {
    let ScreenshotOptions { level, ruleset, seed, choices, point, offer, target, setup, out, size, scale } = options;
    screens::screenshot(&Shot { level, ruleset, seed, choices, point, offer, target, setup, out, size, scale })
}
