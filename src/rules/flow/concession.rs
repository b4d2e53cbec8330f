//! Conceding: not a rule of any ruleset, but a choice that everybody has at any decision. It is recorded like any
//! other.
//!
//! A side that concedes leaves the field: at once if that ends the battle, otherwise as soon as another side's turn
//! begins, so that nobody vanishes in the middle of a blow. Until then its decisions get the default answers.

use super::{Entry, Outcome};
use crate::rules::{
    choosing::{Choice, NoChoice},
    state::{Battle, Decision, Effect, Status, goal},
};

/// The outcome of conceding instead of answering a decision.
///
/// # Errors
/// The ruleset's objection to its own default answer.
pub(super) fn concede(battle: &Battle, decision: &Decision) -> Result<Outcome, NoChoice> {
    let rules = battle.ruleset.rules();
    let mut outcome = rules.answer(battle, decision, &rules.default_answer(battle, decision))?;
    outcome.entries.insert(0, Entry::Effect(Effect::Concede(battle.combatant(decision.who).team)));
    Ok(outcome)
}

/// The answer to a decision of a combatant whose side has conceded but not left yet.
pub fn stand_in(battle: &Battle) -> Option<Choice> {
    let decision = battle.decision()?;
    let has_conceded = battle.scene.conceded.contains(battle.combatant(decision.who).team);
    has_conceded.then(|| battle.ruleset.rules().default_answer(battle, decision))
}

/// The effects that take sides that have conceded off the field, if these entries make it time for that.
pub(super) fn leaving(battle: &Battle, entries: &[Entry]) -> Vec<Effect> {
    let conceded = battle.scene.conceded;
    let leaves = battle
        .combatants()
        .filter(|fighter| conceded.contains(fighter.team) && (fighter.fights() || fighter.status == Status::Awaited));
    let rules = battle.ruleset.rules();
    let gone = leaves.flat_map(|fighter| {
        [Effect::Status(fighter.id, Status::Fled)].into_iter().chain(rules.left(battle, fighter.id))
    });
    let effects: Vec<Effect> = gone.collect();
    if effects.is_empty() {
        return effects;
    }
    let begins = |entry: &Entry| match entry {
        Entry::Effect(Effect::Acting(Some(who))) => !conceded.contains(battle.combatant(*who).team),
        Entry::Effect(Effect::Acting(None) | Effect::Round(_)) => true,
        _ => false,
    };
    let is_between = battle.scene.interrupted.is_empty() && entries.iter().any(begins);
    let ends = || {
        let mut after = battle.clone();
        effects.iter().for_each(|effect| after.apply(effect));
        goal::winner(&after).is_some()
    };
    if is_between || ends() { effects } else { Vec::new() }
}
