//! How a battle goes on: what can be chosen, and what each step does.

use crate::{
    geometry::Square,
    rules::{
        choosing::{Choice, Offers, Refusal},
        flow::{Outcome, SolvedStep, StepContext},
        ids::CombatantId,
        state::{AgendaItem, Battle, Decision, Effect, Veil, Vitals},
        table::Step,
    },
};

/// The play itself. It has no state of its own: everything is in the [`Battle`].
pub trait Play: Sync {
    /// The first entries of a battle's agenda.
    fn begin(&self, battle: &Battle) -> Outcome;
    /// All offers in answer to a decision, as the asker's side knows the battle; at least one is open.
    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers {
        Offers(decision.prompt.asked().offers(&battle.known_in(decision), decision.who))
    }
    /// The offers of one verb: all that reading or checking a single choice takes.
    fn offers_of(&self, battle: &Battle, decision: &Decision, verb: &str) -> Offers {
        Offers(decision.prompt.asked().offers_of(&battle.known_in(decision), decision.who, &[verb])).of_verb(verb)
    }

    /// The offers of some verbs, and maybe of others: less work than each verb alone.
    fn offers_of_any(&self, battle: &Battle, decision: &Decision, verbs: &[&str]) -> Offers {
        Offers(decision.prompt.asked().offers_of(&battle.known_in(decision), decision.who, verbs))
    }
    /// The outcome of a choice, which has passed [`Choice::check`] against the offers. It is judged by what the asker's side
    /// knows, and what it leads to is so in truth, where nothing refuses it any more: a way that somebody unknown bars
    /// begins as if nobody were there, and its steps find out.
    ///
    /// # Errors
    /// The rule that forbids it after all, such as a way that cannot be walked.
    fn answer(&self, battle: &Battle, decision: &Decision, choice: &Choice) -> Result<Outcome, Refusal> {
        let declare = |battle: &Battle| {
            let mut context = StepContext::without_chance(true);
            decision.prompt.asked().try_answer(battle, decision.who, choice, &mut context)?;
            self.follow_up(battle, &mut context);
            Ok::<_, Refusal>(context.into_outcome())
        };
        let known = battle.known_in(decision);
        let judged = declare(&known)?;
        if known.is_whole() { Ok(judged) } else { Ok(declare(battle).unwrap_or(judged)) }
    }
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
    /// The totals with which a combatant begins: those of its sheet, unless a setting says otherwise.
    fn start_of(&self, battle: &Battle, who: CombatantId) -> Vitals {
        battle.combatant(who).sheet.start().0
    }
    /// What a battle gives a combatant besides as it begins, without a die, who has nothing of it yet: conditions, and totals
    /// that go with them.
    fn brought(&self, _: &Battle, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
    /// Resolves a step. It reads only its arguments.
    fn resolve(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// The immediate consequences of an answer, whatever it was: holds that end, falls from the saddle. No prompt can
    /// forget them, because the kernel asks for them after each answer.
    fn follow_up(&self, _: &Battle, _: &mut StepContext<'_>) {}
    /// Every outcome of a step in one go, if the ruleset has solved the exchange that it makes as a
    /// [situation](crate::rules::exchange) and all answers in it are the default ones. It is what resolving the step
    /// and all that it leads to comes to, up to the end of the exchange.
    fn solved(&self, _: &Battle, _: &Step) -> Option<SolvedStep> {
        None
    }
    /// Whether all that explodes as a round ends is one act, so that nobody has won before the last of it has gone off. By
    /// default a battle ends with the step that decides it.
    fn explodes_as_one(&self) -> bool {
        false
    }
    /// Steps that settle what is left once the battle is over; no decisions. The kernel ends battles, so that it must ask.
    fn after(&self, _: &Battle) -> Vec<AgendaItem> {
        Vec::new()
    }
    /// Whether a step only asks for the next action of a turn, or for the next answer before a round's first dice; forecasts
    /// with default answers end before it.
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
    /// What ends because somebody leaves the field whose side has conceded.
    fn left(&self, _: &Battle, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
    /// The effects that put the first in the saddle of the second, except for their places: for setting up positions by
    /// hand.
    fn saddled(&self, _: CombatantId, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
}
