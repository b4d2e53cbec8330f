//! Rounds and turns. DRL-ORD, DRL-TURN.

use super::{
    sheet::{PARRIED, STRUCK, WALKED, sheet},
    step::{Prompt, Step},
};
use crate::rules::{AgendaItem, Battle, CombatantId, Effect, Moment, StepContext};

/// A round begins: everybody in order, DRL-ORD-01.
pub fn round(battle: &Battle, number: u16, context: &mut StepContext<'_>) {
    let mut order: Vec<CombatantId> = battle.combatants().map(|one| one.id).collect();
    order.sort_by_key(|who| (std::cmp::Reverse(sheet(battle.combatant(*who)).nerve), *who));
    context.effect(Effect::Round(number));
    context.effect(Effect::Order(order));
    context.then(AgendaItem::step(Step::Turn(0)));
}

/// The turn of the next one in order who fights, or the next round.
pub fn turn(battle: &Battle, place: u16, context: &mut StepContext<'_>) {
    let order = &battle.scene.order;
    let next = (usize::from(place)..order.len()).find(|place| battle.combatant(order[*place]).fights());
    context.places_come_up(battle, place.into(), next);
    let Some(next) = next else {
        context.effect(Effect::Acting(None));
        return context.then(AgendaItem::step(Step::Round(battle.scene.round + 1)));
    };
    let who = order[next];
    context.effect(Effect::Acting(Some(who)));
    context.passed(battle, Moment::TurnStarts(who));
    for budget in [WALKED, STRUCK, PARRIED] {
        context.effect(Effect::Budget(who, budget, 0));
    }
    context.then(AgendaItem::step(Step::Act(who)));
    context.then(AgendaItem::step(Step::Rest(who)));
    context.then(AgendaItem::step(Step::Turn(next as u16 + 1)));
}

/// Asks for the next act of a turn, DRL-TURN-01.
pub fn act(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).fights() {
        context.then(AgendaItem::prompt(who, Prompt::Turn));
    }
}

/// A turn ends, and with it what lasts so long, DRL-REEL-01.
pub fn rest(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.passed(battle, Moment::TurnEnds(who));
}

/// The agenda on which it is somebody's turn.
pub fn turn_of(battle: &Battle, who: CombatantId) -> Vec<AgendaItem> {
    let place = battle.scene.order.iter().position(|one| *one == who).unwrap_or(0) as u16;
    [Step::Act(who), Step::Rest(who), Step::Turn(place + 1)].map(AgendaItem::step).into()
}
