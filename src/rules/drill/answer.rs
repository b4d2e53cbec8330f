//! Every question, and what can be done in a turn. DRL-TURN.

use super::{
    attack,
    catalogue::{STR_01, TURN_01},
    defence::Parry,
    menu, movement,
    sheet::{STRUCK, WALKED},
    step::Step,
    waiting::{self, CutIn},
};
use crate::rules::{
    Battle, Choice, CombatantId, Cost, Course, Finality, Offer, Question, Refusal, RulesetPrompt, StepContext,
};

crate::rules::ruleset::prompt::prompts! {
    /// What to do in one's turn.
    Turn(OwnTurn);
    /// Whether to parry.
    Parry(Parry);
    /// Whether to cut in on somebody's turn, DRL-WAIT-01.
    CutIn(CutIn);
}

/// What to do in one's turn, DRL-TURN-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let strikes = battle.ready_items(who).map(|item| attack::offer(battle, who, item));
        let waits = battle.ready_items(who).map(|item| waiting::offer(battle, who, item));
        let first = std::iter::once(movement::offer(battle, who));
        first.chain(strikes).chain(waits).chain([end(battle, who)]).collect()
    }

    fn answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Result<(), Refusal> {
        match choice.verb {
            "end" => return Ok(()),
            "wait" => {
                waiting::wait(battle, who, choice.item, context);
                return Ok(());
            }
            "walk" => {
                let route = movement::journey(battle, who, Course::Along(&choice.squares))?.route;
                context.step(Step::Walk(who, route.squares));
                context.step(Step::Call(who));
            }
            _ => {
                let blow = attack::blow(who, choice).ok_or_else(|| Refusal::new(STR_01, "No such strike"))?;
                context.step(Step::Strike(blow, choice.also.clone()));
            }
        }
        context.step(Step::Act(who));
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("end")
    }

    fn question(&self, battle: &Battle, who: CombatantId) -> Question {
        let title = format!("{} to act", battle.combatant(who).identity.name);
        Question { title, about: String::new(), rule: TURN_01, on: None }
    }
}

/// The offer to end the turn, with or without something left to do, DRL-TURN-01.
fn end(battle: &Battle, who: CombatantId) -> Offer {
    let left = [WALKED, STRUCK].into_iter().any(|budget| battle.combatant(who).budgets.get(budget) == 0);
    let finality = if left { Finality::Ends } else { Finality::Nothing };
    Offer::new(&menu::END_TURN, &[TURN_01], Cost::FREE).commits(finality)
}
