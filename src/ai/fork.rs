//! Tries out a choice in a copy of the battle, up to the first dice.

use crate::rules::{AgendaItem, Battle, Choice, Decision, Outcome, play, turns, without_dice};

/// The number of steps after which a trial is given up.
const MOST_STEPS: usize = 400;

/// What a choice leads to.
pub(super) enum Fork {
    /// The same question again: the turn goes on, or has come to its end with nothing left to do.
    Again(Battle),
    /// Somebody else's turn, or another question.
    Away(Battle),
    /// Dice decide.
    Dice,
}

/// Plays a choice in a copy of the battle up to the next question for the same combatant; others give default answers.
/// `None` if the rules refuse the choice.
pub(super) fn fork(battle: &Battle, decision: &Decision, choice: &Choice) -> Option<Fork> {
    let rules = battle.ruleset.rules();
    let outcome = rules.answer(battle, decision, choice).ok()?;
    let mut after = taken(battle, outcome);
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
                let Some(outcome) = without_dice(rules, &after, &step) else { return Some(Fork::Dice) };
                let goes_by = rules.asks_for_more(&step) && outcome.then.is_empty();
                if goes_by && after.scene.acting == Some(decision.who) && turns::is_spent(&after, decision.who) {
                    // The turn is about to end by itself: the position is examined before that.
                    after.agenda.push(AgendaItem::Decision(decision.clone()));
                    return Some(Fork::Again(after));
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

/// The battle after the turn has ended, without anything that lasts only until then.
pub(super) fn ended(battle: &Battle, decision: &Decision, stop: &Choice) -> Option<Battle> {
    match fork(battle, decision, stop)? {
        Fork::Away(after) => Some(after),
        Fork::Again(_) | Fork::Dice => None,
    }
}

/// The battle `at` with only the immediate effects of a choice made in the position `from`, such as the costs of an
/// attack; the question is asked again.
pub(super) fn after_costs(from: &Battle, at: &Battle, decision: &Decision, choice: &Choice) -> Option<Battle> {
    let mut outcome = from.ruleset.rules().answer(from, decision, choice).ok()?;
    outcome.then = vec![AgendaItem::Decision(decision.clone())];
    Some(taken(at, outcome))
}
