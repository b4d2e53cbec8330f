//! Statistics of many battles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::Team;

/// Standard deviations on either side of the mean that cover 95 of 100.
const Z_95: f64 = 1.959_963_984_540_054;

/// How one battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BattleResult {
    /// Who won, if anybody.
    pub(super) winner: Option<Team>,
    /// Rounds that were played, the last one included.
    pub(super) rounds: u16,
    /// Choices that were made.
    pub(super) choices: usize,
    /// The battle's digest at the end.
    pub(super) digest: u64,
}

/// How often a side won.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Wins {
    /// The side's colour.
    pub(super) side: String,
    /// What the level calls it.
    pub(super) name: String,
    /// Battles won.
    pub(super) wins: usize,
    /// Its share of all battles, 0 to 1.
    pub(super) share: f64,
    /// Lower end of the interval that holds the true share 95 times in 100.
    pub(super) low: f64,
    /// Upper end.
    pub(super) high: f64,
}

/// How long battles were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rounds {
    /// The mean number of rounds.
    pub(super) mean: f64,
    /// Half of the battles took no more.
    pub(super) median: f64,
    /// The shortest.
    pub(super) least: u16,
    /// The longest.
    pub(super) most: u16,
    /// Pairs of a number of rounds and the number of battles that took it, from the shortest to the longest.
    pub(super) lengths: Vec<(u16, usize)>,
}

/// The statistics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    /// How many battles.
    pub(super) battles: usize,
    /// In the order of the sides.
    pub(super) sides: Vec<Wins>,
    /// Battles that nobody won.
    pub(super) draws: usize,
    /// Their lengths.
    pub(super) rounds: Rounds,
    /// All choices of all battles.
    pub(super) choices: usize,
    /// Equal for equal battles, in whatever order they are counted.
    pub(super) digest: String,
}

impl Wins {
    fn new(side: String, name: String, wins: usize, battles: usize) -> Self {
        let (low, high) = wilson(wins, battles);
        Self { side, name, wins, share: wins as f64 / battles as f64, low, high }
    }
}

impl Rounds {
    /// The lengths of battles; `None` without any.
    fn new(lengths: BTreeMap<u16, usize>) -> Option<Self> {
        let (least, most) = (*lengths.keys().next()?, *lengths.keys().next_back()?);
        let battles = sum(lengths.values().copied());
        let nth = |place: usize| {
            let mut before = 0;
            let mut reached = lengths.iter().filter(|(_, battles)| {
                before = sum([before, **battles].into_iter());
                before > place
            });
            reached.next().map_or(most, |(rounds, _)| *rounds)
        };
        let middle = f64::from(nth((battles - 1) / 2)) + f64::from(nth(battles / 2));
        let all: u128 = lengths.iter().map(|(rounds, battles)| u128::from(*rounds) * *battles as u128).sum();
        let mean = all as f64 / battles as f64;
        Some(Self { mean, median: middle / 2.0, least, most, lengths: lengths.into_iter().collect() })
    }
}

/// The sum. It saturates: numbers read from a file may be of any size.
fn sum(all: impl Iterator<Item = usize>) -> usize {
    all.fold(0, usize::saturating_add)
}

impl Tally {
    /// Counts battles; `None` without any.
    pub(super) fn new(endings: &[BattleResult], sides: impl IntoIterator<Item = (Team, String)>) -> Option<Self> {
        let mut lengths: BTreeMap<u16, usize> = BTreeMap::new();
        endings.iter().for_each(|ending| *lengths.entry(ending.rounds).or_default() += 1);
        let battles = endings.len();
        let wins = |(team, name): (Team, String)| {
            let wins = endings.iter().filter(|ending| ending.winner == Some(team)).count();
            Wins::new(team.name().into(), name, wins, battles)
        };
        let digest = endings.iter().fold(0, |all: u64, ending| all.wrapping_add(ending.digest));
        Some(Self {
            rounds: Rounds::new(lengths)?,
            battles,
            sides: sides.into_iter().map(wins).collect(),
            draws: endings.iter().filter(|ending| ending.winner.is_none()).count(),
            choices: endings.iter().map(|ending| ending.choices).sum(),
            digest: format!("{digest:016x}"),
        })
    }

    /// The statistics of all battles together. All parts have the same sides. `None` without any.
    pub(super) fn joined<'a>(parts: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        let first = parts.clone().next()?;
        let mut lengths: BTreeMap<u16, usize> = BTreeMap::new();
        for (rounds, battles) in parts.clone().flat_map(|part| &part.rounds.lengths) {
            let known = lengths.entry(*rounds).or_default();
            *known = sum([*known, *battles].into_iter());
        }
        let battles = sum(parts.clone().map(|part| part.battles));
        let wins = |wins: &Wins| {
            let all = parts.clone().flat_map(|part| &part.sides).filter(|other| other.side == wins.side);
            Wins::new(wins.side.clone(), wins.name.clone(), sum(all.map(|side| side.wins)), battles)
        };
        let digest = parts.clone().fold(0, |all: u64, part| all.wrapping_add(part.digest_bits().unwrap_or(0)));
        Some(Self {
            rounds: Rounds::new(lengths)?,
            battles,
            sides: first.sides.iter().map(wins).collect(),
            draws: sum(parts.clone().map(|part| part.draws)),
            choices: sum(parts.map(|part| part.choices)),
            digest: format!("{digest:016x}"),
        })
    }

    fn digest_bits(&self) -> Option<u64> {
        u64::from_str_radix(&self.digest, 16).ok()
    }

    /// Whether the numbers are consistent; those of a file may not be.
    pub(super) fn adds_up(&self) -> bool {
        let ended = sum(self.sides.iter().map(|side| side.wins).chain([self.draws]));
        let lasted = sum(self.rounds.lengths.iter().map(|(_, battles)| *battles));
        self.battles > 0 && ended == self.battles && lasted == self.battles && self.digest_bits().is_some()
    }
}

/// Wilson's interval, which holds the true share 95 times in 100, for `part` of `whole`.
pub(super) fn wilson(part: usize, whole: usize) -> (f64, f64) {
    let (part, whole) = (part as f64, whole as f64);
    let (share, square) = (part / whole, Z_95 * Z_95);
    let centre = share + square / (2.0 * whole);
    let spread = Z_95 * (share * (1.0 - share) / whole + square / (4.0 * whole * whole)).sqrt();
    let scale = 1.0 + square / whole;
    (((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    /// Printed values: Newcombe 1998, table I, method 3.
    #[test]
    fn intervals_are_wilsons() {
        for (part, whole, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let came = wilson(part, whole);
            assert!(near(came.0, low) && near(came.1, high), "{part}/{whole}: {came:?}");
        }
    }

    #[test]
    fn battles_are_counted() {
        let ending =
            |winner: Option<u8>, rounds| BattleResult { winner: winner.map(Team), rounds, choices: 10, digest: 7 };
        let endings = [ending(Some(0), 3), ending(Some(1), 9), ending(None, 30), ending(Some(0), 4)];
        let tally = Tally::new(&endings, [(Team(0), "A".into()), (Team(1), "B".into())]).unwrap();
        assert_eq!((tally.battles, tally.draws, tally.choices), (4, 1, 40));
        assert_eq!(tally.sides.iter().map(|side| side.wins).collect::<Vec<_>>(), [2, 1]);
        let lengths = vec![(3, 1), (4, 1), (9, 1), (30, 1)];
        assert_eq!(tally.rounds, Rounds { mean: 11.5, median: 6.5, least: 3, most: 30, lengths });
        assert_eq!(Tally::new(&[], []), None);
    }

    #[test]
    fn parts_make_the_whole() {
        let ending = |seed: u64| BattleResult {
            winner: [None, Some(Team(0)), Some(Team(1))][seed as usize % 3],
            rounds: (seed * seed % 7) as u16,
            choices: seed as usize,
            digest: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        };
        let endings: Vec<BattleResult> = (1..=90).map(ending).collect();
        let tally = |part: &[BattleResult]| Tally::new(part, [(Team(0), "A".into()), (Team(1), "B".into())]).unwrap();
        let parts = [tally(&endings[..13]), tally(&endings[13..80]), tally(&endings[80..])];
        let whole = tally(&endings);
        assert_eq!(Tally::joined(parts.iter()).as_ref(), Some(&whole));
        assert_eq!(Tally::joined(parts.iter().rev()).unwrap().digest, whole.digest);
        assert_ne!(Tally::joined(parts[1..].iter()).unwrap().digest, whole.digest);
        assert!(whole.adds_up() && !Tally { draws: whole.draws + 1, ..whole.clone() }.adds_up());
        assert!(!Tally { digest: "none".into(), ..whole }.adds_up());
    }
}
