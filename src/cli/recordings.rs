//! `recordings`: lists recorded battles.

use std::{io::Write, num::NonZero, process::ExitCode, time::SystemTime};

use clap::Args;

use super::print::{CommandResult, shown, table};
use crate::levels::{Faults, Recorded, Summary, folders, recorded};

const EXAMPLES: &str = "\
Examples:
  proving-ground recordings           the newest first
  proving-ground recordings --most 5

`proving-ground play FILE` continues one that is not over, `proving-ground replay FILE` prints what happened.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Recordings {
    /// How many to list at most
    #[arg(long, default_value_t = NonZero::<usize>::new(100).unwrap_or(NonZero::<usize>::MIN))]
    most: NonZero<usize>,
}

impl Recordings {
    pub(super) fn list(&self, out: &mut dyn Write) -> CommandResult {
        let folder = folders::player().join("recordings");
        let unread = |error| Faults::of_file(&folder.display().to_string(), format!("cannot be read: {error}"), "");
        let (found, more) = recorded(self.most.get()).map_err(unread)?;
        if found.is_empty() {
            writeln!(out, "No battle has been recorded in {}", shown(&folder))?;
        }
        table(out, 0, &found.iter().map(row).collect::<Vec<_>>())?;
        if more > 0 {
            writeln!(out, "and {more} more; --most {} lists all", found.len() + more)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(recording: &Recorded) -> Vec<String> {
    let mut row = vec![date(recording.written)];
    match &recording.summary {
        Ok(summary) => {
            row.extend([summary.level.clone(), summary.seats.join(" v "), summary.ruleset.clone(), state(summary)]);
        }
        Err(why) => row.extend([String::new(), String::new(), String::new(), why.clone()]),
    }
    row.push(shown(&recording.path));
    row
}

fn state(summary: &Summary) -> String {
    match summary.over {
        None => format!("round {}, not over", summary.round),
        Some(None) => format!("round {}, nobody won", summary.round),
        Some(Some(team)) => format!("round {}, {team} won", summary.round),
    }
}

/// Day and minute in universal time.
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, minutes) = (seconds / 86_400, seconds % 86_400 / 60);
    let (mut year, mut left) = (1970, days);
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = |year: u64| if leap(year) { 366 } else { 365 };
    while left >= length(year) {
        left -= length(year);
        year += 1;
    }
    let months = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= months[month] {
        left -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02} {:02}:{:02}", month + 1, left + 1, minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, told) in [
            (0, "1970-01-01 00:00"),
            (951_782_400, "2000-02-29 00:00"),
            (1_709_251_199, "2024-02-29 23:59"),
            (1_798_761_600, "2027-01-01 00:00"),
        ] {
            assert_eq!(date(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)), told);
        }
    }
}
