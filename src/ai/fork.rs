//! Tries a choice out in a copy of the battle, as far as no die decides.

use crate::{
    dice::{Chance, Throw, Thrown},
    rules::{AgendaItem, Battle, Choice, CombatantId, Decision, Outcome, StepContext, play},
};

/// The number of steps after which a trial is given up.
const MOST_STEPS: usize = 400;

/// What a choice leads to.
pub(super) enum Fork {
    /// The same question again: the turn goes on.
    Again(Battle),
    /// Somebody else's turn, or another question.
    Away(Battle),
    /// Dice.
    Dice,
}

/// Plays a choice in a copy of the battle up to the next question for the same combatant; others give default answers.
/// `None` if the rules refuse the choice.
pub(super) fn fork(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Fork> {
    let rules = battle.ruleset.rules();
    let outcome = rules.answer(battle, decision, choice).ok()?;
    let mut after = taken(battle, outcome);
    let mut chance = Still(false);
    for _ in 0..MOST_STEPS {
        match after.agenda.last() {
            None => break,
            Some(AgendaItem::Decision(next)) if next == decision => return Some(Fork::Again(after)),
            Some(AgendaItem::Decision(next))
                if next.who == decision.who || after.scene.acting != battle.scene.acting =>
            {
                break;
            }
            Some(AgendaItem::Decision(next)) => {
                let outcome = rules.answer(&after, next, &rules.default_answer(&after, next)).ok()?;
                after = taken(&after, outcome);
            }
            Some(AgendaItem::Step(_)) => {
                let Some(AgendaItem::Step(step)) = after.agenda.pop() else { break };
                let mut context = StepContext::new(&mut chance, false);
                rules.resolve(&after, &step, &mut context);
                let outcome = context.into_outcome();
                if chance.0 {
                    return Some(Fork::Dice);
                }
                play::write(&mut after, outcome);
            }
        }
    }
    Some(Fork::Away(after))
}

/// The battle with the immediate effects of a choice, and its steps on the agenda in place of the question.
fn taken(battle: &Battle, outcome: Outcome) -> Battle {
    let mut after = battle.clone();
    after.agenda.pop();
    play::write(&mut after, outcome);
    after
}

/// The battle after the turn has ended, without anything that lasts only so long.
pub(super) fn ended(battle: &Battle, decision: &Decision, stop: &Choice) -> Option<Battle> {
    match fork(battle, decision, stop)? {
        Fork::Away(after) => Some(after),
        Fork::Again(_) | Fork::Dice => None,
    }
}

/// A battle with only the immediate effects of a choice that was made `from` another position, such as the costs of an
/// attack; the question is asked again.
pub(super) fn paid(from: &Battle, at: &Battle, decision: &Decision, choice: &Choice) -> Option<Battle> {
    let mut outcome = from.ruleset.rules().answer(from, decision, choice).ok()?;
    outcome.then = vec![AgendaItem::Decision(decision.clone())];
    Some(taken(at, outcome))
}

/// The battle with `who` asked what to do in a fresh turn.
pub(super) fn asked(battle: &Battle, who: CombatantId) -> Option<(Battle, Decision)> {
    let rules = battle.ruleset.rules();
    let mut after = battle.clone();
    after.combatant_mut(who).budgets = battle.combatant(who).sheet.start().1;
    after.scene.acting = Some(who);
    after.agenda = rules.turn_of(&after, who);
    after.agenda.reverse();
    let mut chance = Still(false);
    for _ in 0..MOST_STEPS {
        if let Some(decision) = after.decision().filter(|decision| decision.who == who).cloned() {
            return Some((after, decision));
        }
        let Some(AgendaItem::Step(step)) = after.agenda.pop() else { break };
        let mut context = StepContext::new(&mut chance, false);
        rules.resolve(&after, &step, &mut context);
        let outcome = context.into_outcome();
        play::write(&mut after, outcome);
    }
    None
}

/// A source of chance without dice, which notes that a throw was asked for.
struct Still(bool);

impl Chance for Still {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(i32) -> u32) -> Thrown {
        self.0 = true;
        let (low, _) = throw.face_range();
        Thrown { value: low * i32::from(throw.faces()), faces: vec![low as u8; usize::from(throw.faces())] }
    }
}
