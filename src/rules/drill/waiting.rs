//! Waiting: the rest of a turn is put off and taken in the middle of an enemy's. DRL-WAIT.

use serde::{Deserialize, Serialize};

use super::{attack::out_of_reach, catalogue::*, menu, sheet::*, step::Step};
use crate::rules::{Asked, Claim, Opportunity, Provocation, Reopening, StandingOrder, claims, prelude::*, turns};

/// The claim of cutting in, for standing orders.
const CUTTING_IN: Claim = Claim(0);

/// The offers to give standing orders for cutting in, and to wait.
pub fn offers(battle: &Battle, who: CombatantId) -> [Offer; 2] {
    let struck = battle.combatant(who).budgets.get(STRUCK) == 1;
    let wait =
        Offer::new(&menu::WAIT, &[WAIT_01], Cost::FREE).refused(struck.then(|| Refusal::new(WAIT_01, "Has struck")));
    [Offer::new(&menu::ORDERS, &[WAIT_01], Cost::FREE).parameter(claims::parameter()), wait]
}

/// Gives the standing order of a choice.
pub fn order(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let order = StandingOrder::of_choice(choice);
    claims::order(battle, (who, CUTTING_IN), order, (WAIT_01, "cutting in"), context);
}

/// Waits until the next turn; the turn ends.
pub fn wait(who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::AddCondition(who, Condition::new(WAITING, Until::TurnStart)));
    context.note(who, WAIT_01, "waits");
}

/// Whether a fighter may take the rest of a turn now: in the turn of `by`, or after the last turn of a round. A fighter
/// who is in the middle of a turn, interrupted or not, may not.
fn may_cut_in(battle: &Battle, who: CombatantId, by: Option<CombatantId>) -> bool {
    let waiter = battle.combatant(who);
    let reaches = |by| battle.ready_items(who).any(|item| out_of_reach(battle, who, by, item.id).is_none());
    waiter.conditions.has(WAITING)
        && !battle.is_in_turn(who)
        && by.map(|by| battle.combatant(by)).is_none_or(|walker| {
            let is_foe = waiter.team != walker.team && walker.fights() && battle.is_known(waiter.team, walker.id);
            is_foe && reaches(walker.id)
        })
}

/// Asks the next fighter who may cut in. Earlier ones may have left nothing to cut in on.
pub fn call(battle: &Battle, by: Option<CombatantId>, asked: Asked, context: &mut StepContext<'_>) {
    let opportunity = Opportunity { claim: CUTTING_IN, by };
    if let Some(who) = opportunity.next(battle, asked, |who| may_cut_in(battle, who, by)) {
        context.ask(who, CutIn(by, asked));
    }
}

/// Those who would be asked after a planned walk, with its last step.
pub fn provocations(after: &Battle, walker: CombatantId, step: usize) -> Vec<Provocation> {
    let decision = |by| Decision { who: by, prompt: CutIn(Some(walker), Asked::default()).into() };
    let opportunity = Opportunity { claim: CUTTING_IN, by: Some(walker) };
    let asked = opportunity.claimants(after, |who| may_cut_in(after, who, Some(walker)));
    asked.map(|by| Provocation { step, by, rule: WAIT_01, decision: decision(by) }).collect()
}

/// Whether to take the rest of a turn, in a combatant's turn or after the last turn of a round; and who has been asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CutIn(Option<CombatantId>, Asked);

impl RulesetPrompt for CutIn {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        [&menu::CUT_IN, &menu::LET_GO_ON].map(|kind| Offer::new(kind, &[WAIT_01], Cost::FREE)).into()
    }

    /// Takes the rest of the turn that was put off; then the interrupted one goes on.
    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(by, asked) = *self;
        let claims = choice.verb == "cut-in";
        if claims {
            context.effect(Effect::Clear(who, WAITING));
            context.note(who, WAIT_01, "cuts in");
            turns::begin_inside(battle, who, context);
            context.step(Step::Act(who));
            context.step(Step::Resume);
        }
        let reopening = if by.is_some() { Reopening::Once } else { Reopening::AfterEachClaim };
        let asked = if claims { asked.claimed(who, reopening) } else { asked.let_go(who) };
        context.step(Step::Call(by, asked));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let name = |who: CombatantId| &battle.combatant(who).identity.name;
        let about = self.0.map_or("the round ends".into(), |by| format!("{} has come within reach", name(by)));
        let told = Told::new(battle, who, "may cut in", about, WAIT_01).on(self.0);
        if let Some(by) = self.0 { told.by(by, None) } else { told.at(Window::Claim) }
    }
}
