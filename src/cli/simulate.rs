//! `simulate`: lets the computer play against itself many times, on all cores.

use std::{collections::BTreeMap, io::Write, path::PathBuf, process::ExitCode};

use clap::Args;

use super::{
    batch::{Batch, Plan},
    batch_report::{BatchReport, BatchSetup, settings_of},
    find,
    headless_battle::set_up,
    pair::{self, PairPlan},
    print::{CommandResult, Stop},
    report::{self, Report},
    rules_args::RulesArgs,
    tally::{BattleResult, Tally},
};
use crate::{
    ai::Depth,
    levels::{Level, Roster, mirrored},
    rules::{Battle, Team},
    seats::Seat,
};

const EXAMPLES: &str = "\
Examples:
  proving-ground simulate --level meadow --battles 200
  proving-ground simulate --level my-level.ron --battles 1000 --seed 7 --json
  proving-ground simulate --level meadow --mirror --seat orange=computer:quick
  proving-ground simulate --pair computer,computer:greedy --ruleset vigor --battles 600
  proving-ground simulate --join part-1.json part-101.json
  proving-ground simulate --level meadow --battles 100000 --every 500 --out part-1.json

The first battle has the given seed, the next one the seed after it, and so on: each can be watched with `play LEVEL \
--seed N --seat blue=computer --seat orange=computer`. Equal seeds give equal battles, whatever the number of cores; \
only the time differs. `computer:quick` thinks less and plays a little worse, but several battles in the time of one. \
`computer:steady` also gives less weight to danger, and answers by default out of turn. `computer:easy` strikes the \
nearest enemy and makes mistakes; `computer:greedy` makes none and is the yardstick: it stays as it is from version to \
version.

--pair lets two of them play all levels in turn, with the same fighters on both sides (of one side first, then of the \
other) and from both seats, and gives the first one's share of the battles that somebody won.

Batches of consecutive seeds on several machines are the same battles as one batch: --join adds up what --json printed \
for each. Ctrl-C, SIGTERM and SIGHUP stop and count the battles that are over; with --every, a machine that fails \
loses no more than that many.";

/// Arguments that mean nothing for batches that have been played already.
const ALONE: [&str; 10] =
    ["pair", "level", "ruleset", "settings", "battles", "seed", "mirror", "seats", "every", "out"];

/// The message if a person is to play a side.
const NO_PERSON: &str = "--seat: only the computer plays here; choose computer, computer:quick, computer:steady, computer:easy or computer:greedy";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Simulate {
    /// A built-in level or a level file
    #[arg(long, required_unless_present_any = ["join", "pair"])]
    level: Option<String>,
    #[command(flatten)]
    rules_args: RulesArgs,
    /// How many battles
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    battles: u64,
    /// The seed of the first battle
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Give every side the same fighters, those of each side in turn, battle by battle; the last side standing wins
    #[arg(long)]
    mirror: bool,
    /// How thoroughly the computer thinks for a side: `orange=computer:quick`; by default `computer`
    #[arg(long = "seat", value_name = "SIDE=WHO", value_parser = find::seat)]
    seats: Vec<(Team, Seat)>,
    /// Let two computers play each other on all levels, or on the named one: `computer,computer:greedy`
    #[arg(long, value_name = "WHO,WHO", value_parser = pair::seats, conflicts_with_all = ["mirror", "seats"])]
    pair: Option<[Depth; 2]>,
    /// Join the reports of several batches instead: files that `--json` wrote
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ALONE)]
    join: Vec<PathBuf>,
    /// Write the report to this file as well, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write that file again after every so many battles
    #[arg(long, value_name = "BATTLES", requires = "out", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        if !self.join.is_empty() {
            report::join(&self.join)?.write(out, self.json)?;
            return Ok(ExitCode::SUCCESS);
        }
        let level = self.level.as_ref().map(|level| find::level(level)).transpose()?;
        if let Some(pair) = self.pair {
            let grounds = pair::grounds(level, &self.rules_args)?;
            return self.batch().play(&PairPlan::new(pair, &grounds), out);
        }
        let Some(level) = level else { return Err(Stop::Usage("name a level, a pair, or reports to join")) };
        let depths = self.depths(&level)?;
        let starts = self.starts(&level)?;
        let sides: Vec<(Team, String)> =
            starts[0].teams().map(|team| (team, level.side_name(team).to_string())).collect();
        let setup = self.setup(&level, &starts, depths);
        self.batch().play(&LevelPlan { setup, sides, starts: &starts, depths }, out)
    }

    fn batch(&self) -> Batch<'_> {
        Batch { battles: self.battles, seed: self.seed, file: self.out.as_ref(), every: self.every, json: self.json }
    }

    /// How thoroughly the computer thinks for each side.
    fn depths(&self, level: &Level) -> Result<[Depth; Team::MOST], Stop> {
        let mut depths = [Depth::Full; Team::MOST];
        for (depth, seat) in depths.iter_mut().zip(find::seats(Some(level), &self.seats)?) {
            match seat {
                Some(Seat::Computer(said)) => *depth = said,
                Some(Seat::Person) => {
                    return Err(Stop::Usage(NO_PERSON));
                }
                None => {}
            }
        }
        Ok(depths)
    }

    /// What batches must have in common to be counted together with this one.
    fn setup(&self, level: &Level, starts: &[Battle], depths: [Depth; Team::MOST]) -> BatchSetup {
        let start = &starts[0];
        BatchSetup {
            program: env!("CARGO_PKG_VERSION").into(),
            level: level.tag.clone(),
            name: level.name.clone(),
            ruleset: start.ruleset,
            settings: settings_of(start),
            seats: start.teams().map(|team| Seat::Computer(depths[usize::from(team.0)]).word().into()).collect(),
            mirror: self.mirror,
            starts: starts.iter().map(|start| format!("{:016x}", start.digest())).collect(),
        }
    }

    /// The battles that are played in turn.
    fn starts(&self, level: &Level) -> Result<Vec<Battle>, Stop> {
        if !self.mirror {
            return Ok(vec![set_up(level, &self.rules_args)?]);
        }
        let (ruleset, _) = self.rules_args.rules(level)?;
        let sides = 0..level.sides.len();
        sides.map(|side| set_up(&mirrored(level, Roster::builtin(), ruleset, side), &self.rules_args)).collect()
    }
}

/// Battles of one level.
struct LevelPlan<'a> {
    setup: BatchSetup,
    sides: Vec<(Team, String)>,
    /// The battles that are played in turn: the first one with seed 1, and so on, wherever a batch begins.
    starts: &'a [Battle],
    depths: [Depth; Team::MOST],
}

impl Plan for LevelPlan<'_> {
    fn start(&self, seed: u64) -> (&Battle, [Depth; Team::MOST]) {
        (&self.starts[(seed.wrapping_sub(1) % self.starts.len() as u64) as usize], self.depths)
    }

    fn report(&self, over: &BTreeMap<u64, BattleResult>, seconds: f64) -> Option<Report> {
        let endings: Vec<BattleResult> = over.values().copied().collect();
        let tally = Tally::new(&endings, self.sides.iter().cloned())?;
        Some(Report::Batch(BatchReport::new(self.setup.clone(), over.keys().copied(), tally, seconds)))
    }
}
