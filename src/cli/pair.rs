//! Two computers that play each other: all levels in turn, the same fighters on both sides, and the seats swapped.

use std::collections::BTreeMap;

use super::{
    batch::Plan,
    batch_report::settings_of,
    headless_battle::set_up,
    pair_report::{LevelCount, LevelSetup, PairReport, PairSetup},
    print::Stop,
    report::Report,
    rules_args::RulesArgs,
    tally::BattleResult,
};
use crate::{
    ai::Depth,
    levels::{Level, Roster, builtin_in_play, mirrored},
    rules::{Battle, Team},
    seats::Seat,
};

/// The number of sides of a level on which a pair plays.
const SIDES: usize = 2;

/// Reads who plays whom: `computer,computer:greedy`.
pub(super) fn seats(text: &str) -> Result<[Depth; 2], String> {
    let (first, second) = text.split_once(',').ok_or("write WHO,WHO, such as computer,computer:greedy")?;
    let depth = |word: &str| match Seat::of(word) {
        Some(Seat::Computer(depth)) => Ok(depth),
        _ => Err(format!("`{word}` is no computer; choose {}", computers().join(" or "))),
    };
    Ok([depth(first)?, depth(second)?])
}

/// The names of all computers.
fn computers() -> Vec<&'static str> {
    Seat::ALL.into_iter().filter(|seat| *seat != Seat::Person).map(Seat::word).collect()
}

/// A level with the battles that a pair plays on it: one for each side, in which both sides have its fighters.
pub(super) type Ground = (LevelSetup, [Battle; SIDES]);

/// What a pair plays.
pub(super) struct PairPlan<'a> {
    pair: [Depth; 2],
    grounds: &'a [Ground],
}

/// What a seed stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    level: usize,
    /// The side whose fighters both sides have.
    fighters: usize,
    /// Whether the first of the pair plays the second side.
    swapped: bool,
}

/// The levels in turn; once all have been played, the same with seats swapped, then both with the other side's
/// fighters.
const fn place(seed: u64, levels: usize) -> Place {
    let (number, levels) = (seed.wrapping_sub(1), levels as u64);
    let again = number / levels;
    Place { level: (number % levels) as usize, swapped: again % 2 == 1, fighters: (again / 2) as usize % SIDES }
}

/// All built-in levels with two sides, or the named one, each under its own ruleset unless another is asked for.
pub(super) fn grounds(named: Option<Level>, rules_args: &RulesArgs) -> Result<Vec<Ground>, Stop> {
    let levels = match named {
        Some(level) if level.sides.len() != SIDES => {
            let (name, sides) = (&level.name, level.sides.len());
            return Err(Stop::Because(format!("--pair: {name} has {sides} sides; name a level with two")));
        }
        Some(level) => vec![level],
        None => builtin_in_play().0.into_iter().filter(|level| level.sides.len() == SIDES).collect(),
    };
    let ground = |level: &Level| {
        let (ruleset, _) = rules_args.rules(level)?;
        let start = |side| set_up(&mirrored(level, Roster::builtin(), ruleset, side), rules_args);
        let starts = [start(0)?, start(1)?];
        let setup = LevelSetup {
            level: level.tag.clone(),
            name: level.name.clone(),
            ruleset,
            settings: settings_of(&starts[0]),
            starts: starts.iter().map(|start| format!("{:016x}", start.digest())).collect(),
        };
        Ok((setup, starts))
    };
    levels.iter().map(ground).collect()
}

impl<'a> PairPlan<'a> {
    /// A pair on these grounds.
    pub(super) const fn new(pair: [Depth; 2], grounds: &'a [Ground]) -> Self {
        Self { pair, grounds }
    }
}

impl Plan for PairPlan<'_> {
    fn start(&self, seed: u64) -> (&Battle, [Depth; Team::MOST]) {
        let place = place(seed, self.grounds.len());
        let [first, second] = self.pair;
        let mut depths = [first; Team::MOST];
        depths[usize::from(!place.swapped)] = second;
        (&self.grounds[place.level].1[place.fighters], depths)
    }

    fn report(&self, over: &BTreeMap<u64, BattleResult>, seconds: f64) -> Option<Report> {
        let mut counts = vec![LevelCount::default(); self.grounds.len()];
        for (seed, result) in over {
            let place = place(*seed, self.grounds.len());
            let won = result.winner.map(|team| usize::from((team.0 == 1) != place.swapped));
            counts[place.level].add(won);
        }
        let setup = PairSetup {
            program: env!("CARGO_PKG_VERSION").into(),
            pair: self.pair.map(|depth| Seat::Computer(depth).word().into()),
            levels: self.grounds.iter().map(|(setup, _)| setup.clone()).collect(),
        };
        PairReport::on(setup, (over, counts), seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_played_from_both_seats_with_the_fighters_of_both_sides() {
        let all: Vec<Place> = (1..=12).map(|seed| place(seed, 3)).collect();
        for level in 0..3 {
            let mut here: Vec<(usize, bool)> =
                all.iter().filter(|place| place.level == level).map(|place| (place.fighters, place.swapped)).collect();
            assert_eq!(here[..2], [(0, false), (0, true)]);
            here.sort_unstable();
            assert_eq!(here, [(0, false), (0, true), (1, false), (1, true)]);
        }
        assert_eq!(place(13, 3), place(1, 3));
    }

    #[test]
    fn whoever_wins_is_counted_for_whom_the_seat_was_played_by() {
        let level = crate::levels::builtin()[0].clone();
        let pair = [Depth::Full, Depth::Greedy];
        let grounds = grounds(Some(level), &RulesArgs::default()).unwrap();
        let plan = PairPlan::new(pair, &grounds);
        assert_eq!(
            (plan.start(1).1[..2].to_vec(), plan.start(2).1[..2].to_vec()),
            (pair.to_vec(), vec![pair[1], pair[0]])
        );
        assert_ne!(plan.start(1).0.digest(), plan.start(3).0.digest());
        let won = |winner: Option<u8>| BattleResult { winner: winner.map(Team), rounds: 1, choices: 1, digest: 1 };
        // Blue wins twice: once it is the first of the pair, once the second.
        let over = BTreeMap::from([(1, won(Some(0))), (2, won(Some(0))), (3, won(Some(1))), (5, won(None))]);
        let Some(Report::Pair(report)) = plan.report(&over, 1.0) else { panic!("no report") };
        let told = serde_json::to_value(&report).unwrap();
        assert_eq!(told["counts"][0], serde_json::json!({"wins": [1, 2], "undecided": 1}));
        assert_eq!((&told["battles"], &told["seeds"]), (&4.into(), &serde_json::json!([[1, 3], [5, 5]])));
    }

    #[test]
    fn pairs_go_by_the_names_of_seats() {
        assert_eq!(seats("computer,computer:greedy"), Ok([Depth::Full, Depth::Greedy]));
        assert!(seats("computer").unwrap_err().contains("WHO,WHO"));
        assert!(
            seats("computer,person")
                .unwrap_err()
                .contains("`person` is no computer; choose computer or computer:quick or")
        );
    }
}
