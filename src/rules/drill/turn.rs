//! Rounds and turns, and what to do in one's own. DRL-ORD, DRL-TURN.

use serde::{Deserialize, Serialize};

use super::{attack, catalogue::*, menu, movement, sheet::*, step::Step, waiting};
use crate::rules::{Asked, Moment, knowledge, next_turn, prelude::*};

/// Begins the next round, with everybody in order. DRL-ORD-01.
pub fn round(battle: &Battle, context: &mut StepContext<'_>) {
    context.effect(Effect::Round(battle.scene.round + 1));
    context.effect(Effect::Order(battle.combatants().map(|fighter| fighter.id).collect()));
    context.step(Step::Turn(0));
}

/// Begins the turn of the next fighter in order. After the last one, those who wait are asked once more. DRL-ORD-01,
/// DRL-WAIT-01.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let Some((place, who)) = next_turn(battle, place, |fighter| fighter.fights(), context) else {
        context.effect(Effect::Acting(None));
        context.step(Step::Call(None, Asked::default()));
        return context.step(Step::Round);
    };
    context.effect(Effect::Acting(Some(who)));
    context.expire_conditions(battle, Moment::TurnStarts(who));
    for budget in [WALKED, STRUCK, PARRIED] {
        context.effect(Effect::Budget(who, budget, 0));
    }
    steps(who, place + 1).into_iter().for_each(|step| context.step(step));
}

/// The steps of a turn after its start; `next` is the place of the next turn.
pub fn steps(who: CombatantId, next: u16) -> [Step; 3] {
    [Step::Act(who), Step::Rest(who), Step::Turn(next)]
}

/// What to do in one's turn, DRL-TURN-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let mut offers = vec![movement::offer(battle, who)];
        offers.extend(battle.ready_items(who).flat_map(|item| attack::offers(battle, who, item)));
        offers.extend(waiting::offers(battle, who));
        offers.push(Offer::new(&menu::END_TURN, &[TURN_01], Cost::FREE));
        offers
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match choice.verb {
            "end" => {}
            "wait" => waiting::wait(who, context),
            "walk" => {
                let route = movement::journey(battle, who, Course::Along(&choice.squares))?.route;
                context.step(Step::Walk(who, route.squares));
            }
            "orders" => waiting::order(battle, who, choice, context),
            _ => {
                knowledge::reveal(battle, who, HIDE_01, context);
                attack::begin(battle, who, choice, context);
            }
        }
        if !matches!(choice.verb, "end" | "wait") {
            context.step(Step::Act(who));
        }
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("end")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "to act", "", TURN_01).at(Window::Turn)
    }
}
