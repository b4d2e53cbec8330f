//! Somebody in a turn of its own who is asked again and again what it could do, from one place after another.

use rustc_hash::FxHashMap;

use super::Strike;
use crate::{
    lab::{Ends, approach, attack_forecast::aimed, thrifty},
    rules::{
        Battle, Choice, CombatantId, Decision, Effect, Group, Offer, OfferKind, Placement, Refusal, Role, SituationKey,
        Target, attack_ahead, turn_given,
    },
};

/// Somebody in a turn of its own.
pub(in crate::lab) struct Striker {
    turn: Battle,
    decision: Decision,
    /// The verbs that are aimed at somebody, in the order of the offers.
    verbs: Vec<&'static str>,
    /// Whether what pays the usual defence is kept back, as the lab's odds have it.
    thrift: bool,
    /// What attacks in the same way, on the same target and with the same numbers come to.
    known: FxHashMap<(Choice, SituationKey), Strike>,
}

impl Striker {
    /// Who strikes as the odds of two have it: what pays the usual defence is kept.
    pub(in crate::lab) fn thrifty(battle: &Battle, by: CombatantId) -> Self {
        Self { thrift: true, ..Self::new(battle, by) }
    }

    /// Who strikes with all that the turn gives.
    pub(super) fn new(battle: &Battle, by: CombatantId) -> Self {
        let rules = battle.ruleset.rules();
        let turn = turn_given(battle, by);
        let decision = rules.turn_question(by);
        let offers = rules.offers(&turn, &decision);
        let words = rules.vocabulary();
        // What is refused here, and says nothing of its targets then, may be open somewhere else.
        let is_aimed = |verb: &str| {
            let harms = |kind: &OfferKind| {
                matches!(kind.role, Role::Harm | Role::Hinder) && Group::OF_A_TURN.contains(&kind.group)
            };
            let aimed = |offer: &Offer| offer.verb == verb && matches!(offer.target, Target::Combatant(_));
            words.has(verb, harms) || offers.0.iter().any(aimed)
        };
        let mut verbs: Vec<&'static str> = Vec::new();
        for verb in offers.0.iter().map(|offer| offer.verb).chain(words.verbs()) {
            if !verbs.contains(&verb) && is_aimed(verb) {
                verbs.push(verb);
            }
        }
        Self { turn, decision, verbs, thrift: false, known: FxHashMap::default() }
    }

    /// The position as it is now.
    pub(super) const fn turn(&self) -> &Battle {
        &self.turn
    }

    /// Who strikes.
    pub(super) const fn by(&self) -> CombatantId {
        self.decision.who
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
        let rules = self.turn.ruleset.rules();
        let listed = self.turn.attacks(self.by(), on);
        let mut best: Option<Strike> = None;
        for place in 0..self.verbs.len() {
            let offers = rules.offers_of(&self.turn, &self.decision, self.verbs[place]);
            for (offer, choice) in aimed(&offers, &listed, on) {
                let choice = if self.thrift { thrifty(&self.turn, &self.decision, offer, choice) } else { choice };
                best = best.max(self.strike(choice));
            }
        }
        best.ok_or_else(|| listed.into_iter().find_map(|(_, refusal)| refusal))
    }

    /// The same where it may go somewhere first: the best from where it stands, or that at the end of the way that
    /// [`approach()`] takes.
    pub(super) fn best_moved(&mut self, on: CombatantId) -> Result<Strike, Option<Refusal>> {
        let here = self.best(on);
        let offers = self.turn.ruleset.rules().offers(&self.turn, &self.decision);
        let there = approach(&self.turn, &self.decision, &offers, on, None);
        let there = there.map(|approach| Strike::of(&approach.attack_forecast));
        match (here, there) {
            (Ok(here), Some(there)) => Ok(here.max(there)),
            (Err(_), Some(there)) => Ok(there),
            (here, None) => here,
        }
    }

    /// What an attack comes to; `None` if it is none.
    fn strike(&mut self, choice: Choice) -> Option<Strike> {
        let (turn, decision) = (&self.turn, &self.decision);
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
        if let Some(known) = self.known.get(&(choice.clone(), numbers.clone())) {
            return Some(*known);
        }
        let strike = ends();
        self.known.insert((choice, numbers), strike);
        Some(strike)
    }
}
