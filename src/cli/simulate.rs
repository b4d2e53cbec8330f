//! `simulate`: lets the computer play against itself many times, on all cores.

use std::{
    io::Write,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use clap::Args;
use rayon::prelude::*;

use super::{
    batch_report::{self, BatchReport, BatchSetup},
    find,
    headless_battle::{HeadlessBattle, set_up},
    meter::Meter,
    print::{CommandResult, Stop, complain, count},
    rules_args::RulesArgs,
    tally::{BattleResult, Tally},
};
use crate::{
    ai::Depth,
    levels::{Level, Roster, mirrored},
    rules::{Battle, Setting, Team},
    seats::Seat,
};

const EXAMPLES: &str = "\
Examples:
  proving-ground simulate --level meadow --battles 200
  proving-ground simulate --level my-level.ron --battles 1000 --seed 7 --json
  proving-ground simulate --level meadow --mirror --seat orange=computer:quick
  proving-ground simulate --join part-1.json part-101.json

The first battle has the seed that is given, the next one the seed after it, and so on: each can be watched with \
`play LEVEL --seed N --seat blue=computer --seat orange=computer`. Equal seeds give equal battles, whatever the number \
of cores; only the time differs. `computer:quick` thinks less and plays worse: several battles in the time of one. Batches of consecutive seeds on several machines are the same battles as one batch: --join puts together what \
--json printed of each. Ctrl-C stops and counts the battles that are over.";

/// The number of choices of a combatant in a round, answers included, after which a battle counts as hung: some ten
/// times as many as ever occur.
const MOST_CHOICES: usize = 60;

/// How many choices of a hung battle are reported.
const LAST_CHOICES: usize = 6;

/// The exit code that shells expect after Ctrl-C.
const INTERRUPTED: u8 = 130;

/// What says nothing about batches that have been played already.
const ALONE: [&str; 7] = ["level", "ruleset", "settings", "battles", "seed", "mirror", "seats"];

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Simulate {
    /// A built-in level or a level file
    #[arg(long, required_unless_present = "join")]
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
    /// How thoroughly the computer thinks for a side: `orange=computer:quick`; `computer` otherwise
    #[arg(long = "seat", value_name = "SIDE=WHO", value_parser = find::seat)]
    seats: Vec<(Team, Seat)>,
    /// Put the reports of several batches together instead: files that `--json` wrote
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ALONE)]
    join: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Simulate {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let Some(level) = &self.level else {
            batch_report::join(&self.join)?.write(out, self.json)?;
            return Ok(ExitCode::SUCCESS);
        };
        let level = find::level(level)?;
        let depths = self.depths(&level)?;
        let starts = self.starts(&level)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        // Without a handler Ctrl-C ends the program as ever, only without the count so far.
        ctrlc::set_handler(move || stopped.store(true, Ordering::Relaxed)).ok();
        let meter = Meter::start(self.battles);
        let fought: Vec<Option<Result<BattleResult, Stop>>> = (0..self.battles)
            .into_par_iter()
            .map(|number| {
                let seed = self.seed.wrapping_add(number);
                let ending = fight(start_of(&starts, seed), seed, depths, &stop);
                meter.inc();
                ending
            })
            .collect();
        let time = meter.finish();
        let fought = (0..).zip(fought).filter_map(|(number, ending)| Some((self.seed.wrapping_add(number), ending?)));
        let (seeds, endings): (Vec<u64>, Vec<_>) = fought.unzip();
        let endings = endings.into_iter().collect::<Result<Vec<_>, _>>()?;
        let stopped = endings.len() < self.battles as usize;
        if stopped {
            complain(&format!("stopped: {} of {} are over", endings.len(), count(self.battles as usize, "battle")));
        }
        let sides = starts[0].teams().map(|team| (team, level.side_name(team).to_string()));
        if let Some(tally) = Tally::new(&endings, sides) {
            let setup = self.setup(&level, &starts, depths);
            BatchReport::new(setup, seeds, tally, time.as_secs_f64()).write(out, self.json)?;
        }
        Ok(if stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// How thoroughly the computer thinks for each side.
    fn depths(&self, level: &Level) -> Result<[Depth; Team::MOST], Stop> {
        let mut depths = [Depth::Full; Team::MOST];
        for (depth, seat) in depths.iter_mut().zip(find::seats(Some(level), &self.seats)?) {
            match seat {
                Some(Seat::Computer(said)) => *depth = said,
                Some(Seat::Person) => {
                    let what = "--seat: only the computer plays here; choose computer or computer:quick";
                    return Err(Stop::Usage(what));
                }
                None => {}
            }
        }
        Ok(depths)
    }

    /// What the batch has in common with others that can be counted together with it.
    fn setup(&self, level: &Level, starts: &[Battle], depths: [Depth; Team::MOST]) -> BatchSetup {
        let start = &starts[0];
        let settings = start.ruleset.rules().settings().iter().enumerate();
        let setting = |(index, setting): (usize, &Setting)| {
            format!("{}={}", setting.key, setting.word(start.settings.get(index, setting)))
        };
        BatchSetup {
            program: env!("CARGO_PKG_VERSION").into(),
            level: level.tag.clone(),
            name: level.name.clone(),
            ruleset: start.ruleset,
            settings: settings.map(setting).collect(),
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

/// The battle that is played with a seed: the first one with seed 1, and so on, wherever a batch begins.
fn start_of(starts: &[Battle], seed: u64) -> &Battle {
    &starts[(seed.wrapping_sub(1) % starts.len() as u64) as usize]
}

/// Plays a battle to its end; `None` if it was stopped.
fn fight(
    start: &Battle,
    seed: u64,
    depths: [Depth; Team::MOST],
    stop: &AtomicBool,
) -> Option<Result<BattleResult, Stop>> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut headless = HeadlessBattle::begin(start.clone(), seed, depths);
    let most = MOST_CHOICES * start.combatants().len() * usize::from(start.scene.last_round);
    let (mut choices, mut last) = (0, Vec::new());
    while let Some(offers) = headless.offers() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if choices == most {
            let (round, last) = (headless.battle().scene.round, last.join(", "));
            let what =
                format!("the battle of seed {seed} hangs in round {round} after {most} choices; the last: {last}");
            return Some(Err(Stop::Because(what)));
        }
        let choice = headless.choose(&offers);
        // Nobody reads the others.
        if choices + LAST_CHOICES >= most {
            last.push(format!("`{}`", headless.line(&offers, &choice)));
        }
        if let Err(error) = headless.take(&offers, &choice) {
            return Some(Err(Stop::Because(format!("the battle of seed {seed}: {error}"))));
        }
        choices += 1;
    }
    let scene = &headless.battle().scene;
    // The round after the last one begins only to find that time is up.
    let rounds = scene.round.min(scene.last_round);
    Some(Ok(BattleResult { winner: scene.over.flatten(), rounds, choices, digest: headless.battle().digest() }))
}
