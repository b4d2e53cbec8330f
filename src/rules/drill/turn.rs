//! Rounds and turns. DRL-ORD, DRL-TURN.

use super::{
    answer::OwnTurn,
    sheet::{PARRIED, STRUCK, WALKED, sheet},
    step::Step,
};
use crate::rules::{AgendaItem, Battle, CombatantId, Effect, Moment, StepContext, next_turn, turns};

/// A round begins: everybody in order, DRL-ORD-01.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    let mut order: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
    order.sort_by_key(|who| (std::cmp::Reverse(sheet(battle.combatant(*who)).nerve), *who));
    context.effect(Effect::Round(number));
    context.effect(Effect::Order(order));
    context.step(Step::Turn(0));
}

/// The turn of the next one in order who fights, or the next round.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let Some((place, who)) = next_turn(battle, place, |one| one.fights(), context) else {
        context.effect(Effect::Acting(None));
        return context.step(Step::Round(battle.scene.round + 1));
    };
    context.effect(Effect::Acting(Some(who)));
    context.passed(battle, Moment::TurnStarts(who));
    for budget in [WALKED, STRUCK, PARRIED] {
        context.effect(Effect::Budget(who, budget, 0));
    }
    context.step(Step::Act(who));
    context.step(Step::Rest(who));
    context.step(Step::Turn(place + 1));
}

/// Asks for the next act of a turn, which ends by itself when nothing is left to do. DRL-TURN-01.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).fights() && !turns::is_spent(battle, who) {
        context.ask(who, OwnTurn);
    }
}

/// A turn ends, and with it what lasts so long, DRL-REEL-01.
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.passed(battle, Moment::TurnEnds(who));
}

/// The agenda on which it is somebody's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let steps = |next| [Step::Act(who), Step::Rest(who), Step::Turn(next)].map(AgendaItem::step);
    crate::rules::turn_of(battle, who, steps)
}
