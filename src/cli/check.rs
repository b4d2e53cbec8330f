//! `check`: lists everything that is wrong with files of the game.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::{
    find,
    levels::size,
    print::{CommandResult, complain, count, shown, verdict},
};
use crate::{
    levels::{Contents, Island, Roster, StandIns, check_file, islands, stand_ins},
    rules::{RulesetId, Team},
};

const EXAMPLES: &str = "\
Examples:
  proving-ground check my-level.ron
  proving-ground check levels tests/trials    every .ron and .pgr file in these folders
  proving-ground check my-level.ron --ruleset totals    who and what lacks numbers under these rules

Faults are written as file:line:column: what is wrong; what would be right.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Check {
    /// Levels, rosters, trials, recordings, or folders of them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Report missing numbers for this ruleset only; by default for all of them
    #[arg(long, value_parser = find::ruleset())]
    ruleset: Option<RulesetId>,
}

impl Check {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let (files, unread) = find::files(&self.files, &["ron", "pgr"]);
        unread.iter().for_each(|fault| complain(fault));
        let mut broken = 0;
        for file in &files {
            match check_file(file) {
                Ok(contents) => {
                    writeln!(out, "{}: {}", shown(file), about(&contents))?;
                    let mut remarks = apart(&contents).into_iter().chain(self.lacking(&contents));
                    remarks.try_for_each(|line| writeln!(out, "  {line}"))?;
                }
                Err(faults) => {
                    complain(&faults);
                    broken += 1;
                }
            }
        }
        if broken > 0 && files.len() > 1 {
            complain(&format!("{broken} of {} are wrong", count(files.len(), "file")));
        }
        Ok(verdict(broken + unread.len() == 0))
    }

    /// The numbers that a file lacks for some rulesets, a line each. It can still be played.
    fn lacking(&self, contents: &Contents) -> Vec<String> {
        let wanted = find::wanted(self.ruleset);
        let lacking: Vec<StandIns> = match contents {
            Contents::Level(level) => wanted.map(|ruleset| stand_ins(level, Roster::in_play(), ruleset)).collect(),
            Contents::Roster { lacking, .. } => wanted
                .filter_map(|ruleset| lacking.iter().find(|stand_ins| stand_ins.ruleset == ruleset).cloned())
                .collect(),
            Contents::Trials(_) | Contents::Recording(_) => Vec::new(),
        };
        lacking.iter().filter_map(StandIns::words).collect()
    }
}

/// The parts of a level that are cut off from the rest, a line each. It can still be played.
fn apart(contents: &Contents) -> Vec<String> {
    let Contents::Level(level) = contents else { return Vec::new() };
    islands(level).iter().map(Island::words).collect()
}

/// The contents of a file in words.
pub(super) fn about(contents: &Contents) -> String {
    match contents {
        Contents::Level(level) => {
            let (sides, heads) = (count(level.sides.len(), "side"), count(level.head_count(), "fighter"));
            let veils: String = level.veils_by_round.iter().map(|veil| format!("; {}", veil.words())).collect();
            let own = level.ambush_words(level.ruleset).into_iter();
            let own = own.chain(level.power_words(Roster::in_play(), level.ruleset));
            let own: String = own.map(|words| format!("; {words}")).collect();
            let objects: String = level.object_words().map(|words| format!("; {words}")).unwrap_or_default();
            let late = (0..level.sides.len() as u8).filter_map(|team| level.late_words(Team(team)));
            let late: String = late.map(|words| format!("; {words}")).collect();
            format!("the level {}, {}, {sides}, {heads}{veils}{objects}{late}{own}", level.name, size(level))
        }
        Contents::Roster { arms, archetypes, .. } => {
            format!("a roster, {}, {}", count(*arms, "arm"), count(*archetypes, "archetype"))
        }
        Contents::Trials(trials) => count(trials.len(), "trial"),
        Contents::Recording(recording) => {
            let note = recording.note.as_ref().map_or_else(String::new, |note| format!("; {note}"));
            let choices = count(recording.choices(), "choice");
            format!("a recording of {}, {choices}{note}", recording.header.level.name)
        }
    }
}
