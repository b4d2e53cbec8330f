//! Statistics of many battles.

use serde::Serialize;

use crate::rules::Team;

/// Standard deviations to both sides of a mean that cover 95 of 100.
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Wins {
    /// The side's colour.
    pub(super) side: &'static str,
    /// What the level calls it.
    pub(super) name: String,
    /// Battles won.
    pub(super) wins: usize,
    /// Of all battles, 0 to 1.
    pub(super) share: f64,
    /// Lower end of the interval that holds the true share 95 times in 100.
    pub(super) low: f64,
    /// Upper end.
    pub(super) high: f64,
}

/// How long battles were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Rounds {
    /// All rounds by all battles.
    pub(super) mean: f64,
    /// Half of the battles took no more.
    pub(super) median: f64,
    /// The shortest.
    pub(super) least: u16,
    /// The longest.
    pub(super) most: u16,
}

/// The statistics.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Equal for equal battles in equal order.
    pub(super) digest: String,
}

impl Tally {
    /// Counts battles; `None` without any.
    pub(super) fn new(endings: &[BattleResult], sides: impl IntoIterator<Item = (Team, String)>) -> Option<Self> {
        let battles = endings.len();
        let mut rounds: Vec<u16> = endings.iter().map(|ending| ending.rounds).collect();
        rounds.sort_unstable();
        let (least, most) = (*rounds.first()?, *rounds.last()?);
        let middle = f64::from(rounds[(battles - 1) / 2]) + f64::from(rounds[battles / 2]);
        let all: u64 = rounds.iter().map(|rounds| u64::from(*rounds)).sum();
        let wins = |(team, name): (Team, String)| {
            let wins = endings.iter().filter(|ending| ending.winner == Some(team)).count();
            let (low, high) = wilson(wins, battles);
            Wins { side: team.name(), name, wins, share: wins as f64 / battles as f64, low, high }
        };
        let digest = endings.iter().fold(0u64, |all, one| all.rotate_left(5) ^ one.digest);
        Some(Self {
            battles,
            sides: sides.into_iter().map(wins).collect(),
            draws: endings.iter().filter(|ending| ending.winner.is_none()).count(),
            rounds: Rounds { mean: all as f64 / battles as f64, median: middle / 2.0, least, most },
            choices: endings.iter().map(|ending| ending.choices).sum(),
            digest: format!("{digest:016x}"),
        })
    }
}

/// Wilson's interval: where the true share lies, 95 times in 100, if `part` of `whole` were seen.
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
        assert_eq!(tally.rounds, Rounds { mean: 11.5, median: 6.5, least: 3, most: 30 });
        assert_eq!(Tally::new(&[], []), None);
    }
}
