//! Plays a plain battle: takes a choice and resolves steps until the next decision.

use super::{Entry, Outcome, StepContext, arrivals, concession, knowledge, objects};
use crate::{
    dice::Chance,
    rules::{
        choosing::{CONCEDE, Choice, NoChoice, Offers},
        ids::CombatantId,
        state::{AgendaItem, Battle, Effect, goal, scheduled_veil::veils_of_round},
        table::Step,
    },
};

/// The effects that the kernel adds after a step: conceding sides leaving, arrivals, sightings of enemies, goals held,
/// veils of the round, the end of the battle.
pub fn aftermath(battle: &Battle, entries: &[Entry]) -> Vec<Effect> {
    let touches = |effect: &Effect| matches!(effect, Effect::Status(..) | Effect::Place(..) | Effect::Round(_));
    let (mut round_over, mut round_begins) = (false, false);
    let (mut touched, mut explodes) = (false, false);
    for entry in entries {
        if let Entry::Effect(effect) = entry {
            touched |= touches(effect);
            round_over |= matches!(effect, Effect::Round(round) if *round > 1);
            round_begins |= matches!(effect, Effect::Round(_));
            explodes |= matches!(effect, Effect::Explosive(_, None));
        }
    }
    if battle.is_partial() {
        return Vec::new();
    }
    let mut effects = concession::leaving(battle, entries);
    touched |= !effects.is_empty();
    let left = with(battle, &effects);
    // Combatants who arrive with a round were not on the board in the one that has ended.
    let held = if round_over { goal::held(left.as_ref().unwrap_or(battle)) } else { Vec::new() };
    let arrived = if round_begins { arrivals::arriving(left.as_ref().unwrap_or(battle)) } else { Vec::new() };
    let after = with(left.as_ref().unwrap_or(battle), &arrived).or(left);
    let battle = after.as_ref().unwrap_or(battle);
    knowledge::sightings(battle, entries, &mut effects);
    if !arrived.is_empty() {
        let entries: Vec<Entry> = arrived.iter().cloned().map(Entry::Effect).collect();
        effects.extend(arrived);
        knowledge::sightings(battle, &entries, &mut effects);
    }
    let as_one = explodes && battle.ruleset.rules().explodes_as_one();
    // What earlier explosions have decided takes effect with the last one, whomever that reaches.
    let goes_on = as_one && objects::is_due(battle);
    if goes_on || !touched && !as_one || battle.scene.over.is_some() {
        return effects;
    }
    let winner = if round_over {
        effects.extend(held.into_iter().map(|(goal, rounds)| Effect::Held(goal, rounds)));
        let mut after = battle.clone();
        effects.iter().for_each(|effect| after.apply(effect));
        let overdue = after.scene.round > after.scene.last_round;
        goal::winner(&after).or(overdue.then_some(None))
    } else {
        goal::winner(battle)
    };
    if round_begins {
        effects.extend(veils_of_round(battle));
    }
    effects.extend(winner.map(Effect::Over));
    effects
}

/// The battle after more effects have been written; `None` if there are none.
fn with(battle: &Battle, effects: &[Effect]) -> Option<Battle> {
    (!effects.is_empty()).then(|| {
        let mut after = battle.clone();
        effects.iter().for_each(|effect| after.apply(effect));
        after
    })
}

/// Puts the first round on the agenda and plays to the first decision.
pub fn begin(battle: &mut Battle, chance: &mut dyn Chance, journal: &mut Vec<Entry>) {
    let outcome = battle.ruleset.rules().begin(battle);
    journal.extend(write(battle, outcome));
    settle(battle, chance, journal);
}

/// Resolves steps until there is a decision, the battle is over, or the dice fail (rules that throw again and again
/// would never end).
pub fn settle(battle: &mut Battle, chance: &mut dyn Chance, journal: &mut Vec<Entry>) {
    while let Some(entries) = resolve(battle, chance) {
        journal.extend(entries);
        if chance.has_failed() {
            break;
        }
    }
}

/// The step on top of the agenda. Once the battle is over, only steps that settle what is left remain there.
pub fn next(battle: &Battle) -> Option<&Step> {
    match battle.agenda.last() {
        Some(AgendaItem::Step(step)) => Some(step),
        _ => None,
    }
}

/// Resolves the [`next`] step, writes what happened and returns it.
pub fn resolve(battle: &mut Battle, chance: &mut dyn Chance) -> Option<Vec<Entry>> {
    next(battle)?;
    let Some(AgendaItem::Step(step)) = battle.agenda.pop() else { return None };
    let mut context = StepContext::new(chance, true);
    battle.ruleset.rules().resolve(battle, &step, &mut context);
    Some(write(battle, context.into_outcome()))
}

/// Answers the decision on top of the agenda and plays on.
///
/// # Errors
/// Why the choice cannot be taken; the battle is unchanged.
pub fn submit(
    battle: &mut Battle,
    offers: &Offers,
    choice: &Choice,
    chance: &mut dyn Chance,
    journal: &mut Vec<Entry>,
) -> Result<(), NoChoice> {
    let (who, outcome) = answer(battle, offers, choice)?;
    hand_in(battle, who, choice, outcome, chance, journal);
    while let Some(choice) = concession::stand_in(battle) {
        let (who, outcome) = answer_alone(battle, &choice)?;
        hand_in(battle, who, &choice, outcome, chance, journal);
    }
    Ok(())
}

/// Writes the outcome of an answer and plays to the next decision.
fn hand_in(
    battle: &mut Battle,
    who: CombatantId,
    choice: &Choice,
    outcome: Outcome,
    chance: &mut dyn Chance,
    journal: &mut Vec<Entry>,
) {
    battle.agenda.pop();
    journal.push(Entry::Chosen(who, choice.clone()));
    journal.extend(write(battle, outcome));
    settle(battle, chance, journal);
}

/// The outcome of a choice, without writing anything.
///
/// # Errors
/// Why the choice cannot be taken.
pub fn answer(battle: &Battle, offers: &Offers, choice: &Choice) -> Result<(CombatantId, Outcome), NoChoice> {
    let missing = || NoChoice::Missing { verb: choice.verb.into(), missing: "a decision to answer" };
    let decision = battle.decision().ok_or_else(missing)?;
    if choice.verb == CONCEDE {
        return Ok((decision.who, concession::concede(battle, decision)?));
    }
    let offer = offers.find(choice.verb, choice.item).ok_or_else(|| NoChoice::Verb {
        word: choice.verb.into(),
        offered: offers.0.iter().map(|offer| offer.verb).collect::<Vec<_>>().join(", "),
    })?;
    choice.check(offer)?;
    let outcome = battle.ruleset.rules().answer(battle, decision, choice)?;
    Ok((decision.who, outcome))
}

/// Like [`answer`], with only the offers of the choice's verb.
///
/// # Errors
/// Why the choice cannot be taken.
pub fn answer_alone(battle: &Battle, choice: &Choice) -> Result<(CombatantId, Outcome), NoChoice> {
    let rules = battle.ruleset.rules();
    let offers = battle.decision().map(|decision| rules.offers_of(battle, decision, choice.verb)).unwrap_or_default();
    match (answer(battle, &offers, choice), battle.decision()) {
        // All offers are only needed for an error that lists them.
        (Err(NoChoice::Verb { .. }), Some(decision)) => answer(battle, &rules.offers(battle, decision), choice),
        (answered, _) => answered,
    }
}

/// A target of outcomes: the plain battle, or the living one together with its snapshot.
pub trait OutcomeTarget {
    /// The battle with everything that has been written so far.
    fn battle(&self) -> &Battle;
    /// Writes entries, in order.
    fn write(&mut self, effects: &[Entry]);
    /// Puts items on the agenda; the last one comes first.
    fn push(&mut self, pending: impl Iterator<Item = AgendaItem>);
    /// Replaces the whole agenda.
    fn replace(&mut self, agenda: Vec<AgendaItem>);
}

impl OutcomeTarget for Battle {
    fn battle(&self) -> &Battle {
        self
    }

    fn write(&mut self, entries: &[Entry]) {
        for entry in entries {
            if let Entry::Effect(effect) = entry {
                self.apply(effect);
            }
        }
    }

    fn push(&mut self, pending: impl Iterator<Item = AgendaItem>) {
        self.agenda.extend(pending);
    }

    fn replace(&mut self, agenda: Vec<AgendaItem>) {
        self.agenda = agenda;
    }
}

/// Writes the outcome of a step or a choice and what the kernel adds; returns everything that happened, in order.
pub fn write(target: &mut impl OutcomeTarget, outcome: Outcome) -> Vec<Entry> {
    let Outcome { mut entries, then } = outcome;
    target.write(&entries);
    let written = entries.len();
    entries.extend(aftermath(target.battle(), &entries).into_iter().map(Entry::Effect));
    target.write(&entries[written..]);
    target.push(then.into_iter().rev());
    if entries.iter().any(|entry| matches!(entry, Entry::Effect(Effect::Over(_)))) {
        let battle = target.battle();
        let mut agenda = battle.ruleset.rules().after(battle);
        agenda.reverse();
        target.replace(agenda);
    }
    entries
}
