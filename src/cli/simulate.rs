//! `simulate`: lets the computer play against itself many times, on all cores.

use std::{
    collections::VecDeque,
    io::Write,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::{
    find,
    headless_battle::{HeadlessBattle, set_up},
    meter::Meter,
    print::{CommandResult, Stop, complain, count, json, percent, table, thousands},
    rules_args::RulesArgs,
    tally::{BattleResult, Tally},
};
use crate::{
    ai::Depth,
    levels::{Level, Roster, mirrored},
    rules::{Battle, RulesetId, Team},
    seats::Seat,
};

const EXAMPLES: &str = "\
Examples:
  proving-ground simulate --level meadow --battles 200
  proving-ground simulate --level my-level.ron --battles 1000 --seed 7 --json
  proving-ground simulate --level meadow --mirror --seat orange=computer:quick

The first battle has the seed that is given, the next one the seed after it, and so on: each can be watched with \
`play LEVEL --seed N --seat blue=computer --seat orange=computer`. Equal seeds give equal battles, whatever the number \
of cores; only the time differs. `computer:quick` thinks less and plays worse: several battles in the time of one. Ctrl-C stops and counts the battles that are over.";

/// The number of choices of a combatant in a round, answers included, after which a battle counts as hung: some ten
/// times as many as ever occur.
const MOST_CHOICES: usize = 60;

/// How many choices of a hung battle are reported.
const LAST_CHOICES: usize = 6;

/// The exit code that shells expect after Ctrl-C.
const INTERRUPTED: u8 = 130;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Simulate {
    /// A built-in level or a level file
    #[arg(long)]
    level: String,
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
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Outcome<'a> {
    level: &'a str,
    ruleset: RulesetId,
    seed: u64,
    #[serde(flatten)]
    tally: &'a Tally,
    seconds: f64,
    choices_per_second: u64,
}

impl Simulate {
    pub(super) fn run(&self, out: &mut dyn Write) -> CommandResult {
        let level = find::level(&self.level)?;
        let depths = self.depths(&level)?;
        let starts = self.starts(&level)?;
        let start = &starts[0];
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
        let endings = fought.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
        let stopped = endings.len() < self.battles as usize;
        if stopped {
            complain(&format!("stopped: {} of {} are over", endings.len(), count(self.battles as usize, "battle")));
        }
        let sides = start.teams().map(|team| (team, level.side_name(team).to_string()));
        if let Some(tally) = Tally::new(&endings, sides) {
            self.report(out, &level, start.ruleset, &tally, time)?;
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
                    return Err(Stop::Because(what.into()));
                }
                None => {}
            }
        }
        Ok(depths)
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

    fn report(
        &self,
        out: &mut dyn Write,
        level: &Level,
        ruleset: RulesetId,
        tally: &Tally,
        time: Duration,
    ) -> Result<(), Stop> {
        let seconds = time.as_secs_f64();
        let speed = (tally.choices as f64 / seconds.max(1e-9)).round() as u64;
        if self.json {
            let all =
                Outcome { level: &level.tag, ruleset, seed: self.seed, tally, seconds, choices_per_second: speed };
            return json(out, &all);
        }
        writeln!(out, "{}, {ruleset}, {}, seed {}", level.name, count(tally.battles, "battle"), self.seed)?;
        let mut rows: Vec<Vec<String>> = tally
            .sides
            .iter()
            .map(|one| {
                let name = if one.name == one.side { String::new() } else { one.name.clone() };
                let interval = format!("95 % interval: {} to {}", percent(one.low), percent(one.high));
                vec![
                    one.side.into(),
                    name,
                    format!("{:>6}", thousands(one.wins)),
                    format!("{:>8}", percent(one.share)),
                    interval,
                ]
            })
            .collect();
        let draws = format!("{:>8}", percent(tally.draws as f64 / tally.battles as f64));
        rows.push(vec!["Nobody".into(), String::new(), format!("{:>6}", thousands(tally.draws)), draws]);
        table(out, 2, &rows)?;
        let rounds = &tally.rounds;
        writeln!(
            out,
            "Rounds: mean {:.2}, median {}, {} to {}",
            rounds.mean, rounds.median, rounds.least, rounds.most
        )?;
        let choices = count(tally.choices, "choice");
        Ok(writeln!(out, "{choices} in {seconds:.1} s: {} a second", thousands(speed as usize))?)
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
    let mut choices = 0;
    let mut last = VecDeque::new();
    while let Some(offers) = headless.offers() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let chosen = match headless.think(&offers) {
            Ok(chosen) if choices < most => chosen,
            Ok(_) => {
                let last: Vec<String> = last.into();
                let (round, last) = (headless.battle().scene.round, last.join(", "));
                let what =
                    format!("the battle of seed {seed} hangs in round {round} after {most} choices; the last: {last}");
                return Some(Err(Stop::Because(what)));
            }
            Err(error) => return Some(Err(Stop::Because(format!("the battle of seed {seed}: {error}")))),
        };
        if last.len() == LAST_CHOICES {
            last.pop_front();
        }
        last.push_back(format!("`{chosen}`"));
        choices += 1;
    }
    let scene = &headless.battle().scene;
    // The round after the last one begins only to find that time is up.
    let rounds = scene.round.min(scene.last_round);
    Some(Ok(BattleResult { winner: scene.over.flatten(), rounds, choices, digest: headless.battle().digest() }))
}
