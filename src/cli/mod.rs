//! The command line: what can be said, which subcommand answers, and what the exit code tells.
//!
//! Results go to standard output, what is wrong to standard error. The exit code is 0 if all is well, 1 for input that
//! is wrong or a check that fails, 2 for words that are no command, 130 after Ctrl-C.

mod bout;
mod check;
mod find;
mod forecast;
mod levels;
mod names;
mod print;
mod proofs;
mod prospect;
mod replay;
mod rules;
mod simulate;
mod tally;
mod trial;
mod under;
mod window;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::{Parser, Subcommand};
pub use window::{PlayOptions, ScreenshotOptions, Window};

use self::print::{Ended, Stop, complain};

const EXAMPLES: &str = "\
Examples:
  proving-ground                                        open the game
  proving-ground play meadow --seat orange=person       hot-seat on a level
  proving-ground levels                                 what can be played
  proving-ground check levels/*.ron                     is a file of mine right?
  proving-ground trial tests/trials                     do the rules do what the trials say?
  proving-ground simulate --level meadow --battles 200  computer against computer
  proving-ground rules                                  every rule, and what proves it

Every command has examples of its own: proving-ground help simulate";

/// Grid tactics: one battlefield, five rule systems.
#[derive(Parser)]
#[command(name = "proving-ground", version, about, after_help = EXAMPLES, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the game, at once with a level if one is named
    Play(window::Play),
    /// List the levels that can be played
    Levels(levels::Levels),
    /// Say everything that is wrong with levels, rosters, trials and recordings
    Check(check::Check),
    /// Run trials: do the rules do what they say?
    Trial(trial::Trials),
    /// Play a recording again without a window
    Replay(replay::Replay),
    /// Let the computer play against itself many times, on all cores
    Simulate(simulate::Simulate),
    /// Tell every term and the exact odds of an attack
    Forecast(forecast::Forecast),
    /// List the rules of a ruleset, what proves them, and its settings
    Rules(rules::Rules),
    /// List what trials call counts, allowances, conditions, sheet fields, arms and archetypes
    Names(names::Names),
    /// Draw a moment of a battle to a PNG file
    Screenshot(window::Screenshot),
}

/// Reads the arguments and does what they say; `window` is what opens one.
pub fn run(window: &Window) -> ExitCode {
    let mut out = io::stdout().lock();
    let command = Cli::parse().command;
    let ended = match &command {
        None => Ok((window.play)(PlayOptions::default())),
        Some(Command::Play(play)) => play.options().map(window.play),
        Some(Command::Levels(levels)) => levels.list(&mut out),
        Some(Command::Check(check)) => check.run(&mut out),
        Some(Command::Trial(trials)) => trials.run(&mut out),
        Some(Command::Replay(replay)) => replay.run(&mut out),
        Some(Command::Simulate(simulate)) => simulate.run(&mut out),
        Some(Command::Forecast(forecast)) => forecast.run(&mut out),
        Some(Command::Rules(rules)) => rules.list(&mut out),
        Some(Command::Names(names)) => names.list(&mut out),
        Some(Command::Screenshot(screenshot)) => screenshot.run(window.screenshot),
    };
    finish(ended.and_then(|code| Ok(out.flush().map(|()| code)?)))
}

/// Says what is wrong. Whoever reads the output may stop reading at any time: `proving-ground rules | head`.
fn finish(ended: Ended) -> ExitCode {
    match ended {
        Ok(code) => code,
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(stop) => {
            complain(&stop);
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_make_sense() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("proving-ground {}", command.get_name())), "{}", command.get_name());
        }
    }

    /// The arguments of the commands in a text: lines that begin with the program's name, up to a comment.
    fn commands(text: &str) -> Vec<Vec<String>> {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("proving-ground"));
        lines.map(|line| words(line.split("  ").next().unwrap_or_default())).collect()
    }

    /// Cut at blanks, but for those in quotes.
    fn words(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        parts
            .flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().map(ToString::to_string).collect(),
                _ => vec![part.to_string()],
            })
            .collect()
    }

    #[test]
    fn examples_in_the_help_and_in_the_readme_can_be_said() {
        let top = Cli::command();
        let helps = top.get_subcommands().chain([&top]);
        let helps: String = helps.filter_map(|one| Some(format!("{}\n", one.get_after_help()?))).collect();
        let said = [commands(&helps), commands(include_str!("../../README.md"))];
        assert!(said.iter().all(|lines| lines.len() > 5));
        for words in said.iter().flatten() {
            let cli = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            let built_in = words.iter().all(|word| !word.ends_with(".ron") && !word.ends_with(".txt"));
            let read = match &cli.command {
                Some(Command::Play(play)) if built_in => play.options().map(|_| ()),
                Some(Command::Screenshot(shot)) if built_in && !words.contains(&"40".into()) => {
                    shot.options().map(|_| ())
                }
                _ => Ok(()),
            };
            assert!(read.is_ok(), "{words:?}: {}", read.unwrap_err());
        }
    }

    #[test]
    fn a_reader_who_leaves_is_no_fault() {
        let gone = |kind: io::ErrorKind| format!("{:?}", finish(Err(Stop::Output(kind.into()))));
        assert_eq!(gone(io::ErrorKind::BrokenPipe), format!("{:?}", ExitCode::SUCCESS));
        assert_eq!(gone(io::ErrorKind::StorageFull), format!("{:?}", ExitCode::FAILURE));
    }
}
