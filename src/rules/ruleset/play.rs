//! How a battle goes on: what can be chosen, and what each step does.

use crate::geometry::Square;
use crate::rules::{
    AgendaItem, Battle, Choice, CombatantId, Decision, Effect, Offers, Outcome, Refusal, Step, StepContext, StepKind,
    Veil, exchange::SolvedStep, play::misplaced,
};

/// The play itself. It has no state of its own: everything is in the [`Battle`].
pub trait Play: Sync {
    /// The first entries of a battle's agenda.
    fn begin(&self, battle: &Battle) -> Outcome;
    /// All offers in answer to a decision; at least one is open.
    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers;
    /// The offers of one verb: all that reading or checking a single choice takes.
    fn offers_of(&self, battle: &Battle, decision: &Decision, verb: &str) -> Offers {
        self.offers(battle, decision).of_verb(verb)
    }
    /// The outcome of a choice, which has passed [`Choice::check`] against the offers.
    ///
    /// # Errors
    /// The rule that forbids it after all, such as a way that cannot be walked.
    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal>;
    /// The agenda of this combatant's turn, past whatever happens at its start: for setting up positions by hand.
    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem>;
    /// The decision of a combatant in its own turn.
    fn turn_question(&self, who: CombatantId) -> Decision;
    /// The changes that are certain to happen up to the start of a combatant's next turn, above all to its budgets. By
    /// default all of these come back with that turn, to what they were at the start of the battle; where one comes back
    /// with the round, it depends on whether a round begins before.
    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        let named = battle.ruleset.rules().names().budgets.len();
        let fresh = battle.combatant(who).sheet.start().1;
        fresh.all().take(named).map(|(budget, value)| Effect::Budget(who, budget, value)).collect()
    }
    /// Resolves a step of kind [`StepKind::Turn`]: initiative, rounds, starts and ends of turns. This and the five
    /// methods below read only their arguments; a ruleset implements those for its kinds of steps.
    fn turn(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// Resolves a step of kind [`StepKind::Movement`]: a part of a move and what it triggers.
    fn movement(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Reaction`]: asks those who may react.
    fn reaction(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Attack`]: an attack up to its roll.
    fn attack(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Defence`]: a defence and the comparison.
    fn defence(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of kind [`StepKind::Damage`]: damage and what follows from it.
    fn damage(&self, _: &Battle, step: &Step, _: &mut StepContext<'_>) {
        misplaced(step)
    }
    /// Resolves a step of any kind.
    fn resolve(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>) {
        match step.kind() {
            StepKind::Turn => self.turn(battle, step, context),
            StepKind::Movement => self.movement(battle, step, context),
            StepKind::Reaction => self.reaction(battle, step, context),
            StepKind::Attack => self.attack(battle, step, context),
            StepKind::Defence => self.defence(battle, step, context),
            StepKind::Damage => self.damage(battle, step, context),
        }
    }
    /// Every outcome of a step in one go, if the ruleset has solved the exchange that it makes as a
    /// [situation](crate::rules::exchange) and all answers in it are the default ones. It is what resolving the step
    /// and all that it leads to comes to, up to the end of the exchange.
    fn solved(&self, _: &Battle, _: &Step) -> Option<SolvedStep> {
        None
    }
    /// Steps that settle what is left once the battle is over; no decisions.
    fn after(&self, _: &Battle) -> Vec<AgendaItem> {
        Vec::new()
    }
    /// Whether a step only asks for the next action of a turn; forecasts with default answers end before it.
    fn asks_for_more(&self, step: &Step) -> bool;
    /// Where something is hidden from the one who is asked: every decision that looks the same to them, with its number
    /// of ways. The offers are the same for all of them. Empty if nothing is hidden.
    fn guesses(&self, _: &Battle, _: &Decision) -> Vec<(Decision, u64)> {
        Vec::new()
    }
    /// What veils a square on which the level lays this from now on: with the smoke, if any, that the rules have laid
    /// there. By default what the level lays.
    fn veil(&self, _: &Battle, _: Square, by_level: Option<Veil>) -> Option<Veil> {
        by_level
    }
    /// The mount that somebody rides.
    fn mount_of(&self, _: &Battle, _: CombatantId) -> Option<CombatantId> {
        None
    }
    /// The effects that put the first in the saddle of the second, except for their places: for setting up positions by
    /// hand.
    fn saddled(&self, _: CombatantId, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
}
