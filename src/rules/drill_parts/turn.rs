//! Rounds and turns, and what to do in one's own. DPT-ORD, DPT-TURN.

use serde::{Deserialize, Serialize};

use super::{
    attack,
    catalogue::TURN_01,
    menu, movement, parts,
    sheet::{DIAGONALS, POINTS, STRUCK, WALKED, sheet},
    step::Step,
};
use crate::rules::{Moment, next_turn, prelude::*};

/// Begins the turn of the next fighter in order, or the next round with everybody in order. DPT-ORD-01.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let Some((place, who)) = next_turn(battle, place, |fighter| fighter.fights(), context) else {
        context.effect(Effect::Acting(None));
        context.effect(Effect::Round(battle.scene.round + 1));
        context.effect(Effect::Order(battle.combatants().map(|fighter| fighter.id).collect()));
        return context.step(Step::Turn(0));
    };
    context.effect(Effect::Acting(Some(who)));
    context.expire_conditions(battle, Moment::TurnStarts(who));
    context.effect(Effect::Budget(who, POINTS, sheet(battle.combatant(who)).ap.into()));
    [WALKED, STRUCK, DIAGONALS].into_iter().for_each(|budget| context.effect(Effect::Budget(who, budget, 0)));
    steps(who, place + 1).into_iter().for_each(|step| context.step(step));
}

/// The steps of a turn after its start; `next` is the place of the next turn.
pub fn steps(who: CombatantId, next: u16) -> [Step; 3] {
    [Step::Act(who), Step::Rest(who), Step::Turn(next)]
}

/// What to do in one's turn, DPT-TURN-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OwnTurn;

impl RulesetPrompt for OwnTurn {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let mut offers = vec![movement::offer(battle, who)];
        offers.extend(battle.ready_items(who).map(|item| parts::strike(battle, who, item.id)));
        offers.push(parts::cast(battle, who));
        offers.push(Offer::new(&menu::END_TURN, &[TURN_01], Cost::FREE));
        offers
    }

    fn offers_of(&self, battle: &Battle, who: CombatantId, verbs: &[&str]) -> Vec<Offer> {
        if verbs == [menu::WALK.verb] { vec![movement::offer(battle, who)] } else { self.offers(battle, who) }
    }

    fn try_answer(
        &self,
        battle: &Battle,
        who: CombatantId,
        choice: &Choice,
        context: &mut StepContext<'_>,
    ) -> Answered {
        match choice.verb {
            "end" => return Ok(()),
            "walk" => {
                let route = movement::journey(battle, who, Course::Along(&choice.squares))?.route;
                context.step(movement::step(who, route));
            }
            _ => attack::begin(battle, who, choice, context),
        }
        context.step(Step::Act(who));
        Ok(())
    }

    fn default_answer(&self, _: &Battle, _: CombatantId) -> Choice {
        Choice::new("end")
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        Told::new(battle, who, "to act", "", TURN_01).at(Window::Turn)
    }
}
