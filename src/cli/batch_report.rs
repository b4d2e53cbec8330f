//! The report on a batch of battles: printed, as JSON, and joined from several batches.

use std::io::Write;

use serde::{Deserialize, Serialize};

use super::{
    print::{Stop, count, json, percent, table, thousands},
    tally::Tally,
};
use crate::{
    levels::{Fault, Faults, printable},
    rules::{Battle, RulesetId, Setting},
};

/// The first and the last of seeds that follow each other.
pub(super) type SeedRange = (u64, u64);

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

/// All settings of a battle in words: `pct.tie=defender`.
pub(super) fn settings_of(battle: &Battle) -> Vec<String> {
    let word = |(index, setting): (usize, &Setting)| {
        format!("{}={}", setting.key, setting.word(battle.settings.get(index, setting)))
    };
    battle.ruleset.rules().settings().iter().enumerate().map(word).collect()
}

/// The report on a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BatchReport {
    #[serde(flatten)]
    setup: BatchSetup,
    /// The first seed.
    seed: u64,
    /// All seeds as ranges, in order.
    seeds: Vec<SeedRange>,
    #[serde(flatten)]
    tally: Tally,
    /// How long it took, in seconds; for joined batches the sum.
    seconds: f64,
    choices_per_second: u64,
}

impl BatchReport {
    /// The report on battles of the given `seeds`, in order.
    pub(super) fn new(setup: BatchSetup, seeds: impl IntoIterator<Item = u64>, tally: Tally, seconds: f64) -> Self {
        let seeds = joined_ranges(seeds.into_iter().map(|seed| (seed, seed)));
        Self::of_ranges(setup, seeds, tally, seconds)
    }

    fn of_ranges(setup: BatchSetup, seeds: Vec<SeedRange>, tally: Tally, seconds: f64) -> Self {
        let choices_per_second = (tally.choices as f64 / seconds.max(1e-9)).round() as u64;
        let seed = seeds.first().map_or(0, |range| range.0);
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
        writeln!(out, "{name}, {}, {battles}, {}", setup.ruleset, seed_words(&self.seeds))?;
        table(out, 2, &self.side_rows())?;
        let rounds = &tally.rounds;
        writeln!(
            out,
            "Rounds: mean {:.2}, median {}, {} to {}",
            rounds.mean, rounds.median, rounds.least, rounds.most
        )?;
        let (choices, speed) = (count(tally.choices, "choice"), thousands(self.choices_per_second as usize));
        Ok(writeln!(out, "{choices} in {:.1} s: {speed} a second", self.seconds)?)
    }

    /// A row for each side, and one for nobody.
    fn side_rows(&self) -> Vec<Vec<String>> {
        let tally = &self.tally;
        let plain = self.setup.seats.iter().all(|seat| seat == "computer");
        let mut seats = self.setup.seats.iter();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for side in &tally.sides {
            let name = if side.name == side.side { String::new() } else { side.name.clone() };
            let seat = seats.next().filter(|_| !plain).cloned().unwrap_or_default();
            let interval = format!("95 % interval: {} to {}", percent(side.low), percent(side.high));
            let (wins, share) = (format!("{:>6}", thousands(side.wins)), format!("{:>8}", percent(side.share)));
            rows.push(vec![side.side.clone(), name, seat, wins, share, interval]);
        }
        let draws = format!("{:>8}", percent(tally.draws as f64 / tally.battles as f64));
        rows.push(vec!["Nobody".into(), String::new(), String::new(), format!("{:>6}", thousands(tally.draws)), draws]);
        if plain {
            rows.iter_mut().for_each(|row| _ = row.remove(2));
        }
        rows
    }

    /// Whether its numbers are consistent.
    pub(super) fn adds_up(&self) -> bool {
        self.tally.adds_up() && are_seeds_of(&self.seeds, self.tally.battles)
    }
}

/// Whether ranges of seeds are valid and hold as many seeds as there are battles.
pub(super) fn are_seeds_of(ranges: &[SeedRange], battles: usize) -> bool {
    let seeds: u128 = ranges.iter().map(|(first, last)| u128::from(last.saturating_sub(*first)) + 1).sum();
    seeds == battles as u128 && ranges.iter().all(|range| range.0 <= range.1)
}

/// `seed 1`, or all ranges of seeds if there are several.
pub(super) fn seed_words(ranges: &[SeedRange]) -> String {
    if let [(first, _)] = ranges {
        return format!("seed {first}");
    }
    let words: Vec<String> = ranges.iter().map(|range| range_words(*range)).collect();
    format!("seeds {}", words.join(", "))
}

fn range_words((first, last): SeedRange) -> String {
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Joins ranges of seeds that follow each other.
pub(super) fn joined_ranges(all: impl Iterator<Item = SeedRange>) -> Vec<SeedRange> {
    let mut ranges: Vec<SeedRange> = Vec::new();
    for (first, last) in all {
        match ranges.last_mut() {
            Some(range) if range.1.checked_add(1) == Some(first) => range.1 = last,
            _ => ranges.push((first, last)),
        }
    }
    ranges
}

/// Joins reports, in the order of their seeds.
///
/// # Errors
/// Every difference between their setups, and every overlap of their seeds.
pub(super) fn join(mut parts: Vec<(String, BatchReport)>) -> Result<BatchReport, Stop> {
    let mut faults = Vec::new();
    if let Some(((file, first), others)) = parts.split_first() {
        for (other, part) in others {
            if let Some(what) = difference(&first.setup, &part.setup) {
                faults.extend(Faults::of_file(other, what, alike(file)).0);
            }
        }
    }
    faults.extend(overlaps(parts.iter().map(|(file, part)| (file.as_str(), &part.seeds[..]))));
    if !faults.is_empty() {
        return Err(Faults(faults).into());
    }
    parts.sort_by_key(|(_, part)| part.seed);
    let seconds = parts.iter().map(|(_, part)| part.seconds).sum();
    let tally = Tally::joined(parts.iter().map(|(_, part)| &part.tally));
    let mut seeds: Vec<SeedRange> = parts.iter().flat_map(|(_, part)| part.seeds.iter().copied()).collect();
    seeds.sort_unstable();
    let (Some(tally), Some((_, first))) = (tally, parts.into_iter().next()) else { return Err(nothing_to_join()) };
    Ok(BatchReport::of_ranges(first.setup, joined_ranges(seeds.into_iter()), tally, seconds))
}

/// The advice where a report cannot be joined with that of a file.
pub(super) fn alike(file: &str) -> String {
    format!("join batches that differ from {file} in nothing but their seeds")
}

/// The error of joining no reports.
pub(super) fn nothing_to_join() -> Stop {
    Stop::Because("--join: name at least one report".into())
}

/// The first difference because of which two batches cannot be counted together.
fn difference(first: &BatchSetup, other: &BatchSetup) -> Option<String> {
    let not =
        |what: &str, first: &str, other: &str| (first != other).then(|| format!("{what} is {other}, not {first}"));
    let list = |all: &[String], others: &[String]| {
        let new: Vec<&str> = all.iter().filter(|word| !others.contains(word)).map(String::as_str).collect();
        new.join(", ")
    };
    let lists = |what: &str, first: &[String], other: &[String]| {
        (first != other).then(|| format!("{what} are {}, not {}", list(other, first), list(first, other)))
    };
    let mirror = |setup: &BatchSetup| if setup.mirror { "with --mirror" } else { "without --mirror" };
    not("the program", &first.program, &other.program)
        .or_else(|| not("the level", &first.level, &other.level))
        .or_else(|| not("the ruleset", first.ruleset.name(), other.ruleset.name()))
        .or_else(|| lists("the settings", &first.settings, &other.settings))
        .or_else(|| not("who plays", &first.seats.join(" against "), &other.seats.join(" against ")))
        .or_else(|| not("the batch", mirror(first), mirror(other)))
        .or_else(|| (first != other).then(|| format!("the level {} or its fighters have changed", other.level)))
}

/// A fault for each overlap of seeds between reports, given as files with their ranges of seeds.
pub(super) fn overlaps<'a>(parts: impl Iterator<Item = (&'a str, &'a [SeedRange])>) -> Vec<Fault> {
    let mut all: Vec<(SeedRange, &str)> =
        parts.flat_map(|(file, seeds)| seeds.iter().map(move |range| (*range, file))).collect();
    all.sort_unstable();
    let mut faults = Vec::new();
    let mut before: Option<(SeedRange, &str)> = None;
    for (range, file) in all {
        if let Some((known, other)) = before.filter(|(known, _)| known.1 >= range.0) {
            let what = format!("seeds {} are in {other} too", range_words((range.0, range.1.min(known.1))));
            faults.extend(Faults::of_file(file, what, "give every batch seeds of its own: --seed").0);
        }
        before = before.filter(|(known, _)| known.1 > range.1).or(Some((range, file)));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_that_follow_each_other_are_one_range() {
        let all = [(1, 4), (5, 8), (10, 10), (u64::MAX, u64::MAX), (0, 0)];
        assert_eq!(joined_ranges(all.into_iter()), [(1, 8), (10, 10), (u64::MAX, u64::MAX), (0, 0)]);
    }
}
