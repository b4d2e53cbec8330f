//! Somebody in a turn of its own who is asked again and again what it could do, from one place after another.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::{Strike, walks::Walks};
use crate::{
    lab::{Ends, attack_forecast::aimed, thrifty},
    rules::{
        Battle, Choice, CombatantId, Decision, Effect, Group, Offer, OfferKind, Placement, Refusal, Role, SituationKey,
        Target, attack_ahead, turn_given,
    },
};

/// What attacks come to that have been forecast, shared by all who work on a field: attacks in the same way on the same
/// target and with the same numbers come to the same.
type Known = Arc<Mutex<FxHashMap<(Choice, SituationKey), Strike>>>;

/// Somebody in a turn of its own.
#[derive(Clone)]
pub(in crate::lab) struct Striker {
    turn: Battle,
    aims: Aims,
    /// Where it can go first.
    walks: Walks,
}

/// How somebody attacks.
#[derive(Clone)]
pub(super) struct Aims {
    pub(super) decision: Decision,
    /// The verbs that are aimed at somebody, in the order of the offers.
    verbs: Vec<&'static str>,
    /// Whether what pays the usual defence is kept back, as the lab's odds have it.
    thrift: bool,
    known: Known,
}

impl Striker {
    /// Who strikes as the odds of two have it: what pays the usual defence is kept.
    pub(in crate::lab) fn thrifty(battle: &Battle, by: CombatantId) -> Self {
        let mut striker = Self::new(battle, by);
        striker.aims.thrift = true;
        striker
    }

    /// Who strikes with all that the turn gives.
    pub(super) fn new(battle: &Battle, by: CombatantId) -> Self {
        let turn = turn_given(battle, by);
        let decision = battle.ruleset.rules().turn_question(by);
        let verbs = verbs(&turn, &decision);
        let aims = Aims { decision, verbs, thrift: false, known: Known::default() };
        Self { turn, aims, walks: Walks::default() }
    }

    /// The position as it is now.
    pub(super) const fn turn(&self) -> &Battle {
        &self.turn
    }

    /// Puts somebody somewhere.
    pub(super) fn put(&mut self, who: CombatantId, place: Placement) {
        self.turn.apply(&Effect::Place(who, place));
    }

    /// The attack from where it stands that hurts most; of equal ones the one that is likelier to land.
    ///
    /// # Errors
    /// Why there is none, if a rule says so.
    pub(in crate::lab) fn best(&mut self, on: CombatantId) -> Result<Strike, Option<Refusal>> {
        self.aims.best(&self.turn, on)
    }

    /// The same where it may go somewhere first: the best from where it stands, or that at the end of the way that
    /// [`approach()`](crate::lab::approach()) takes.
    pub(super) fn best_moved(&mut self, on: CombatantId) -> Result<Strike, Option<Refusal>> {
        let here = self.best(on);
        match (here, self.walks.best(&mut self.turn, &self.aims, on)) {
            (Ok(here), Some(there)) => Ok(here.max(there)),
            (Err(_), Some(there)) => Ok(there),
            (here, None) => here,
        }
    }
}

/// The verbs that are aimed at somebody. What is refused here, and says nothing of its targets then, may be open somewhere
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

    /// The attack in a turn that hurts most; of equal ones the one that is likelier to land.
    ///
    /// # Errors
    /// Why there is none, if a rule says so.
    pub(super) fn best(&self, turn: &Battle, on: CombatantId) -> Result<Strike, Option<Refusal>> {
        let rules = turn.ruleset.rules();
        let listed = turn.attacks(self.by(), on);
        let mut best: Option<Strike> = None;
        let offers = rules.offers_of_any(turn, &self.decision, &self.verbs);
        for (offer, choice) in aimed(&offers, &listed, on).filter(|(offer, _)| self.verbs.contains(&offer.verb)) {
            let choice = if self.thrift { thrifty(turn, &self.decision, offer, choice) } else { choice };
            best = best.max(self.strike(turn, choice));
        }
        best.ok_or_else(|| listed.into_iter().find_map(|(_, refusal)| refusal))
    }

    /// What an attack comes to; `None` if it is none.
    fn strike(&self, turn: &Battle, choice: Choice) -> Option<Strike> {
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
        let Some(numbers) = numbers else { return Some(ends()) };
        let key = (choice.clone(), numbers);
        // Nothing panics while it is held.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(strike) = known().get(&key).copied() {
            return Some(strike);
        }
        let strike = ends();
        known().insert(key, strike);
        Some(strike)
    }
}
