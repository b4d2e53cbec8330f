//! How lucky each side of a recorded battle was: what its attacks did, against what they could be expected to do.
//! Counted on a thread of its own, with progress; dropping [`Luck`] cancels it.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
    mpsc::{Receiver, TryRecvError, channel},
};

#[cfg(test)]
use bevy::prelude::World;

use crate::{
    geometry::Square,
    lab::attack_forecast,
    levels::{Event, Recording, Replay, Roster},
    rules::{Attack, AttackResult, Battle, Choice, CombatantId, Entry, Team},
};

/// The attacks that a side has chosen, and their results. An attack on a place counts once for each combatant it may
/// reach.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLuck {
    /// The side.
    pub side: Team,
    /// Attacks.
    pub attacks: u32,
    /// Those that landed.
    pub landed: u32,
    /// How many could be expected to land: the sum of the exact chances before each attack.
    pub expected_to_land: f64,
    /// Damage that got through.
    pub damage: i32,
    /// The expected damage.
    pub expected_damage: f64,
    /// For each attacker: how many of its attacks landed, and how many there were.
    pub by: Vec<(CombatantId, u32, u32)>,
}

impl SideLuck {
    /// A side that has made no attacks yet.
    const fn of(side: Team) -> Self {
        let by = Vec::new();
        Self { side, attacks: 0, landed: 0, expected_to_land: 0.0, damage: 0, expected_damage: 0.0, by }
    }

    /// Counts a combatant's attacks, and how many of them landed.
    fn count(&mut self, who: CombatantId, landed: u32, attacks: u32) {
        self.landed += landed;
        self.attacks += attacks;
        match self.by.iter_mut().find(|(known, ..)| *known == who) {
            Some((_, all_landed, all)) => (*all_landed, *all) = (*all_landed + landed, *all + attacks),
            None => self.by.push((who, landed, attacks)),
        }
    }
}

/// The result of the counting.
#[derive(Clone, Debug, PartialEq)]
pub enum Counted {
    /// The luck of all sides.
    Sides(Vec<SideLuck>),
    /// The recording does not replay, or the result has been taken already.
    Nothing,
}

/// The counting in progress. Dropping it cancels it.
#[derive(Debug)]
pub struct Luck {
    progress: Arc<(AtomicUsize, AtomicBool)>,
    lines: usize,
    /// Behind a lock only so that systems can share it.
    counted: Mutex<Receiver<Vec<SideLuck>>>,
}

impl Luck {
    /// Starts counting on a thread of its own.
    pub fn start(recording: Recording) -> Self {
        let progress = Arc::new((AtomicUsize::new(0), AtomicBool::new(false)));
        let (sender, counted) = channel();
        let (lines, watched) = (recording.lines.len(), Arc::clone(&progress));
        let count = move || {
            let counted = luck_of(&recording, |done| {
                watched.0.store(done, Ordering::Relaxed);
                !watched.1.load(Ordering::Relaxed)
            });
            // Nobody listens once `Luck` has been dropped.
            counted.map(|counted| sender.send(counted).ok());
        };
        std::thread::Builder::new().name("luck".into()).spawn(count).ok();
        Self { progress, lines, counted: Mutex::new(counted) }
    }

    /// The result of the counting, once there is one.
    pub fn poll(&self) -> Option<Counted> {
        match self.counted.lock().ok()?.try_recv() {
            Ok(sides) => Some(Counted::Sides(sides)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Counted::Nothing),
        }
    }

    /// The progress from 0 to 1.
    pub fn share(&self) -> f32 {
        self.progress.0.load(Ordering::Relaxed) as f32 / self.lines.max(1) as f32
    }
}

impl Drop for Luck {
    fn drop(&mut self) {
        self.progress.1.store(true, Ordering::Relaxed);
    }
}

/// The luck of all sides of a recording. `goes_on` is told how many lines have been played, and stops the counting by
/// returning false. `None` if it was stopped or the recording does not replay.
pub fn luck_of(recording: &Recording, mut goes_on: impl FnMut(usize) -> bool) -> Option<Vec<SideLuck>> {
    let mut replay = Replay::start(recording, Roster::builtin()).ok()?;
    let mut count = Count { sides: replay.battle().teams().map(SideLuck::of).collect(), open: Vec::new() };
    for (done, line) in recording.lines.iter().enumerate() {
        if !goes_on(done) {
            return None;
        }
        let is_choice = matches!(line.event, Event::Choice { .. });
        let before = is_choice.then(|| replay.battle().clone());
        let heard = replay.journal().len();
        replay.step().ok()?;
        let told = &replay.journal()[heard..];
        if let (Some(battle), Some(Entry::Chosen(_, choice))) = (before, told.first()) {
            count.expect(&battle, choice, replay.battle());
        }
        let results = told.iter().filter_map(|entry| match entry {
            Entry::AttackResult(result) => Some(result),
            _ => None,
        });
        results.for_each(|result| count.settle(replay.battle(), result));
    }
    Some(count.sides)
}

/// What has been counted so far, and the attacks whose dice are still to fall.
struct Count {
    sides: Vec<SideLuck>,
    open: Vec<Open>,
}

/// A chosen attack, whose result is compared with what could be expected.
struct Open {
    by: CombatantId,
    on: CombatantId,
    /// Whether it is aimed at a place: then it lands on those it hurts.
    is_area: bool,
    /// Whether any of its blows has been settled, and whether any has landed.
    is_settled: bool,
    has_landed: bool,
}

impl Count {
    /// Counts what can be expected of a choice: of an attack on somebody, in one's own turn or out of it, or of one on
    /// a place, in which everybody who may be reached is a target. Lighting a fuse is no attack: where combatants stand
    /// when it has burnt down is not a matter of luck.
    fn expect(&mut self, battle: &Battle, choice: &Choice, after: &Battle) {
        let Some(decision) = battle.decision() else { return };
        if is_turn(battle, decision.who) {
            self.open.clear();
        }
        if let Some(area) = battle.area(decision.who, choice) {
            if burns(after, area.aim) && !burns(battle, area.aim) {
                return;
            }
            for caught in &area.caught {
                let lands = caught.ends.chance(|(_, damage)| *damage > 0).to_f64();
                let mean = caught.ends.mean(|(_, damage)| u32::from(damage.max(&0).unsigned_abs())).to_f64();
                self.begin(battle, (decision.who, caught.who, true), (lands, mean));
            }
            return;
        }
        let Some(forecast) = attack_forecast(battle, decision, choice) else { return };
        let Attack { by, on, .. } = forecast.attack;
        // Further questions to the attacker belong to the attack that is under way.
        let is_under_way = |open: &Open| (open.by, open.on) == (by, on) && !open.is_settled;
        if by == decision.who && !self.open.iter().any(is_under_way) {
            self.begin(battle, (by, on, false), (forecast.hits.to_f64(), forecast.mean.to_f64()));
        }
    }

    /// Begins an attack that `lands` with this chance and does `mean` damage on average.
    fn begin(
        &mut self,
        battle: &Battle,
        (by, on, is_area): (CombatantId, CombatantId, bool),
        (lands, mean): (f64, f64),
    ) {
        if let Some(side) = self.of(battle, by) {
            side.count(by, 0, 1);
            side.expected_to_land += lands;
            side.expected_damage += mean;
            self.open.push(Open { by, on, is_area, is_settled: false, has_landed: false });
        }
    }

    /// Counts a blow that has been settled. Blows of attacks that nobody has chosen are left out, as they are in the
    /// expectation.
    fn settle(&mut self, battle: &Battle, result: &AttackResult) {
        let Some(open) = self.open.iter_mut().rev().find(|open| (open.by, open.on) == (result.by, result.on)) else {
            return;
        };
        let lands = if open.is_area { result.damage > 0 } else { result.fate.lands() };
        let lands = lands && !open.has_landed;
        (open.is_settled, open.has_landed) = (true, open.has_landed || lands);
        if let Some(side) = self.of(battle, result.by) {
            side.count(result.by, u32::from(lands), 0);
            side.damage += i32::from(result.damage.max(0));
        }
    }

    fn of(&mut self, battle: &Battle, who: CombatantId) -> Option<&mut SideLuck> {
        let side = battle.combatant(who).team;
        self.sides.iter_mut().find(|luck| luck.side == side)
    }
}

/// Whether a fuse burns there.
fn burns(battle: &Battle, at: Square) -> bool {
    battle.scene.field.explosive(at).is_some_and(|explosive| explosive.lit.is_some())
}

fn is_turn(battle: &Battle, who: CombatantId) -> bool {
    battle.scene.acting == Some(who) && battle.decision() == Some(&battle.ruleset.rules().turn_question(who))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ai::Depth,
        arena::{Arena as _, install},
        levels::{Level, builtin, deploy},
        rules::{AgendaItem, Settings, objects},
        seats::{Game, Seat},
    };

    /// A battle of the computer against itself, played to its end and recorded.
    fn played(name: &str) -> Recording {
        let level = builtin().iter().find(|level| level.tag == "troll-ford").expect("a built-in level");
        let mut world = World::new();
        install(&mut world);
        let seats = [Seat::Computer(Depth::Quick); Team::MOST];
        let settings = Settings::defaults(level.ruleset);
        let mut game =
            Game::new(&mut world, level, Roster::builtin(), level.ruleset, settings, 1, seats).expect("fits");
        let path = std::env::temp_dir().join(format!("proving-ground-{name}-{}.txt", std::process::id()));
        game.record(&mut world, path.clone(), None).expect("it can be written");
        while !world.is_over() && world.battle().scene.round < 5 {
            game.think(&mut world);
        }
        let recording = Recording::load(&path, Roster::builtin()).expect("it can be read");
        std::fs::remove_file(path).expect("it is there");
        recording
    }

    #[test]
    fn luck_counts_what_was_rolled_and_what_was_to_be_expected() {
        let recording = played("luck");
        let luck = luck_of(&recording, |_| true).expect("it replays");
        assert_eq!(luck.len(), 2);
        for side in &luck {
            assert!(side.attacks > 3 && side.landed <= side.attacks, "{side:?}");
            let each = side.by.iter().fold((0, 0), |(landed, all), by| (landed + by.1, all + by.2));
            assert_eq!(each, (side.landed, side.attacks), "those of each are those of the side");
            assert!((0.0..=f64::from(side.attacks)).contains(&side.expected_to_land), "{side:?}");
            assert!((side.damage > 0) == (side.landed > 0) || side.expected_damage > 0.0, "{side:?}");
        }
        let landed: f64 = luck.iter().map(|side| f64::from(side.landed)).sum();
        let expected: f64 = luck.iter().map(|side| side.expected_to_land).sum();
        let attacks: f64 = luck.iter().map(|side| f64::from(side.attacks)).sum();
        // The dice of a seed are fixed; beyond four standard deviations the counting would be at fault.
        assert!((landed - expected).abs() < 2.0 * attacks.sqrt(), "{landed} of {attacks}, {expected} expected");
        assert_eq!(luck_of(&recording, |done| done < 5), None, "it can be stopped");
        let thread = Luck::start(recording);
        let counted = std::iter::repeat_with(|| thread.poll()).find_map(|counted| {
            std::thread::yield_now();
            counted
        });
        assert_eq!(counted, Some(Counted::Sides(luck)));
    }

    #[test]
    fn the_counting_ends_where_a_recording_does_not_replay() {
        let mut recording = played("faulty");
        let choice = recording.lines.iter().rposition(|line| matches!(line.event, Event::Choice { .. }));
        recording.lines.drain(..choice.expect("somebody has chosen something"));
        let thread = Luck::start(recording);
        let counted = std::iter::repeat_with(|| thread.poll()).find_map(|counted| {
            std::thread::yield_now();
            counted
        });
        assert_eq!(counted, Some(Counted::Nothing));
    }

    #[test]
    fn lighting_a_fuse_is_no_attack() {
        let level =
            "(format: 1, name: \"Keg\", ruleset: totals, size: \"9x3\", objects: [Keg(squares: [\"b2\"])], sides: [
            (units: [(archetype: \"swordsman\", name: \"Ada\", at: \"a2\")]),
            (units: [(archetype: \"swordsman\", name: \"Bo\", at: \"c2\")])])";
        let level = Level::parse("keg", "keg.ron", level, Roster::builtin()).unwrap();
        let mut battle = deploy(&level, Roster::builtin(), level.ruleset, Settings::defaults(level.ruleset)).unwrap();
        let who = CombatantId(0);
        battle.scene.acting = Some(who);
        let mut count = Count { sides: battle.teams().map(SideLuck::of).collect(), open: Vec::new() };
        let question = battle.ruleset.rules().turn_question(who);
        battle.agenda = vec![AgendaItem::Decision(question)];
        let light = Choice::new("light").to(vec!["b2".parse().unwrap()]);
        assert!(battle.area(who, &light).is_some_and(|area| area.caught.len() == 2));
        let mut after = battle.clone();
        after.apply(&objects::light(&battle, who, "b2".parse().unwrap()).unwrap());
        count.expect(&battle, &light, &after);
        assert!(count.sides.iter().all(|side| side.attacks == 0) && count.open.is_empty());
        count.expect(&battle, &light, &battle);
        assert_eq!(count.sides[0].attacks, 2, "what goes off at once is an attack on each");
    }

    #[test]
    fn a_recording_up_to_a_round_leads_to_its_beginning() {
        let recording = played("until");
        // How long the battle lasts is up to the computer.
        let reached = (2..=5).rev().find_map(|round| Some((round, recording.until_round(round)?)));
        let (round, cut) = reached.expect("it lasts longer than a round");
        let mut world = World::new();
        install(&mut world);
        Game::resume(&mut world, &cut, Roster::builtin()).expect("it replays");
        assert_eq!(world.battle().scene.round, round);
        assert!(recording.until_round(99).is_none());
    }
}
