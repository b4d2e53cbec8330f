//! Catching missiles. TOT-COMP-03.

use super::{
    catalogue as ids,
    conditions::{self, available, reacts},
    contact, drugs,
    gear::{self, free_hands},
    guard,
    sheet::{Component, arm},
    step::{Blow, Contact, Guard, Manner, Toll},
};
use crate::rules::prelude::*;

/// Whether the target can catch at all: it has the component and a free hand, and the attack is a missile, TOT-COMP-03.
fn is_able(battle: &Battle, blow: &Blow) -> bool {
    let who = blow.on;
    let (main, off) = free_hands(battle.combatant(who));
    blow.manner.is_missile() && reacts(battle, who) && drugs::knows(battle, who, Component::Catch) && (main || off)
}

/// Whether a catch can be tried: it costs 1 AP, which TOT-AP-04 may forbid.
pub fn is_possible(battle: &Battle, blow: &Blow) -> bool {
    is_able(battle, blow) && available(battle, blow.on) > 0
}

/// Whether an attack beaten by a critical defence can be caught: the catch is paid for already or 1 AP is left,
/// TOT-CRIT-05.
pub fn instead_of_returning(battle: &Battle, blow: &Blow) -> bool {
    is_able(battle, blow) && (blow.caught || available(battle, blow.on) > 0)
}

/// The offer to try a catch.
pub fn offer(battle: &Battle, blow: &Blow, rules: &'static [RuleId]) -> Option<Offer> {
    guard::offer(battle, blow, Guard::Catch, rules).filter(|_| is_possible(battle, blow))
}

/// The missile is caught: it does no damage and belongs to the catcher, and the archer has one less to recover. Energy
/// it carries takes effect on the catcher, unless the attack missed by itself. TOT-COMP-03.
pub fn caught(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    context.note(blow.on, ids::COMP_03, "catches it");
    if blow.manner == Manner::Throw {
        let hand =
            if free_hands(battle.combatant(blow.on)).0 { Location::Main(blow.on) } else { Location::Off(blow.on) };
        blow.item.into_iter().for_each(|item| context.effect(Effect::Move(item, hand)));
    } else if let Some(weapon) = blow.item.and_then(|item| quiver(battle, blow.on, battle.item(item))) {
        context.effect(Effect::Count(weapon.id, weapon.count.unwrap_or(0) + 1));
    }
    if let Some(shot) = blow.item.and_then(|item| gear::shot(battle, blow.by, item, None)) {
        let left = (shot.level > 1).then_some(Condition { level: shot.level - 1, ..*shot });
        context.effect(Effect::replaced(blow.by, *shot, left));
    }
    if blow.fumbled {
        contact::attack_result(blow, Fate::Averted(Averting::Catch), 0, context);
        contact::close_attack(battle, blow, context);
    } else {
        contact::release_or_inflict(battle, &blow.decided(), Toll::new(Contact::Caught), context);
    }
}

/// Catches an attack instead of turning it back, for 1 AP if none has been paid yet, TOT-CRIT-05.
pub fn take(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if !blow.caught {
        conditions::pay(battle, blow.on, 1, context);
    }
    caught(battle, blow, context);
}

/// The catcher's weapon of the same class, whose ammunition count the caught missile goes to.
fn quiver<'a>(battle: &'a Battle, who: CombatantId, from: Item<'_>) -> Option<Item<'a>> {
    let class = arm(battle, from.id).class;
    let fits =
        |item: &Item<'_>| item.at.bearer() == Some(who) && item.count.is_some() && arm(battle, item.id).class == class;
    battle.items().find(fits)
}
