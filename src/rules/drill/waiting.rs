//! Waiting: what is left of a turn is put off, and taken in the middle of an enemy's. DRL-WAIT.

use serde::{Deserialize, Serialize};

use super::{
    attack::out_of_reach,
    catalogue::WAIT_01,
    conditions::WAITING,
    menu,
    sheet::STRUCK,
    step::{Blow, Step},
};
use crate::rules::{
    Battle, Choice, Claim, CombatantId, Condition, Cost, Decision, Effect, Item, ItemId, Lasts, Offer, Opportunity,
    Provocation, Question, Refusal, RulesetPrompt, StepContext, TakesEffect, Until, turns,
};

/// Cutting in, for standing orders.
const CUTTING_IN: Claim = Claim(0);

/// Whether to cut in on somebody's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CutIn(pub CombatantId);

impl RulesetPrompt for CutIn {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        [&menu::CUT_IN, &menu::LET_GO_ON].map(|kind| Offer::new(kind, &[WAIT_01], Cost::FREE)).into()
    }

    fn answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Result<(), Refusal> {
        if choice.verb == "cut-in" {
            cut_in(battle, who, context);
        }
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("decline")
    }

    fn question(&self, battle: &Battle, who: CombatantId) -> Question {
        let name = |who: CombatantId| &battle.combatant(who).identity.name;
        let about = format!("{} has come within reach", name(self.0));
        Question { title: format!("{} may cut in", name(who)), about, rule: WAIT_01, on: Some(self.0) }
    }
}

/// The offer to wait with a weapon.
pub fn offer(battle: &Battle, who: CombatantId, item: Item<'_>) -> Offer {
    let struck = battle.combatant(who).budgets.get(STRUCK) == 1;
    Offer::new(&menu::WAIT, &[WAIT_01], Cost::FREE)
        .with(item.id)
        .lasting(Lasts { paid: 0, needed: 0, effect: TakesEffect::OnTrigger })
        .refused(struck.then(|| Refusal::new(WAIT_01, "Has struck")))
}

/// Waits with a weapon until the next turn; the turn ends.
pub fn wait(battle: &Battle, who: CombatantId, with: Option<ItemId>, context: &mut StepContext<'_>) {
    context.effect(Effect::AddCondition(who, Condition { with, ..Condition::new(WAITING, Until::TurnStart) }));
    let weapon = with.map(|item| battle.item(item).name).unwrap_or_default();
    context.note(who, WAIT_01, format_args!("waits with {weapon}"));
}

/// Whether somebody may cut in now on the turn of `by`.
fn may_cut_in(battle: &Battle, who: CombatantId, by: CombatantId) -> bool {
    let (one, other) = (battle.combatant(who), battle.combatant(by));
    let item = one.conditions.find(WAITING).and_then(|waiting| waiting.with);
    let reaches = |item| out_of_reach(battle, Blow { by: who, on: by, item }).is_none();
    // Whose turn is interrupted is in the middle of it already.
    one.team != other.team && other.fights() && !battle.is_in_turn(who) && item.is_some_and(reaches)
}

/// Those who are asked where a walk has ended, in the order of turns.
fn claimants(battle: &Battle, by: CombatantId) -> impl Iterator<Item = CombatantId> {
    Opportunity { claim: CUTTING_IN, by }.claimants(battle, move |who| may_cut_in(battle, who, by))
}

/// They are asked one after the other.
pub fn call(battle: &Battle, by: CombatantId, context: &mut StepContext<'_>) {
    claimants(battle, by).for_each(|who| context.step(Step::Claim(who, by)));
}

/// The same of a walk that has not been made, with its last step.
pub fn provocations(after: &Battle, walker: CombatantId, step: usize) -> Vec<Provocation> {
    let asked = |by| {
        let decision = Decision { who: by, prompt: CutIn(walker).into() };
        Provocation { step, by, rule: WAIT_01, decision }
    };
    claimants(after, walker).map(asked).collect()
}

/// Asks one of them, if what those before have done has left anything to cut in on.
pub fn claim(battle: &Battle, who: CombatantId, by: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).fights() && may_cut_in(battle, who, by) {
        context.ask(who, CutIn(by));
    }
}

/// Begins what is left of the turn that was put off; then the one that is interrupted goes on.
fn cut_in(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    context.note(who, WAIT_01, "cuts in");
    turns::begin_inside(battle, who, context);
    context.step(Step::Act(who));
    context.step(Step::Resume);
}
