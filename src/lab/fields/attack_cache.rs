//! The results of attacks, by where attacker and target stand: attacks are gathered once for all places that are alike
//! to the rules.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use super::{Strike, striker::Aims};
use crate::rules::{Battle, CombatantId, CombatantRow, Placement, Refusal, SituationKey, ground};

/// The best attack, or why there is none.
pub(super) type Best = Result<Strike, Option<Refusal>>;

/// Where attacker and target stand.
pub(super) type Places = (Placement, Placement);

/// Where the two stand as far as the rules care: the state of the battle apart from their places, and their bearing,
/// which is `None` where the target is out of reach.
type Stance = (usize, Option<SituationKey>);

/// The results of one combatant's attacks on another.
#[derive(Clone, Default)]
pub(super) struct AttackCache {
    /// This worker's copy of the states that all workers on a field have found.
    states: Vec<Arc<State>>,
    /// What this worker knows.
    own: Results,
    /// What all workers on the field have found.
    shared: Arc<Mutex<Shared>>,
    /// A battle in each state, in which the two are put from place to place.
    scratch: Vec<Option<Battle>>,
    /// How often the best attack has been asked for, and how often attacks were gathered for it.
    pub(super) asked: usize,
    pub(super) gathered: usize,
}

#[derive(Default)]
struct Shared {
    states: Vec<Arc<State>>,
    results: Results,
}

#[derive(Clone, Default)]
struct Results {
    best: FxHashMap<Stance, Best>,
    /// Whether any attack is open.
    open: FxHashMap<(usize, Openness), bool>,
    /// The most that the best attack can come to, by state and by how far apart the two are along columns and along
    /// rows.
    most: FxHashMap<(usize, (i32, i32)), Strike>,
}

/// What decides whether any attack is open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Openness {
    Told(u64),
    Bearing(SituationKey),
}

/// A battle apart from where the two stand.
struct State {
    battle: Battle,
    /// The attacker's longest reach or range; `None` where the stance of the two does not decide everything.
    far: Option<u16>,
}

/// How many states are kept apart with a number of fighters: each is a battle.
fn most_states(fighters: usize) -> usize {
    (2048 / fighters.max(1)).clamp(16, 128)
}

impl State {
    fn of(battle: &Battle, by: CombatantId, on: CombatantId) -> Self {
        let rules = battle.ruleset.rules();
        let is_either = |who: CombatantId| who == by || who == on;
        let rides =
            |who: CombatantId| rules.mount_of(battle, who).is_some_and(|mount| is_either(who) || is_either(mount));
        let unknown = battle.unknown_to(battle.combatant(by).team).without(on);
        // Riders are where their mounts are, and something pending may intervene.
        let is_odd = |who: CombatantId| rides(who) || rules.pending(battle, who).is_some();
        let is_plain = unknown.is_empty() && !battle.rows().iter().any(|row| is_odd(row.id));
        let far = if is_plain { rules.farthest(battle, by) } else { None };
        Self { battle: battle.clone(), far }
    }

    /// Whether another battle is the same apart from where the two stand.
    fn is(&self, other: &Battle, by: CombatantId, on: CombatantId) -> bool {
        let moved = |who: CombatantId| self.battle.rows()[who.index()].is_but_for_place(&other.rows()[who.index()]);
        let stays = |(row, after): (&CombatantRow, &CombatantRow)| row.id == by || row.id == on || row == after;
        moved(by)
            && moved(on)
            && self.battle.rows().iter().zip(other.rows()).all(stays)
            && self.battle.item_rows() == other.item_rows()
            && self.battle.scene == other.scene
            && self.battle.agenda == other.agenda
    }
}

/// Locks the shared results; nothing panics while the lock is held.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AttackCache {
    /// Which state a battle is in apart from where the two stand; `None` if there are too many states.
    pub(super) fn state_of(&mut self, battle: &Battle, aims: &Aims) -> Option<usize> {
        let (by, on) = (aims.by(), aims.on);
        let find = |states: &[Arc<State>]| states.iter().position(|state| state.is(battle, by, on));
        if let Some(known) = find(&self.states) {
            return Some(known);
        }
        let mut shared = lock(&self.shared);
        let found = find(&shared.states).or_else(|| {
            let place = shared.states.len();
            (place < most_states(battle.rows().len()))
                .then(|| shared.states.push(Arc::new(State::of(battle, by, on))))?;
            Some(place)
        });
        self.states.clone_from(&shared.states);
        found
    }

    /// The best attack with attacker and target in these places.
    pub(super) fn best(&mut self, state: usize, places: Places, aims: &Aims) -> Best {
        self.asked += 1;
        let Some(stance) = self.stance(state, places, aims) else {
            self.gathered += 1;
            return aims.best(self.scratch(state)).0;
        };
        let (best, by_numbers) = match self.known_best(&stance) {
            Some(known) => (known, true),
            None => {
                self.gathered += 1;
                aims.best(self.scratch(state))
            }
        };
        if by_numbers {
            self.note(&stance, &best);
            if let (Ok(strike), (_, Some(bearing))) = (&best, &stance) {
                self.note_most((state, places), bearing, *strike, aims);
            }
        }
        best
    }

    /// The best attack, if this worker or another one on the field knows it.
    fn known_best(&self, stance: &Stance) -> Option<Best> {
        let known = self.own.best.get(stance).cloned();
        known.or_else(|| lock(&self.shared).results.best.get(stance).cloned())
    }

    /// Notes the best attack for this worker and all others.
    fn note(&mut self, stance: &Stance, best: &Best) {
        if !self.own.best.contains_key(stance) {
            self.own.best.insert(stance.clone(), best.clone());
            lock(&self.shared).results.best.entry(stance.clone()).or_insert_with(|| best.clone());
        }
    }

    /// Notes the best attack as the most that is possible at this distance, if the two have a clear bearing.
    fn note_most(&mut self, (state, places): (usize, Places), bearing: &SituationKey, strike: Strike, aims: &Aims) {
        let key = (state, gap(places));
        if !self.own.most.contains_key(&key) {
            let scratch = self.scratch(state);
            if scratch.ruleset.rules().clear_bearing(scratch, aims.by(), aims.on).as_ref() == Some(bearing) {
                self.own.most.insert(key, strike);
            }
        }
    }

    /// The most that the best attack can come to in these places, if that is known.
    pub(super) fn at_most(&self, state: usize, places: Places) -> Option<&Strike> {
        self.own.most.get(&(state, gap(places)))
    }

    /// Whether any attack is open with attacker and target in these places.
    pub(super) fn is_open(&mut self, state: usize, places: Places, aims: &Aims) -> bool {
        let Some(openness) = self.openness(state, places, aims) else { return aims.is_open(self.scratch(state)) };
        let key = (state, openness);
        if let Some(known) = self.own.open.get(&key) {
            return *known;
        }
        self.put(state, places, aims);
        let open = aims.is_open(self.scratch(state));
        self.own.open.insert(key, open);
        open
    }

    /// What decides whether any attack is open. Where it is `None`, the two have been put in these places.
    fn openness(&mut self, state: usize, (from, to): Places, aims: &Aims) -> Option<Openness> {
        let State { battle, far } = &*self.states[state];
        if far.is_some_and(|far| ground::distance(from.0, to.0) <= far) {
            let told = battle.ruleset.rules().openness(battle, (aims.by(), from), (aims.on, to));
            if told.is_some() {
                return told.map(Openness::Told);
            }
        }
        let (_, bearing) = self.stance(state, (from, to), aims)?;
        Some(Openness::Bearing(bearing.unwrap_or_default()))
    }

    /// The attacker's longest reach or range, in squares; `None` if that does not decide what is out of reach.
    pub(super) fn far(&self, state: usize) -> Option<u16> {
        self.states[state].far
    }

    /// A battle in a state, with the two where they were put last.
    fn scratch(&self, state: usize) -> &Battle {
        self.scratch[state].as_ref().unwrap_or(&self.states[state].battle)
    }

    /// Puts the two in these places.
    fn put(&mut self, state: usize, (from, to): Places, aims: &Aims) {
        if self.scratch.len() <= state {
            self.scratch.resize(state + 1, None);
        }
        let scratch = self.scratch[state].get_or_insert_with(|| self.states[state].battle.clone());
        for (who, place) in [(aims.by(), from), (aims.on, to)] {
            if scratch.combatant(who).placement != place {
                aims.put(scratch, who, place);
            }
        }
    }

    /// The stance of the two in these places, if it decides everything. They are put there, unless they are out of
    /// reach and the result of that is known already.
    fn stance(&mut self, state: usize, (from, to): Places, aims: &Aims) -> Option<Stance> {
        let far = self.states[state].far;
        let is_beyond = far.is_some_and(|far| ground::distance(from.0, to.0) > far);
        let beyond = (state, None);
        if is_beyond && self.own.best.contains_key(&beyond) {
            return Some(beyond);
        }
        self.put(state, (from, to), aims);
        let scratch = self.scratch(state);
        match far {
            Some(_) if is_beyond => Some(beyond),
            Some(_) => Some((state, Some(scratch.ruleset.rules().bearing(scratch, aims.by(), aims.on)?))),
            None => None,
        }
    }
}

/// How far apart the bodies in two places are along columns and along rows.
fn gap((from, to): Places) -> (i32, i32) {
    from.0.gap(to.0)
}
