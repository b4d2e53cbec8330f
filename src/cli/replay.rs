//! `replay`: replays a recording without a window, die for die.

use std::{io::Write, path::PathBuf, process::ExitCode};

use clap::Args;

use super::print::{CommandResult, Stop, complain, count, shown};
use crate::{
    levels::{self, Event, RecordedLine, Recording, Roster, log_text},
    rules::{Entry, Team},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground replay last.pgr             print what happened
  proving-ground replay last.pgr --verify    only compare every die and every digest";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Replay {
    /// The recording
    file: PathBuf,
    /// Print only whether it replays as recorded
    #[arg(long)]
    verify: bool,
}

impl Replay {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let recording = Recording::load(&self.file, Roster::builtin())?;
        if let Some(note) = &recording.note {
            complain(&format!("{}: {note}", shown(&self.file)));
        }
        let mut replay = levels::Replay::start(&recording, Roster::builtin())?;
        let mut dice = 0;
        loop {
            let before = replay.journal().len();
            let Some(line) = replay.step()? else { break };
            dice += faces(line);
            if !self.verify {
                write_line(out, line, &replay, before)?;
            }
        }
        let end = match replay.battle().scene.over {
            None => format!("it stops in round {}", replay.battle().scene.round),
            Some(winner) => won(winner),
        };
        if let Some(rest) = &recording.rest {
            complain(&format!(
                "{}: what comes after round {} is wrong:",
                shown(&self.file),
                replay.battle().scene.round
            ));
            return Err(rest.clone().into());
        }
        let (choices, dice) = (count(recording.choices(), "choice"), count(dice, "die").replace("dies", "dice"));
        writeln!(out, "{}: {choices} and {dice} as recorded; {end}", shown(&self.file))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn won(winner: Option<Team>) -> String {
    winner.map_or_else(|| "nobody wins".into(), |team| format!("{team} wins"))
}

const fn faces(line: &RecordedLine) -> usize {
    match &line.event {
        Event::Begin(faces) | Event::Choice { faces, .. } => faces.len(),
        Event::Edited { .. } | Event::Round { .. } | Event::Over { .. } => 0,
    }
}

/// Writes a choice and the journal entries from index `from` on.
fn write_line(out: &mut dyn Write, line: &RecordedLine, replay: &levels::Replay<'_>, from: usize) -> Result<(), Stop> {
    if let Event::Choice { who, text, .. } = &line.event {
        writeln!(out, "> {who}: {text}")?;
    }
    if matches!(line.event, Event::Edited { .. }) {
        writeln!(out, "> edited")?;
    }
    for entry in replay.journal()[from..].iter().filter(|entry| !matches!(entry, Entry::Chosen(..))) {
        if let Some(told) = log_text(replay.battle(), entry) {
            writeln!(out, "  {told}")?;
        }
    }
    Ok(())
}
