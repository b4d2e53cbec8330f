//! `trial`: runs positions as tests.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::Args;
use rayon::prelude::*;

use super::{
    find,
    print::{CommandResult, complain, count, verdict},
};
use crate::levels::{Faults, Report, Roster, load_trials, run};

const EXAMPLES: &str = "\
Examples:
  proving-ground trial my-trial.ron
  proving-ground trial tests/trials    every .ron file in the folder
  proving-ground trial my-trial.ron --log

The words of trial files are listed by proving-ground names. A trial that fails shows what was expected, what came \
instead, and the battle up to there.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Trials {
    /// Trial files, or folders with .ron files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Show the battle of passed trials too: every choice, die and term
    #[arg(long)]
    log: bool,
}

impl Trials {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let (files, unread) = find::files(&self.files, &["ron"]);
        unread.iter().for_each(|fault| complain(fault));
        let (mut broken, mut ran, mut failed) = (unread.len(), 0, 0);
        // A few files at a time, reported before the next are read, so that memory never holds thousands of positions.
        for files in files.chunks(4 * rayon::current_num_threads()) {
            for reports in files.par_iter().map(|file| run_file(file)).collect::<Vec<_>>() {
                match reports {
                    Ok(reports) => {
                        self.tell(&reports, out)?;
                        ran += reports.len();
                        failed += reports.iter().filter(|report| !report.passed()).count();
                    }
                    Err(faults) => {
                        complain(&faults);
                        broken += 1;
                    }
                }
            }
        }
        let mut summary = format!("{}: {} ok, {failed} failed", count(ran, "trial"), ran - failed);
        if broken > 0 {
            summary += &format!("; {} cannot be read", count(broken, "file"));
        }
        writeln!(out, "{summary}")?;
        Ok(verdict(failed + broken == 0))
    }

    fn tell(&self, reports: &[Report], out: &mut dyn Write) -> io::Result<()> {
        for report in reports {
            writeln!(out, "{report}")?;
            if self.log && report.passed() {
                report.told.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
            }
        }
        Ok(())
    }
}

/// Runs the trials of a file.
fn run_file(file: &Path) -> Result<Vec<Report>, Faults> {
    Ok(load_trials(file, Roster::in_play())?.par_iter().map(run).collect())
}
