//! A combatant in a turn of its own, asked again and again what it could do from one place after another.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::{
    Effort, Strike,
    attack_cache::{AttackCache, Best},
    walks::Walks,
};
use crate::{
    lab::{Ends, attack_forecast::aimed, room::put, thrifty},
    rules::{
        Battle, Choice, CombatantId, Decision, Effect, Group, Offer, OfferKind, Placement, Refusal, Role, SituationKey,
        Target, attack_ahead, turn_given,
    },
};

/// The results of attacks that have been forecast, shared by all workers on a field: attacks in the same way on the
/// same target and with the same numbers have the same result.
type Known = Arc<Mutex<FxHashMap<(Choice, SituationKey), Strike>>>;

/// A combatant in a turn of its own, and its target.
#[derive(Clone)]
pub(in crate::lab) struct Striker {
    turn: Battle,
    aims: Aims,
    cache: AttackCache,
    /// Where it can go first.
    walks: Walks,
}

/// How a striker attacks.
#[derive(Clone)]
pub(super) struct Aims {
    pub(super) decision: Decision,
    /// The target.
    pub(super) on: CombatantId,
    /// The verbs that are aimed at somebody, in the order of the offers.
    verbs: Vec<&'static str>,
    /// The verbs of ways that may be plain.
    pub(super) ways: Vec<&'static str>,
    /// Whether the points for the usual defence are kept back, as in the lab's odds.
    thrift: bool,
    /// Whether anybody rides, so that others may move along.
    rides: bool,
    known: Known,
}

impl Striker {
    /// A striker as in the lab's odds: it keeps back the points for the usual defence.
    pub(in crate::lab) fn thrifty(battle: &Battle, by: CombatantId, on: CombatantId) -> Self {
        let mut striker = Self::new(battle, by, on);
        striker.aims.thrift = true;
        striker
    }

    /// A striker that uses everything the turn gives.
    pub(super) fn new(battle: &Battle, by: CombatantId, on: CombatantId) -> Self {
        let turn = turn_given(battle, by);
        let decision = battle.ruleset.rules().turn_question(by);
        let (verbs, words) = (verbs(&turn, &decision), battle.ruleset.rules().vocabulary());
        let leads =
            |verb: &&'static str| words.has(verb, |kind| kind.group == Group::Move && kind.role == Role::Approach);
        let ways = words.ways().into_iter().filter(leads).collect();
        let rules = turn.ruleset.rules();
        let rides = turn.rows().iter().any(|row| rules.mount_of(&turn, row.id).is_some());
        let aims = Aims { decision, on, verbs, ways, thrift: false, rides, known: Known::default() };
        let mut cache = AttackCache::default();
        cache.state_of(&turn, &aims);
        Self { turn, aims, cache, walks: Walks::default() }
    }

    /// Who strikes.
    pub(super) const fn by(&self) -> CombatantId {
        self.aims.by()
    }

    /// The position as it is now.
    pub(super) const fn turn(&self) -> &Battle {
        &self.turn
    }

    /// Puts the striker or its target somewhere.
    pub(super) fn put(&mut self, who: CombatantId, place: Placement) {
        debug_assert!(who == self.aims.by() || who == self.aims.on, "nobody else is put anywhere");
        self.aims.put(&mut self.turn, who, place);
    }

    /// The attack from where it stands that hurts most; of equals, the likeliest to land.
    ///
    /// # Errors
    /// Why there is none, if a rule says so.
    pub(in crate::lab) fn best(&mut self) -> Result<Strike, Option<Refusal>> {
        let places = [self.aims.by(), self.aims.on].map(|who| self.turn.combatant(who).placement);
        self.cache.best(TURN, places.into(), &self.aims)
    }

    /// Like [`Self::best`], if it may walk first: the best attack from where it stands, or from the end of the way that
    /// [`approach()`](crate::lab::approach()) takes.
    pub(super) fn best_moved(&mut self) -> Result<Strike, Option<Refusal>> {
        let here = self.best();
        let least = here.as_ref().ok().copied();
        match (here, self.walks.best(&self.turn, &self.aims, &mut self.cache, least)) {
            (Ok(here), Some(there)) => Ok(here.max(there)),
            (Err(_), Some(there)) => Ok(there),
            (here, None) => here,
        }
    }
}

impl Striker {
    /// How much work it has been so far; what is resolved is counted for all workers on the field.
    pub(super) fn effort(&self) -> Effort {
        let resolved = self.aims.known.lock().unwrap_or_else(PoisonError::into_inner).len();
        Effort { asked: self.cache.asked, gathered: self.cache.gathered, resolved }
    }
}

/// The state of the turn itself, before it goes anywhere: the first that is known.
pub(super) const TURN: usize = 0;

/// The verbs that are aimed at somebody. An offer that is refused here names no targets, but may be open somewhere
/// else.
fn verbs(turn: &Battle, decision: &Decision) -> Vec<&'static str> {
    let rules = turn.ruleset.rules();
    let (offers, words) = (rules.offers(turn, decision), rules.vocabulary());
    let is_aimed = |verb: &str| {
        let harms =
            |kind: &OfferKind| matches!(kind.role, Role::Harm | Role::Hinder) && Group::OF_A_TURN.contains(&kind.group);
        let aimed = |offer: &Offer| offer.verb == verb && matches!(offer.target, Target::Combatant(_));
        words.has(verb, harms) || offers.0.iter().any(aimed)
    };
    let mut verbs: Vec<&'static str> = Vec::new();
    for verb in offers.0.iter().map(|offer| offer.verb).chain(words.verbs()) {
        if !verbs.contains(&verb) && is_aimed(verb) {
            verbs.push(verb);
        }
    }
    verbs
}

impl Aims {
    /// Who attacks.
    pub(super) const fn by(&self) -> CombatantId {
        self.decision.who
    }

    /// Puts the striker or its target somewhere, with those who move along.
    pub(super) fn put(&self, battle: &mut Battle, who: CombatantId, place: Placement) {
        if self.rides { put(battle, who, place) } else { battle.apply(&Effect::Place(who, place)) }
    }

    /// Whether any attack is open in a turn.
    pub(super) fn is_open(&self, turn: &Battle) -> bool {
        turn.attacks(self.by(), self.on).iter().any(|(_, refusal)| refusal.is_none())
    }

    /// The attack in a turn that hurts most (of equals, the likeliest to land), or why there is none; and whether that
    /// depends only on what is open and on its numbers.
    pub(super) fn best(&self, turn: &Battle) -> (Best, bool) {
        let (rules, on) = (turn.ruleset.rules(), self.on);
        let listed = turn.attacks(self.by(), on);
        let (mut best, mut by_numbers): (Option<Strike>, bool) = (None, true);
        let offers = rules.offers_of_any(turn, &self.decision, &self.verbs);
        for (offer, choice) in aimed(&offers, &listed, on).filter(|(offer, _)| self.verbs.contains(&offer.verb)) {
            let choice = if self.thrift { thrifty(turn, &self.decision, offer, choice) } else { choice };
            if let Some((strike, is_known)) = self.strike(turn, choice) {
                best = best.max(Some(strike));
                by_numbers &= is_known;
            }
        }
        (best.ok_or_else(|| listed.into_iter().find_map(|(_, refusal)| refusal)), by_numbers)
    }

    /// The result of an attack, and whether it depends on its numbers alone; `None` if the choice is no attack.
    fn strike(&self, turn: &Battle, choice: Choice) -> Option<(Strike, bool)> {
        let decision = &self.decision;
        let ahead = attack_ahead(turn, decision, &choice)?;
        let ends = || {
            let forecast = ahead.forecast(turn, decision, &choice);
            let ends = Ends::new(turn, ahead.attackers(), ahead.attack.on, forecast);
            Strike { hits: ends.hits, mean: ends.mean, out: ends.grades[3] }
        };
        // What comes before the attack, or with it, is not in its numbers.
        let alone = ahead.is_next && ahead.attacks == 1;
        let numbers = alone.then(|| turn.ruleset.rules().attack_numbers(&ahead.battle, &ahead.step)).flatten();
        let Some(numbers) = numbers else { return Some((ends(), false)) };
        let key = (choice.clone(), numbers);
        // Nothing panics while the lock is held.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(strike) = known().get(&key).copied() {
            return Some((strike, true));
        }
        let strike = ends();
        known().insert(key, strike);
        Some((strike, true))
    }
}
