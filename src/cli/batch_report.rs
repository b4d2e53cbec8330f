//! What a batch of battles comes to: printed, as JSON, and put together from several batches.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    print::{Stop, count, json, percent, shown, table, thousands},
    tally::Tally,
};
use crate::{
    levels::{Faults, printable, read_text},
    rules::RulesetId,
};

/// What battles must have in common to be counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BatchSetup {
    /// The version of the program.
    pub(super) program: String,
    /// The level's tag.
    pub(super) level: String,
    /// The level's name.
    pub(super) name: String,
    /// The ruleset.
    pub(super) ruleset: RulesetId,
    /// All settings: `pct.tie=defender`.
    pub(super) settings: Vec<String>,
    /// Who plays each side: `computer:quick`.
    pub(super) seats: Vec<String>,
    /// Whether all sides have the same fighters.
    pub(super) mirror: bool,
    /// The digests of the battles before their first round.
    pub(super) starts: Vec<String>,
}

/// The report on a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BatchReport {
    #[serde(flatten)]
    setup: BatchSetup,
    /// The first seed.
    seed: u64,
    /// All seeds: the first and the last of each row, in order.
    seeds: Vec<(u64, u64)>,
    #[serde(flatten)]
    tally: Tally,
    /// How long it took, in seconds; the sum of all batches.
    seconds: f64,
    choices_per_second: u64,
}

impl BatchReport {
    /// The report on battles of the given `seeds`, in order.
    pub(super) fn new(setup: BatchSetup, seeds: impl IntoIterator<Item = u64>, tally: Tally, seconds: f64) -> Self {
        let seeds = rows(seeds.into_iter().map(|seed| (seed, seed)));
        Self::of_rows(setup, seeds, tally, seconds)
    }

    fn of_rows(setup: BatchSetup, seeds: Vec<(u64, u64)>, tally: Tally, seconds: f64) -> Self {
        let choices_per_second = (tally.choices as f64 / seconds.max(1e-9)).round() as u64;
        let seed = seeds.first().map_or(0, |row| row.0);
        Self { setup, seed, seeds, tally, seconds, choices_per_second }
    }

    /// Writes it for persons, or as JSON.
    pub(super) fn write(&self, out: &mut dyn Write, as_json: bool) -> Result<(), Stop> {
        if as_json {
            return json(out, self);
        }
        let (setup, tally) = (&self.setup, &self.tally);
        let battles = count(tally.battles, "battle");
        let name = printable(&setup.name);
        writeln!(out, "{name}, {}, {battles}, {}", setup.ruleset, self.seed_words())?;
        table(out, 2, &self.rows())?;
        let rounds = &tally.rounds;
        writeln!(
            out,
            "Rounds: mean {:.2}, median {}, {} to {}",
            rounds.mean, rounds.median, rounds.least, rounds.most
        )?;
        let (choices, speed) = (count(tally.choices, "choice"), thousands(self.choices_per_second as usize));
        Ok(writeln!(out, "{choices} in {:.1} s: {speed} a second", self.seconds)?)
    }

    /// `seed 1`, or all rows of seeds if there are several.
    fn seed_words(&self) -> String {
        if self.seeds.len() == 1 {
            return format!("seed {}", self.seed);
        }
        let rows: Vec<String> = self.seeds.iter().map(|row| row_words(*row)).collect();
        format!("seeds {}", rows.join(", "))
    }

    /// A row for each side, and one for nobody.
    fn rows(&self) -> Vec<Vec<String>> {
        let tally = &self.tally;
        let plain = self.setup.seats.iter().all(|seat| seat == "computer");
        let mut seats = self.setup.seats.iter();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for one in &tally.sides {
            let name = if one.name == one.side { String::new() } else { one.name.clone() };
            let seat = seats.next().filter(|_| !plain).cloned().unwrap_or_default();
            let interval = format!("95 % interval: {} to {}", percent(one.low), percent(one.high));
            let (wins, share) = (format!("{:>6}", thousands(one.wins)), format!("{:>8}", percent(one.share)));
            rows.push(vec![one.side.clone(), name, seat, wins, share, interval]);
        }
        let draws = format!("{:>8}", percent(tally.draws as f64 / tally.battles as f64));
        rows.push(vec!["Nobody".into(), String::new(), String::new(), format!("{:>6}", thousands(tally.draws)), draws]);
        if plain {
            rows.iter_mut().for_each(|row| _ = row.remove(2));
        }
        rows
    }

    /// Whether its numbers agree with each other.
    fn adds_up(&self) -> bool {
        let seeds: u128 = self.seeds.iter().map(|(first, last)| u128::from(last.saturating_sub(*first)) + 1).sum();
        self.tally.adds_up() && seeds == self.tally.battles as u128 && self.seeds.iter().all(|row| row.0 <= row.1)
    }
}

fn row_words((first, last): (u64, u64)) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Rows of seeds with those that follow each other as one.
fn rows(all: impl Iterator<Item = (u64, u64)>) -> Vec<(u64, u64)> {
    let mut rows: Vec<(u64, u64)> = Vec::new();
    for (first, last) in all {
        match rows.last_mut() {
            Some(row) if row.1.checked_add(1) == Some(first) => row.1 = last,
            _ => rows.push((first, last)),
        }
    }
    rows
}

/// Reads reports and puts them together, in the order of their seeds.
///
/// # Errors
/// Everything that cannot be read or does not fit together.
pub(super) fn join(files: &[PathBuf]) -> Result<BatchReport, Stop> {
    let mut faults = Vec::new();
    let mut parts: Vec<(String, BatchReport)> = Vec::new();
    for path in files {
        match read(path) {
            Ok(part) => parts.push((shown(path), part)),
            Err(wrong) => faults.extend(wrong.0),
        }
    }
    if let Some(((file, first), others)) = parts.split_first() {
        for (other, part) in others {
            if let Some(what) = difference(&first.setup, &part.setup) {
                let right = format!("join batches that differ from {file} in nothing but their seeds");
                faults.extend(Faults::of_file(other, what, right).0);
            }
        }
    }
    faults.extend(overlaps(&parts));
    if !faults.is_empty() {
        return Err(Faults(faults).into());
    }
    parts.sort_by_key(|(_, part)| part.seed);
    let seconds = parts.iter().map(|(_, part)| part.seconds).sum();
    let tally = Tally::joined(parts.iter().map(|(_, part)| &part.tally));
    let mut seeds: Vec<(u64, u64)> = parts.iter().flat_map(|(_, part)| part.seeds.iter().copied()).collect();
    seeds.sort_unstable();
    let (Some(tally), Some((_, first))) = (tally, parts.into_iter().next()) else {
        return Err(Stop::Because("--join: name at least one report".into()));
    };
    Ok(BatchReport::of_rows(first.setup, rows(seeds.into_iter()), tally, seconds))
}

fn read(path: &Path) -> Result<BatchReport, Faults> {
    let text = read_text(path)?;
    let fault = |what: String| {
        Faults::of_file(
            &path.display().to_string(),
            what,
            "`proving-ground simulate --json` of this version writes one",
        )
    };
    let report: BatchReport =
        serde_json::from_str(&text).map_err(|error| fault(format!("this is no report on a batch: {error}")))?;
    if report.adds_up() { Ok(report) } else { Err(fault("the numbers of this report do not add up".into())) }
}

/// In what two batches differ so that they cannot be counted together.
fn difference(one: &BatchSetup, other: &BatchSetup) -> Option<String> {
    let not = |what: &str, one: &str, other: &str| (one != other).then(|| format!("{what} is {other}, not {one}"));
    let list = |all: &[String], others: &[String]| {
        let new: Vec<&str> = all.iter().filter(|word| !others.contains(word)).map(String::as_str).collect();
        new.join(", ")
    };
    let lists = |what: &str, one: &[String], other: &[String]| {
        (one != other).then(|| format!("{what} are {}, not {}", list(other, one), list(one, other)))
    };
    let mirror = |setup: &BatchSetup| if setup.mirror { "with --mirror" } else { "without --mirror" };
    not("the program", &one.program, &other.program)
        .or_else(|| not("the level", &one.level, &other.level))
        .or_else(|| not("the ruleset", one.ruleset.name(), other.ruleset.name()))
        .or_else(|| lists("the settings", &one.settings, &other.settings))
        .or_else(|| not("who plays", &one.seats.join(" against "), &other.seats.join(" against ")))
        .or_else(|| not("the batch", mirror(one), mirror(other)))
        .or_else(|| (one != other).then(|| format!("the level {} or its fighters have changed", other.level)))
}

/// Seeds that several reports have.
fn overlaps(parts: &[(String, BatchReport)]) -> Vec<crate::levels::Fault> {
    let mut all: Vec<((u64, u64), &str)> =
        parts.iter().flat_map(|(file, part)| part.seeds.iter().map(|row| (*row, file.as_str()))).collect();
    all.sort_unstable();
    let mut faults = Vec::new();
    let mut before: Option<((u64, u64), &str)> = None;
    for (row, file) in all {
        if let Some((known, other)) = before.filter(|(known, _)| known.1 >= row.0) {
            let what = format!("seeds {} are in {other} too", row_words((row.0, row.1.min(known.1))));
            faults.extend(Faults::of_file(file, what, "give every batch seeds of its own: --seed").0);
        }
        before = before.filter(|(known, _)| known.1 > row.1).or(Some((row, file)));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_that_follow_each_other_are_one_row() {
        let all = [(1, 4), (5, 8), (10, 10), (u64::MAX, u64::MAX), (0, 0)];
        assert_eq!(rows(all.into_iter()), [(1, 8), (10, 10), (u64::MAX, u64::MAX), (0, 0)]);
    }
}
