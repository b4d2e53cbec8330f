//! The report on two computers that played each other: printed, as JSON, and joined from several batches.

use std::{collections::BTreeMap, io::Write};

use serde::{Deserialize, Serialize};

use super::{
    batch_report::{alike, are_seeds_of, joined_ranges, nothing_to_join, overlaps, seed_words},
    print::{Stop, count, json, percent, table, thousands},
    report::Report,
    tally::{BattleResult, wilson},
};
use crate::{levels::Faults, rules::RulesetId};

/// A level on which a pair plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LevelSetup {
    /// Its tag.
    pub(super) level: String,
    /// Its name.
    pub(super) name: String,
    /// The ruleset.
    pub(super) ruleset: RulesetId,
    /// All settings: `pct.tie=defender`.
    pub(super) settings: Vec<String>,
    /// The digests of the battles before their first round.
    pub(super) starts: Vec<String>,
}

/// What battles of a pair must have in common to be counted together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PairSetup {
    /// The version of the program.
    pub(super) program: String,
    /// Who plays whom: `computer:quick`.
    pub(super) pair: [String; 2],
    /// The levels, in the order in which they are played.
    pub(super) levels: Vec<LevelSetup>,
}

/// How battles of a level ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LevelCount {
    /// How many each of the pair has won.
    wins: [usize; 2],
    /// How many nobody has won.
    undecided: usize,
}

impl LevelCount {
    /// Counts a battle that one of the pair has won, or nobody.
    pub(super) const fn add(&mut self, won: Option<usize>) {
        match won {
            Some(which) => self.wins[which] += 1,
            None => self.undecided += 1,
        }
    }

    /// The number of battles. It saturates: numbers read from a file may be of any size.
    const fn battles(self) -> usize {
        self.wins[0].saturating_add(self.wins[1]).saturating_add(self.undecided)
    }

    const fn plus(self, other: Self) -> Self {
        let wins = [self.wins[0].saturating_add(other.wins[0]), self.wins[1].saturating_add(other.wins[1])];
        Self { wins, undecided: self.undecided.saturating_add(other.undecided) }
    }

    /// The cells of a row, after its name.
    fn cells(self) -> Vec<String> {
        let decided = self.wins[0].saturating_add(self.wins[1]);
        let number = |number: usize| format!("{:>6}", thousands(number));
        let mut cells =
            vec![number(self.battles()), number(self.wins[0]), number(self.wins[1]), number(self.undecided)];
        if decided > 0 {
            let (low, high) = wilson(self.wins[0], decided);
            cells.push(format!("{:>8}", percent(self.wins[0] as f64 / decided as f64)));
            cells.push(format!("{} to {}", percent(low), percent(high)));
        }
        cells
    }
}

/// The report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PairReport {
    #[serde(flatten)]
    setup: PairSetup,
    /// How the battles of each level ended.
    counts: Vec<LevelCount>,
    /// How many battles.
    battles: usize,
    /// All seeds as ranges, in order: the first and the last seed of each.
    seeds: Vec<(u64, u64)>,
    /// The first computer's share of the battles that somebody won, 0 to 1, and the ends of the interval that holds the
    /// true share 95 times in 100; `None` if nobody won any.
    share: Option<[f64; 3]>,
    /// The share of battles that nobody won, 0 to 1.
    undecided: f64,
    choices: usize,
    /// Equal for equal battles, in whatever order they are counted.
    digest: u64,
    /// How long it took, in seconds; for joined batches the sum.
    seconds: f64,
}

impl PairReport {
    /// The report on battles by their seeds, with the counts of each level; `None` without battles.
    pub(super) fn on(
        setup: PairSetup,
        (over, counts): (&BTreeMap<u64, BattleResult>, Vec<LevelCount>),
        seconds: f64,
    ) -> Option<Report> {
        let seeds = joined_ranges(over.keys().map(|seed| (*seed, *seed)));
        let digest = over.values().fold(0, |all: u64, result| all.wrapping_add(result.digest));
        let choices = over.values().map(|result| result.choices).sum();
        let report = Self::of_counts(setup, counts, (seeds, choices, digest), seconds);
        (!over.is_empty()).then_some(Report::Pair(report))
    }

    fn of_counts(
        setup: PairSetup,
        counts: Vec<LevelCount>,
        (seeds, choices, digest): (Vec<(u64, u64)>, usize, u64),
        seconds: f64,
    ) -> Self {
        let all = sum(&counts);
        let decided = all.wins[0].saturating_add(all.wins[1]);
        let share = (decided > 0).then(|| {
            let (low, high) = wilson(all.wins[0], decided);
            [all.wins[0] as f64 / decided as f64, low, high]
        });
        let undecided = all.undecided as f64 / all.battles().max(1) as f64;
        Self { setup, counts, battles: all.battles(), seeds, share, undecided, choices, digest, seconds }
    }

    /// Writes it for persons, or as JSON.
    pub(super) fn write(&self, out: &mut dyn Write, as_json: bool) -> Result<(), Stop> {
        if as_json {
            return json(out, self);
        }
        let [first, second] = &self.setup.pair;
        let battles = count(self.battles, "battle");
        writeln!(out, "{first} against {second}, {battles}, {}", seed_words(&self.seeds))?;
        let heads = ["", "", "battles", first, second, "nobody", "share", "95 % interval"];
        let mut lines = vec![heads.map(String::from).to_vec()];
        for (level, count) in self.setup.levels.iter().zip(&self.counts) {
            let names = vec![level.name.clone(), level.ruleset.to_string()];
            lines.push([names, count.cells()].concat());
        }
        lines.push([vec!["All".into(), String::new()], sum(&self.counts).cells()].concat());
        table(out, 2, &lines)?;
        writeln!(out, "Undecided: {}", percent(self.undecided))?;
        let speed = thousands((self.choices as f64 / self.seconds.max(1e-9)).round() as usize);
        Ok(writeln!(out, "{} in {:.1} s: {speed} a second", count(self.choices, "choice"), self.seconds)?)
    }

    /// Whether its numbers are consistent; those of a file may not be.
    pub(super) fn adds_up(&self) -> bool {
        let all = sum(&self.counts).battles();
        let levels = self.setup.levels.len();
        all > 0 && all == self.battles && self.counts.len() == levels && are_seeds_of(&self.seeds, all)
    }
}

fn sum(counts: &[LevelCount]) -> LevelCount {
    counts.iter().fold(LevelCount::default(), |all, count| all.plus(*count))
}

/// Joins reports, in the order of their seeds.
///
/// # Errors
/// Every difference between their setups, and every overlap of their seeds.
pub(super) fn join(mut parts: Vec<(String, PairReport)>) -> Result<PairReport, Stop> {
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
    parts.sort_by(|(_, one), (_, other)| one.seeds.cmp(&other.seeds));
    let of_levels = |counts: Vec<LevelCount>, part: &PairReport| {
        counts.into_iter().zip(&part.counts).map(|(count, other)| count.plus(*other)).collect()
    };
    let levels = parts.first().map_or(0, |(_, part)| part.counts.len());
    let counts = parts.iter().map(|(_, part)| part).fold(vec![LevelCount::default(); levels], of_levels);
    let seeds: Vec<(u64, u64)> = parts.iter().flat_map(|(_, part)| part.seeds.iter().copied()).collect();
    let choices = parts.iter().fold(0, |all: usize, (_, part)| all.saturating_add(part.choices));
    let digest = parts.iter().fold(0, |all: u64, (_, part)| all.wrapping_add(part.digest));
    let seconds = parts.iter().map(|(_, part)| part.seconds).sum();
    let Some((_, first)) = parts.into_iter().next() else { return Err(nothing_to_join()) };
    Ok(PairReport::of_counts(first.setup, counts, (joined_ranges(sorted(seeds)), choices, digest), seconds))
}

fn sorted(mut seeds: Vec<(u64, u64)>) -> impl Iterator<Item = (u64, u64)> {
    seeds.sort_unstable();
    seeds.into_iter()
}

/// The first difference because of which two pairs cannot be counted together.
fn difference(first: &PairSetup, other: &PairSetup) -> Option<String> {
    let not =
        |what: &str, first: &str, other: &str| (first != other).then(|| format!("{what} is {other}, not {first}"));
    let tags = |setup: &PairSetup| {
        let tags: Vec<&str> = setup.levels.iter().map(|level| level.level.as_str()).collect();
        tags.join(", ")
    };
    not("the program", &first.program, &other.program)
        .or_else(|| not("who plays", &first.pair.join(" against "), &other.pair.join(" against ")))
        .or_else(|| not("what is played on", &tags(first), &tags(other)))
        .or_else(|| {
            let mut levels = first.levels.iter().zip(&other.levels);
            levels.find_map(|(first, other)| {
                let place = format!("the ruleset on {}", first.level);
                not(&place, first.ruleset.name(), other.ruleset.name()).or_else(|| {
                    let place = format!("what is set on {}", first.level);
                    not(&place, &first.settings.join(", "), &other.settings.join(", "))
                })
            })
        })
        .or_else(|| (first != other).then(|| "levels or their fighters have changed".into()))
}
