//! How a ruleset is played: what can be chosen, and what each step does.

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

/// How a ruleset is played. It has no state of its own: everything is in the [`Battle`].
pub trait Play: Sync {
    /// The first entries of a battle's agenda.
    fn begin(&self, battle: &Battle) -> Outcome;
    /// All offers for a decision, as the asker's side knows the battle; at least one is open.
    fn offers(&self, battle: &Battle, decision: &Decision) -> Offers {
        Offers(decision.prompt.asked().offers(&battle.known_in(decision), decision.who))
    }
    /// The offers of one verb: all that is needed to read or check a single choice.
    fn offers_of(&self, battle: &Battle, decision: &Decision, verb: &str) -> Offers {
        Offers(decision.prompt.asked().offers_of(&battle.known_in(decision), decision.who, &[verb])).of_verb(verb)
    }

    /// The offers of some verbs, and maybe others: less work than one call for each verb.
    fn offers_of_any(&self, battle: &Battle, decision: &Decision, verbs: &[&str]) -> Offers {
        Offers(decision.prompt.asked().offers_of(&battle.known_in(decision), decision.who, verbs))
    }
    /// The outcome of a choice that has passed [`Choice::check`] against the offers. It is checked with what the
    /// asker's side knows, but the outcome is made from the real battle, where it is no longer refused: a walk barred
    /// by an unknown combatant begins as if nobody were there, and its steps find out.
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
    /// The agenda of a combatant's turn after what happens at its start, for setting up positions by hand.
    fn turn_of(&self, battle: &Battle, who: CombatantId) -> Vec<AgendaItem>;
    /// The decision of a combatant in its own turn.
    fn turn_question(&self, who: CombatantId) -> Decision;
    /// The changes that are certain to happen before a combatant's next turn starts, above all to its budgets. By
    /// default all budgets come back with that turn, to their values at the start of the battle. A budget that comes
    /// back with the round depends on whether a round begins before.
    fn until_turn(&self, battle: &Battle, who: CombatantId) -> Vec<Effect> {
        let named = battle.ruleset.rules().names().budgets.len();
        let fresh = battle.combatant(who).sheet.start().1;
        fresh.all().take(named).map(|(budget, value)| Effect::Budget(who, budget, value)).collect()
    }
    /// The totals a combatant begins with: those of its sheet, unless a setting says otherwise.
    fn start_of(&self, battle: &Battle, who: CombatantId) -> Vitals {
        battle.combatant(who).sheet.start().0
    }
    /// What a combatant is also given as a battle begins, without dice: conditions, and totals that go with them. The
    /// combatant has none of it yet.
    fn brought(&self, _: &Battle, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
    /// Resolves a step. It reads only its arguments.
    fn resolve(&self, battle: &Battle, step: &Step, context: &mut StepContext<'_>);
    /// The immediate consequences of any answer: holds that end, falls from the saddle. No prompt can forget them,
    /// because the kernel adds them after each answer.
    fn follow_up(&self, _: &Battle, _: &mut StepContext<'_>) {}
    /// All outcomes of a step at once, if the ruleset can solve its exchange as a [situation](crate::rules::exchange)
    /// with default answers. It equals the result of resolving the step and all that it leads to, up to the end of the
    /// exchange.
    fn solved(&self, _: &Battle, _: &Step) -> Option<SolvedStep> {
        None
    }
    /// Whether all explosions at the end of a round count as one, so that nobody has won before the last one. By
    /// default a battle ends with the step that decides it.
    fn explodes_as_one(&self) -> bool {
        false
    }
    /// Steps, but no decisions, that settle what is left once the battle is over. The kernel ends battles, so it asks
    /// for them.
    fn after(&self, _: &Battle) -> Vec<AgendaItem> {
        Vec::new()
    }
    /// Whether a step only asks for the next action of a turn, or for the next answer before a round's first dice.
    /// Forecasts with default answers end before it.
    fn asks_for_more(&self, step: &Step) -> bool;
    /// If something is hidden from the combatant who is asked: every decision that looks the same to them, with its
    /// number of ways. All have the same offers. Empty if nothing is hidden.
    fn guesses(&self, _: &Battle, _: &Decision) -> Vec<(Decision, u64)> {
        Vec::new()
    }
    /// The veil on a square where the level now lays `by_level`, including smoke that the rules have laid there. By
    /// default `by_level`.
    fn veil(&self, _: &Battle, _: Square, by_level: Option<Veil>) -> Option<Veil> {
        by_level
    }
    /// The mount that somebody rides.
    fn mount_of(&self, _: &Battle, _: CombatantId) -> Option<CombatantId> {
        None
    }
    /// The effects that end things because a combatant of a conceding side leaves the field.
    fn left(&self, _: &Battle, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
    /// The effects that put the first combatant in the saddle of the second, except for their places, for setting up
    /// positions by hand.
    fn saddled(&self, _: CombatantId, _: CombatantId) -> Vec<Effect> {
        Vec::new()
    }
}
