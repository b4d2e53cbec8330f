//! Plays a batch of battles on all cores, and reports on it now and then and at the end.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rayon::prelude::*;

use super::{
    headless_battle::HeadlessBattle,
    meter::Meter,
    print::{CommandResult, Stop, complain, count, thousands},
    report::Report,
    signals::Stopping,
    tally::BattleResult,
};
use crate::{
    ai::Depth,
    levels::{Faults, write_atomically},
    rules::{Battle, Team},
};

/// The number of choices per combatant and round, answers included, after which a battle counts as hung: about ten
/// times as many as ever occur.
const MOST_CHOICES: usize = 60;

/// How many choices of a hung battle are reported.
const LAST_CHOICES: usize = 6;

/// What a batch plays, and how it is reported.
pub(super) trait Plan: Sync {
    /// The battle of a seed before its first round, and how thoroughly the computer thinks for each side.
    fn start(&self, seed: u64) -> (&Battle, [Depth; Team::MOST]);

    /// The report on battles that are over, by their seeds; `None` without any.
    fn report(&self, over: &BTreeMap<u64, BattleResult>, seconds: f64) -> Option<Report>;
}

/// How many battles to play, from which seed on, and where to report them.
pub(super) struct Batch<'a> {
    /// How many battles.
    pub(super) battles: u64,
    /// The seed of the first one.
    pub(super) seed: u64,
    /// A file that the report is written to as well.
    pub(super) file: Option<&'a PathBuf>,
    /// The number of battles after which the file is written each time.
    pub(super) every: Option<u64>,
    /// Whether to print JSON.
    pub(super) json: bool,
}

impl Batch<'_> {
    /// Plays until all battles are over or a signal says to stop. Battles that are over are reported even if another
    /// one cannot be played.
    pub(super) fn play(&self, plan: &dyn Plan, out: &mut dyn Write) -> CommandResult {
        let (stop, meter) = (Stopping::listen(), Meter::start(self.battles));
        // Battles that are over, by their place in the batch, and the first one in the batch that cannot be played.
        let over: Mutex<BTreeMap<u64, BattleResult>> = Mutex::default();
        let failed: Mutex<Option<(u64, Stop)>> = Mutex::default();
        (0..self.battles).into_par_iter().for_each(|number| {
            let seed = self.seed.wrapping_add(number);
            let (start, depths) = plan.start(seed);
            match fight(start, seed, depths, &stop) {
                Some(Ok(result)) => {
                    let mut over = lock(&over);
                    over.insert(number, result);
                    let is_due = self.every.is_some_and(|every| (over.len() as u64).is_multiple_of(every));
                    if let (true, Some(path)) = (is_due, self.file)
                        && let Some(report) = self.report(plan, &over, meter.elapsed().as_secs_f64())
                        && let Err(error) = keep(&report, path)
                    {
                        // Go on: there may be room again for the next report.
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
        let (failed, over) = (lock(&failed).take(), lock(&over));
        let stopped = (over.len() as u64) < self.battles && failed.is_none();
        if stopped {
            complain(&format!(
                "stopped: {} of {} are over",
                thousands(over.len()),
                count(self.battles as usize, "battle")
            ));
        }
        let (mut kept, mut printed) = (Ok(()), Ok(()));
        if let Some(report) = self.report(plan, &over, time.as_secs_f64()) {
            // The file is written even if nobody reads the output, and a report that cannot be saved is still printed.
            kept = self.file.map_or(Ok(()), |path| keep(&report, path));
            printed = report.write(out, self.json);
        }
        // By now the other battles are reported.
        failed.map_or(Ok(()), |(_, error)| Err(error))?;
        kept?;
        printed?;
        Ok(if stopped { stop.code() } else { ExitCode::SUCCESS })
    }

    /// The report on battles that are over, by their places in the batch.
    fn report(&self, plan: &dyn Plan, over: &BTreeMap<u64, BattleResult>, seconds: f64) -> Option<Report> {
        let by_seed = over.iter().map(|(number, result)| (self.seed.wrapping_add(*number), *result)).collect();
        plan.report(&by_seed, seconds)
    }
}

/// Locks, even after a thread that held the lock has panicked: each entry is whole.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a report to a file, which always holds the old or the new report, whole.
fn keep(report: &Report, path: &Path) -> Result<(), Stop> {
    let mut text = Vec::new();
    report.write(&mut text, true)?;
    write_atomically(path, &text).map_err(|error| {
        let what = format!("cannot be written: {error}");
        Faults::of_file(&path.display().to_string(), what, "name a file in a folder you can write to").into()
    })
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
    let mut headless = HeadlessBattle::begin(start.clone(), seed, depths).until(stop.flag());
    let most = MOST_CHOICES * start.combatants().len() * usize::from(start.scene.last_round);
    let (mut choices, mut last) = (0, Vec::new());
    while let Some(offers) = headless.offers() {
        if choices == most {
            let (round, last) = (headless.battle().scene.round, last.join(", "));
            let what =
                format!("the battle of seed {seed} hangs in round {round} after {most} choices; the last: {last}");
            return Some(Err(Stop::Because(what)));
        }
        let choice = headless.choose(&offers);
        if stop.is_asked() {
            return None;
        }
        // Only the last ones are reported.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cli::{
            pair::{PairPlan, grounds},
            rules_args::RulesArgs,
        },
        levels::builtin,
    };

    #[test]
    fn battles_that_are_over_are_reported_also_where_one_cannot_be_played() {
        let mut grounds = grounds(Some(builtin()[0].clone()), &RulesArgs::default()).unwrap();
        let [first, other] = &mut grounds[0].1;
        // A battle of no rounds counts as hung before its first choice.
        (first.scene.last_round, other.scene.last_round) = (1, 0);
        let plan = PairPlan::new([Depth::Greedy; 2], &grounds);
        let mut out = Vec::new();
        let batch = Batch { battles: 3, seed: 1, file: None, every: None, json: false };
        let told = batch.play(&plan, &mut out).unwrap_err().to_string();
        assert!(told.contains("the battle of seed 3 hangs"), "{told}");
        assert!(String::from_utf8(out).unwrap().contains("2 battles"));
    }
}
