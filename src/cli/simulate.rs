//! `simulate`: lets the computer play against itself many times, on all cores.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
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
    signals::Stopping,
    tally::{BattleResult, Tally},
};
use crate::{
    ai::Depth,
    levels::{Faults, Level, Roster, mirrored, write_atomically},
    rules::{Battle, Setting, Team},
    seats::Seat,
};

const EXAMPLES: &str = "\
Examples:
  proving-ground simulate --level meadow --battles 200
  proving-ground simulate --level my-level.ron --battles 1000 --seed 7 --json
  proving-ground simulate --level meadow --mirror --seat orange=computer:quick
  proving-ground simulate --join part-1.json part-101.json
  proving-ground simulate --level meadow --battles 100000 --every 500 --out part-1.json

The first battle has the seed that is given, the next one the seed after it, and so on: each can be watched with \
`play LEVEL --seed N --seat blue=computer --seat orange=computer`. Equal seeds give equal battles, whatever the number \
of cores; only the time differs. `computer:quick` thinks less and plays worse: several battles in the time of one. Batches of consecutive seeds on several machines are the same battles as one batch: --join puts together what \
--json printed of each. Ctrl-C, SIGTERM and SIGHUP stop and count the battles that are over; with --every, a machine that \
fails loses no more than that many.";

/// The number of choices of a combatant in a round, answers included, after which a battle counts as hung: some ten
/// times as many as ever occur.
const MOST_CHOICES: usize = 60;

/// How many choices of a hung battle are reported.
const LAST_CHOICES: usize = 6;

/// What says nothing about batches that have been played already.
const ALONE: [&str; 9] = ["level", "ruleset", "settings", "battles", "seed", "mirror", "seats", "every", "out"];

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
    /// Write the report to this file as well, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write that file each time so many more battles are over
    #[arg(long, value_name = "BATTLES", requires = "out", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
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
        let sides: Vec<(Team, String)> =
            starts[0].teams().map(|team| (team, level.side_name(team).to_string())).collect();
        let setup = self.setup(&level, &starts, depths);
        let (stop, begun, meter) = (Stopping::listen(), Instant::now(), Meter::start(self.battles));
        let report = |over: &BTreeMap<u64, BattleResult>, seconds: f64| {
            let seeds: Vec<u64> = over.keys().map(|number| self.seed.wrapping_add(*number)).collect();
            let endings: Vec<BattleResult> = over.values().copied().collect();
            let tally = Tally::new(&endings, sides.iter().cloned())?;
            Some(BatchReport::new(setup.clone(), seeds, tally, seconds))
        };
        // Battles that are over, by their place in the batch, and the one with the least place that cannot be played.
        let over: Mutex<BTreeMap<u64, BattleResult>> = Mutex::default();
        let failed: Mutex<Option<(u64, Stop)>> = Mutex::default();
        (0..self.battles).into_par_iter().for_each(|number| {
            let seed = self.seed.wrapping_add(number);
            match fight(start_of(&starts, seed), seed, depths, &stop) {
                Some(Ok(result)) => {
                    let mut over = lock(&over);
                    over.insert(number, result);
                    let is_due = self.every.is_some_and(|every| over.len() as u64 % every == 0);
                    if let (true, Some(path)) = (is_due, &self.out)
                        && let Some(report) = report(&over, begun.elapsed().as_secs_f64())
                        && let Err(error) = keep(&report, path)
                    {
                        // The next one may find room again.
                        complain(&error);
                    }
                }
                Some(Err(error)) => {
                    let mut failed = lock(&failed);
                    if failed.as_ref().is_none_or(|(first, _)| number < *first) {
                        *failed = Some((number, error));
                    }
                }
                None => {}
            }
            meter.inc();
        });
        let time = meter.finish();
        if let Some((_, error)) = lock(&failed).take() {
            return Err(error);
        }
        let over = lock(&over);
        let stopped = (over.len() as u64) < self.battles;
        if stopped {
            complain(&format!("stopped: {} of {} are over", over.len(), count(self.battles as usize, "battle")));
        }
        if let Some(report) = report(&over, time.as_secs_f64()) {
            report.write(out, self.json)?;
            self.out.as_ref().map_or(Ok(()), |path| keep(&report, path))?;
        }
        Ok(if stopped { stop.code() } else { ExitCode::SUCCESS })
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

/// What stands behind a lock, also after a thread that held it has failed: each entry is whole.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a report to a file: there is always the old or the new one, whole.
fn keep(report: &BatchReport, path: &Path) -> Result<(), Stop> {
    let mut text = Vec::new();
    report.write(&mut text, true)?;
    write_atomically(path, &text).map_err(|error| {
        let what = format!("cannot be written: {error}");
        Faults::of_file(&path.display().to_string(), what, "name a file in a folder of yours").into()
    })
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
    stop: &Stopping,
) -> Option<Result<BattleResult, Stop>> {
    if stop.is_asked() {
        return None;
    }
    let mut headless = HeadlessBattle::begin(start.clone(), seed, depths);
    let most = MOST_CHOICES * start.combatants().len() * usize::from(start.scene.last_round);
    let (mut choices, mut last) = (0, Vec::new());
    while let Some(offers) = headless.offers() {
        if stop.is_asked() {
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
