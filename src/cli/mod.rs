//! The command line: its subcommands and the meaning of exit codes.
//!
//! Results go to standard output, errors to standard error. The exit code is 0 on success, 1 for wrong input or a
//! failed check, 2 for wrong usage, and after a batch was stopped 130 by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP.

mod attack_report;
mod batch;
mod batch_report;
mod best_answer;
mod check;
mod field;
mod find;
mod forecast;
mod headless_battle;
mod levels;
mod meter;
mod names;
mod pair;
mod pair_report;
mod position;
mod print;
mod proofs;
mod recordings;
mod replay;
mod report;
mod roster;
mod rules;
mod rules_args;
mod signals;
mod simulate;
mod sweep;
mod tally;
mod trial;
mod verdicts;
mod window;

use std::{
    io::{self, Write as _},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Parser, Subcommand};
pub use window::{PlayOptions, ScreenshotOptions, Window};

use self::print::{CommandResult, Stop, complain};
use crate::levels::{Printing, Roster, printable};

const EXAMPLES: &str = "\
Examples:
  proving-ground                                        open the game
  proving-ground play meadow --seat orange=person       hot-seat on a level
  proving-ground levels                                 what can be played
  proving-ground recordings                             what has been played
  proving-ground archetypes                             who can fight, with their sheets
  proving-ground check levels/*.ron                     are these files correct?
  proving-ground trial tests/trials                     do the rules do what the trials say?
  proving-ground simulate --level meadow --battles 200  computer against computer
  proving-ground rules                                  every rule, and what proves it

Every command has examples of its own: proving-ground help simulate";

/// Grid tactics: one battlefield, five rule systems.
#[derive(Parser)]
#[command(name = "proving-ground", version, about, after_help = EXAMPLES, max_term_width = 110)]
struct Cli {
    /// Add the archetypes and arms of a roster file; may be repeated
    #[arg(long = "roster", value_name = "FILE", global = true)]
    rosters: Vec<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the game, or go straight to a level or recording
    Play(window::Play),
    /// List the levels that can be played
    Levels(levels::Levels),
    /// List the archetypes that levels can name, with their sheets
    Archetypes(roster::Archetypes),
    /// List the arms that archetypes can have, with their numbers
    Arms(roster::Arms),
    /// List everything that is wrong with levels, rosters, trials and recordings
    Check(check::Check),
    /// Run trials and report which fail
    Trial(trial::Trials),
    /// List the battles that have been recorded
    Recordings(recordings::Recordings),
    /// Replay a recording without a window
    Replay(replay::Replay),
    /// Let the computer play against itself many times, on all cores
    Simulate(simulate::Simulate),
    /// Show every term and the exact odds of an attack
    Forecast(forecast::Forecast),
    /// Ask one question for every square of the board
    Field(field::Field),
    /// Show distance, sight, cover and best attack between two fighters under every ruleset
    Verdicts(verdicts::Verdicts),
    /// Show an attack while one number of the position varies over a range
    Sweep(sweep::Sweep),
    /// List the rules of a ruleset, what proves them, and its settings
    Rules(rules::Rules),
    /// List the names that trials use for totals, allowances, conditions, sheet fields, arms and archetypes
    Names(names::Names),
    /// Draw a position of a battle to a PNG file
    Screenshot(window::Screenshot),
}

/// Reads the arguments and runs the command; `window` opens windows.
pub fn run(window: &Window) -> ExitCode {
    let mut out = Printing::new(io::stdout().lock());
    let Cli { rosters, command } = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    if let Err(wrong) = Roster::bring_into_play(&rosters) {
        wrong.iter().for_each(|faults| complain(faults));
        return ExitCode::FAILURE;
    }
    for faults in Roster::faults_in_play() {
        complain(faults);
    }
    let ended = match &command {
        None => Ok((window.play)(PlayOptions::default())),
        Some(Command::Play(play)) => play.options().map(window.play),
        Some(Command::Levels(levels)) => levels.list(&mut out),
        Some(Command::Archetypes(archetypes)) => archetypes.list(&mut out),
        Some(Command::Arms(arms)) => arms.list(&mut out),
        Some(Command::Check(check)) => check.run(&mut out),
        Some(Command::Trial(trials)) => trials.run(&mut out),
        Some(Command::Recordings(recordings)) => recordings.list(&mut out),
        Some(Command::Replay(replay)) => replay.run(&mut out),
        Some(Command::Simulate(simulate)) => simulate.run(&mut out),
        Some(Command::Forecast(forecast)) => forecast.run(&mut out),
        Some(Command::Field(field)) => field.run(&mut out),
        Some(Command::Verdicts(verdicts)) => verdicts.run(&mut out),
        Some(Command::Sweep(sweep)) => sweep.run(&mut out),
        Some(Command::Rules(rules)) => rules.list(&mut out),
        Some(Command::Names(names)) => names.list(&mut out),
        Some(Command::Screenshot(screenshot)) => screenshot.run(window.screenshot),
    };
    finish(ended.and_then(|code| Ok(out.flush().map(|()| code)?)))
}

/// Says why arguments are wrong, or shows the help that is asked for. Quoted arguments are made printable.
fn misused(error: &clap::Error) -> ExitCode {
    let words = std::env::args_os().map(|word| printable(&word.to_string_lossy()));
    let again = Cli::try_parse_from(words).err().filter(|again| again.exit_code() == error.exit_code());
    match again {
        // Where this cannot be printed, there is nowhere to report that either.
        Some(again) => {
            let told = again.render().to_string();
            match in_plain_words(&told) {
                Some(plain) => complain(&plain.trim_end()),
                None => drop(again.print()),
            }
        }
        None => complain(&error.render()),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Rewords what Rust says of numbers that cannot be read; `None` if nothing in `told` needs it.
fn in_plain_words(told: &str) -> Option<String> {
    const WORDS: [(&str, &str); 5] = [
        ("invalid digit found in string", "a whole number is expected"),
        ("number too large to fit in target type", "the number is too large"),
        ("cannot parse integer from empty string", "a number is missing"),
        ("number would be zero for non-zero type", "it is at least 1"),
        ("invalid float literal", "a number is expected"),
    ];
    let plain = WORDS.iter().fold(told.to_string(), |told, (from, to)| told.replace(from, to));
    (plain != told).then_some(plain)
}

/// The exit code for wrong usage, the same as for unknown words.
const WRONG_USAGE: u8 = 2;

/// Reports an error. That the reader of the output has left is none: `proving-ground rules | head`.
fn finish(ended: CommandResult) -> ExitCode {
    match ended {
        Ok(code) => code,
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(stop) => {
            complain(&stop);
            if matches!(stop, Stop::Usage(_)) { ExitCode::from(WRONG_USAGE) } else { ExitCode::FAILURE }
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
    fn numbers_that_cannot_be_read_are_told_in_plain_words() {
        for (number, words) in
            [("x", "a whole number is expected"), ("", "a number is missing"), ("0", "it is at least 1")]
        {
            let wrong = Cli::try_parse_from(["proving-ground", "recordings", "--most", number]).err();
            let told = wrong.and_then(|error| in_plain_words(&error.render().to_string())).unwrap_or_default();
            assert!(told.contains(words), "{number}: {told}");
        }
        assert_eq!(in_plain_words("there is no such thing"), None);
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

    /// Splits a line at blanks that are not in quotes.
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
        let helps: String = helps.filter_map(|command| Some(format!("{}\n", command.get_after_help()?))).collect();
        let said = [commands(&helps), commands(include_str!("../../README.md"))];
        assert!(said.iter().all(|lines| lines.len() > 5));
        for words in said.iter().flatten() {
            let cli = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
            let own = [".ron", ".txt", ".pgr"];
            let built_in = words.iter().all(|word| own.iter().all(|ending| !word.ends_with(ending)));
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
