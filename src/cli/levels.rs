//! `levels`: lists what can be played.

use std::{io::Write, path::PathBuf};

use clap::Args;

use super::print::{CommandResult, complain, table, verdict};
use crate::levels::{Level, Roster, builtin_in_play, load};

const EXAMPLES: &str = "\
Examples:
  proving-ground levels
  proving-ground levels my-level.ron    list it with the built-in ones";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Levels {
    /// Level files to list as well
    files: Vec<PathBuf>,
}

impl Levels {
    pub(super) fn list(&self, out: &mut dyn Write) -> CommandResult {
        let (levels, left_out) = builtin_in_play();
        let mut rows: Vec<Vec<String>> = levels.iter().map(row).collect();
        left_out.iter().for_each(|(_, faults)| complain(faults));
        let mut well = left_out.is_empty();
        for file in &self.files {
            match load(file, Roster::in_play()) {
                Ok(level) => rows.push(row(&level)),
                Err(faults) => {
                    complain(&faults);
                    well = false;
                }
            }
        }
        table(out, 0, &rows)?;
        Ok(verdict(well))
    }
}

fn row(level: &Level) -> Vec<String> {
    let heads: Vec<String> = level.sides.iter().map(|side| side.units.len().to_string()).collect();
    vec![
        level.tag.clone(),
        level.name.clone(),
        size(level),
        heads.join(" v "),
        level.ruleset.to_string(),
        level.about.clone(),
    ]
}

/// Columns and rows of the board.
pub(super) fn size(level: &Level) -> String {
    let extent = level.field.extent();
    format!("{} x {}", extent.width, extent.height)
}
