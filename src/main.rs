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
    let PlayOptions { level, rules, seed, seats, recording, watch, lab } = options;
    screens::play(Start { level, rules, seed, seats, recording, watch, lab, size: None })
}

fn screenshot(options: ScreenshotOptions) -> ExitCode {
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
        out,
        size,
        scale,
    } = options;
    let shot = Shot { level, rules, seed, choices, seated, point, offer, target, setup, lab, pick, out, size, scale };
    screens::screenshot(&shot)
}
