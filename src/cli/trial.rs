//! `trial`: runs positions as tests.

use std::{io::Write, path::PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::{
    find,
    print::{CommandResult, complain, count, verdict},
};
use crate::levels::{Report, Roster, load_trials, run};

const EXAMPLES: &str = "\
Examples:
  proving-ground trial my-trial.ron
  proving-ground trial tests/trials    every .ron file in the folder
  proving-ground trial my-trial.ron --log

The words of trial files are listed by proving-ground names. A trial that fails tells what was expected, what came, and the battle up to there.";

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
        let mut trials = Vec::new();
        let (files, unread) = find::files(&self.files, &["ron"]);
        unread.iter().for_each(|fault| complain(fault));
        let mut broken = unread.len();
        for file in files {
            match load_trials(&file, Roster::in_play()) {
                Ok(found) => trials.extend(found),
                Err(faults) => {
                    complain(&faults);
                    broken += 1;
                }
            }
        }
        let reports: Vec<Report> = trials.par_iter().map(run).collect();
        for report in &reports {
            writeln!(out, "{report}")?;
            if self.log && report.passed() {
                report.told.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
            }
        }
        let failed = reports.iter().filter(|report| !report.passed()).count();
        let mut summary = format!("{}: {} ok, {failed} failed", count(reports.len(), "trial"), reports.len() - failed);
        if broken > 0 {
            summary += &format!("; {} cannot be read", count(broken, "file"));
        }
        writeln!(out, "{summary}")?;
        Ok(verdict(failed + broken == 0))
    }
}
