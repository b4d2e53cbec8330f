//! How even a level is: the computer plays it against itself, the same fighters on every side, beside the frames.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    thread,
};

use crate::{
    ai::{Depth, Mind, Progress},
    arena::{Arena as _, bare_world},
    dice::{Rolled, Stream},
    levels::{Level, Roster, deploy, draft::Draft, mirrored},
    rules::{Battle, Team},
};

/// How many battles are played.
pub(super) const BATTLES: u32 = 200;

/// The number of choices of a fighter in a round after which a battle counts as nobody's: far more than ever occur.
const MOST_CHOICES: usize = 60;

/// Forecasts go deep.
const STACK: usize = 64 << 20;

/// What has been counted so far.
#[derive(Default)]
struct Count {
    wins: [AtomicU32; Team::MOST],
    over: AtomicU32,
    is_done: AtomicBool,
    stop: AtomicBool,
}

/// The battles that are being played, or were.
pub(super) struct Fairness {
    count: Arc<Count>,
    /// The revision that was counted.
    pub(super) revision: u64,
}

impl Fairness {
    /// Begins to play.
    ///
    /// # Errors
    /// Why the level cannot be played, in words.
    pub(super) fn start(draft: &Draft, revision: u64) -> Result<Self, String> {
        let (level, _) = draft.by_sides().map_err(|no| no.to_string())?.to_level()?;
        if level.sides.iter().any(|side| side.units.is_empty()) {
            return Err("A side has nobody".into());
        }
        let starts = starts(&level, draft)?;
        let count = Arc::new(Count::default());
        let own = Arc::clone(&count);
        let work = move || {
            play(&starts, &own);
            own.is_done.store(true, Ordering::Relaxed);
        };
        let begun = thread::Builder::new().stack_size(STACK).spawn(work);
        begun.map(|_| Self { count, revision }).map_err(|error| format!("No battle can be played: {error}"))
    }

    /// Wins of each side.
    pub(super) fn wins(&self) -> [u32; Team::MOST] {
        self.count.wins.each_ref().map(|wins| wins.load(Ordering::Relaxed))
    }

    /// How many battles are over.
    pub(super) fn over(&self) -> u32 {
        self.count.over.load(Ordering::Relaxed)
    }

    /// Whether more are being played.
    pub(super) fn is_running(&self) -> bool {
        !self.count.is_done.load(Ordering::Relaxed) && !self.count.stop.load(Ordering::Relaxed)
    }

    /// Ends the battle under way, and plays no more.
    pub(super) fn stop(&self) {
        self.count.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Fairness {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The battles that are played in turn: the fighters of each side on every side.
fn starts(level: &Level, draft: &Draft) -> Result<Vec<Battle>, String> {
    let (ruleset, settings) = (draft.ruleset(), &draft.battle().settings);
    let start = |side: usize| {
        let mirror = mirrored(level, draft.roster(), ruleset, side);
        deploy(&mirror, Roster::builtin(), ruleset, settings.clone()).map_err(|faults| faults.to_string())
    };
    (0..level.sides.len()).map(start).collect()
}

/// Plays one battle after the other, as `simulate --mirror` does with seeds from 1 on.
fn play(starts: &[Battle], count: &Count) {
    for seed in 1..=u64::from(BATTLES) {
        let start = &starts[((seed - 1) % starts.len() as u64) as usize];
        match fight(start, seed, &count.stop) {
            Some(Some(winner)) => drop(count.wins[usize::from(winner.0)].fetch_add(1, Ordering::Relaxed)),
            Some(None) => {}
            None => return,
        }
        count.over.fetch_add(1, Ordering::Relaxed);
    }
}

/// Who wins a battle; `None` if it was stopped.
fn fight(start: &Battle, seed: u64, stop: &AtomicBool) -> Option<Option<Team>> {
    let mut world = bare_world(start.clone(), Rolled::new(seed));
    world.leave_unread();
    world.begin();
    let (mut mind, mut stream) = (Mind::default(), Stream::new(seed, 1));
    mind.set_depth(Depth::Quick);
    let most = MOST_CHOICES * start.combatants().len() * usize::from(start.scene.last_round.min(100));
    for _ in 0..most {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(decision) = world.decision().cloned() else { break };
        let team = world.battle().combatant(decision.who).team;
        let (view, offers) = (world.side_view(Some(team)), world.offers());
        let choice = mind.decide(&view, &offers, &mut stream, &Progress::default()).choice;
        if world.submit(&choice).is_err() {
            break;
        }
        world.take_faces();
    }
    Some(world.battle().scene.over.flatten())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{levels::builtin, rules::Settings};

    #[test]
    fn battles_are_counted_until_somebody_stops_them() {
        let level = builtin().iter().find(|level| level.tag == "meadow").unwrap();
        let settings = Settings::defaults(level.ruleset);
        let draft = Draft::of_level(level, Roster::builtin(), level.ruleset, settings).unwrap();
        let fairness = Fairness::start(&draft, 7).unwrap();
        assert!(fairness.is_running());
        fairness.stop();
        assert!(!fairness.is_running() && fairness.over() <= BATTLES);
        let wins: u32 = fairness.wins().iter().sum();
        assert!(wins <= BATTLES);
        let empty = Draft::empty(6, 6, Roster::builtin(), level.ruleset);
        assert!(Fairness::start(&empty, 0).is_err());
    }
}
