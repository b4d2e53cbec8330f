//! How even a level is: the computer plays it against itself beside the frames, with the same fighters on every side.
//! Quick computers play the battles, several at once if the machine has cores to spare.

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
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

/// How many choices a fighter may make in a round, on average, before the battle counts as won by nobody: far more than
/// ever occur.
const MOST_CHOICES: usize = 60;

/// Forecasts recurse deeply.
const STACK: usize = 64 << 20;

/// The most battles that are played at once.
const MOST_AT_ONCE: usize = 4;

/// What has been counted so far.
#[derive(Default)]
struct Count {
    wins: [AtomicU32; Team::MOST],
    /// Battles that have been begun.
    begun: AtomicU32,
    over: AtomicU32,
    /// Rounds of all battles, including unfinished ones.
    rounds: AtomicU32,
    /// Threads still playing.
    players: AtomicU32,
    /// Watched by the thinking computers; cancelling it ends everything.
    progress: Progress,
}

impl Count {
    /// The seed of the next battle to play; `None` once all have been begun.
    fn next(&self) -> Option<u64> {
        let begun = self.begun.fetch_add(1, Ordering::Relaxed);
        (begun < BATTLES).then(|| u64::from(begun) + 1)
    }
}

/// The battles being played, or played.
pub(super) struct Fairness {
    count: Arc<Count>,
    since: Instant,
    /// The revision that was counted.
    pub(super) revision: u64,
    /// A later revision that cannot be played: counting waits until it is mended.
    waits: Option<u64>,
}

impl Fairness {
    /// Begins to play.
    ///
    /// # Errors
    /// Why the level cannot be played, in words.
    #[allow(clippy::disallowed_methods, reason = "how much longer it takes is told; no battle sees a clock")]
    pub(super) fn start(draft: &Draft, revision: u64) -> Result<Self, String> {
        let (level, _) = draft.by_sides().map_err(|no| no.to_string())?.to_level()?;
        if level.sides.iter().any(|side| side.units.is_empty()) {
            return Err("A side has nobody".into());
        }
        let starts = Arc::new(starts(&level, draft)?);
        let count = Arc::new(Count::default());
        // One core is left for drawing.
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        for player in 0..(cores - 1).clamp(1, MOST_AT_ONCE) {
            let (starts, own) = (Arc::clone(&starts), Arc::clone(&count));
            count.players.fetch_add(1, Ordering::Relaxed);
            let work = move || {
                play(&starts, &own);
                own.players.fetch_sub(1, Ordering::Relaxed);
            };
            let begun = thread::Builder::new().stack_size(STACK).spawn(work);
            if let Err(error) = begun {
                count.players.fetch_sub(1, Ordering::Relaxed);
                // With fewer threads it only takes longer.
                if player == 0 {
                    return Err(format!("No battle can be played: {error}"));
                }
            }
        }
        Ok(Self { count, since: Instant::now(), revision, waits: None })
    }

    /// Wins of each side.
    pub(super) fn wins(&self) -> [u32; Team::MOST] {
        self.count.wins.each_ref().map(|wins| wins.load(Ordering::Relaxed))
    }

    /// How many battles are over.
    pub(super) fn over(&self) -> u32 {
        self.count.over.load(Ordering::Relaxed)
    }

    /// How many rounds have been played, including those of unfinished battles.
    pub(super) fn rounds(&self) -> u32 {
        self.count.rounds.load(Ordering::Relaxed)
    }

    /// How long the rest takes at the present pace; `None` while no battle is over.
    pub(super) fn left(&self) -> Option<Duration> {
        let over = self.over();
        (over > 0).then(|| self.since.elapsed() / over * BATTLES.saturating_sub(over))
    }

    /// Whether battles are still being played.
    pub(super) fn is_running(&self) -> bool {
        self.count.players.load(Ordering::Relaxed) > 0 && !self.count.progress.is_cancelled()
    }

    /// Whether a revision is to be counted in place of this one; not if the player has stopped the count.
    pub(super) fn is_due(&self, revision: u64) -> bool {
        let goes_on = self.waits.map_or(!self.count.progress.is_cancelled(), |known| known != revision);
        self.revision != revision && goes_on
    }

    /// Stops counting until a revision that cannot be played has been changed.
    pub(super) fn wait(&mut self, revision: u64) {
        self.stop();
        self.waits = Some(revision);
    }

    /// Ends all thinking and all battles under way.
    pub(super) fn stop(&self) {
        self.count.progress.cancel();
    }
}

impl Drop for Fairness {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The battles played in turn: one for each side, with that side's fighters on every side.
fn starts(level: &Level, draft: &Draft) -> Result<Vec<Battle>, String> {
    let (ruleset, settings) = (draft.ruleset(), &draft.battle().settings);
    let start = |side: usize| {
        let mirror = mirrored(level, draft.roster(), ruleset, side);
        deploy(&mirror, Roster::builtin(), ruleset, settings.clone()).map_err(|faults| faults.to_string())
    };
    (0..level.sides.len()).map(start).collect()
}

/// Plays one battle after another, as `simulate --mirror` does with seeds from 1 up.
fn play(starts: &[Battle], count: &Count) {
    while let Some(seed) = count.next() {
        let start = &starts[((seed - 1) % starts.len() as u64) as usize];
        match fight(start, seed, count) {
            Some(Some(winner)) => drop(count.wins[usize::from(winner.0)].fetch_add(1, Ordering::Relaxed)),
            Some(None) => {}
            None => return,
        }
        count.over.fetch_add(1, Ordering::Relaxed);
    }
}

/// Who wins a battle, if anybody; `None` if it was stopped.
fn fight(start: &Battle, seed: u64, count: &Count) -> Option<Option<Team>> {
    let mut world = bare_world(start.clone(), Rolled::new(seed));
    world.leave_unread();
    world.begin();
    let (mut mind, mut stream) = (Mind::default(), Stream::new(seed, 1));
    mind.set_depth(Depth::Quick);
    let most = MOST_CHOICES * start.combatants().len() * usize::from(start.scene.last_round.min(100));
    let mut round = 0;
    for _ in 0..most {
        if count.progress.is_cancelled() {
            return None;
        }
        let now = world.battle().scene.round;
        if std::mem::replace(&mut round, now) != now {
            count.rounds.fetch_add(1, Ordering::Relaxed);
        }
        let Some(decision) = world.decision().cloned() else { break };
        let team = world.battle().combatant(decision.who).team;
        let (view, offers) = (world.side_view(Some(team)), world.offers());
        let choice = mind.decide(&view, &offers, &mut stream, &count.progress).choice;
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
    #[allow(clippy::disallowed_methods, reason = "whoever waits for a thread gives up some time")]
    fn battles_are_counted_until_somebody_stops_them() {
        let level = builtin().iter().find(|level| level.tag == "meadow").unwrap();
        let settings = Settings::defaults(level.ruleset);
        let draft = Draft::of_level(level, Roster::builtin(), level.ruleset, settings).unwrap();
        let fairness = Fairness::start(&draft, 7).unwrap();
        assert!(fairness.is_running());
        let wait = |done: &dyn Fn() -> bool| {
            let since = Instant::now();
            while !done() && since.elapsed() < Duration::from_secs(120) {
                thread::sleep(Duration::from_millis(5));
            }
        };
        wait(&|| fairness.over() > 0);
        assert!(
            fairness.over() > 0 && fairness.rounds() > 0 && fairness.left().is_some(),
            "battles come to their ends"
        );
        let wins: u32 = fairness.wins().iter().sum();
        assert!(wins <= fairness.over());
        fairness.stop();
        assert!(!fairness.is_running());
        // All threads stop thinking.
        wait(&|| fairness.count.players.load(Ordering::Relaxed) == 0);
        assert_eq!(fairness.count.players.load(Ordering::Relaxed), 0);
        assert!(fairness.over() < BATTLES);
        let empty = Draft::empty(6, 6, Roster::builtin(), level.ruleset);
        assert!(Fairness::start(&empty, 0).is_err());
        // A stopped count stays stopped; one that waits goes on once the level is mended.
        assert!(!fairness.is_due(8));
        let mut fairness = Fairness::start(&draft, 7).unwrap();
        assert!(fairness.is_due(8) && !fairness.is_due(7));
        fairness.wait(8);
        assert!(!fairness.is_running() && !fairness.is_due(8) && fairness.is_due(9));
    }
}
