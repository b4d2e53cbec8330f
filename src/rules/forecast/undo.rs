//! Effects written to a battle and taken back: far cheaper than a copy of the battle for each way it can go.

use crate::rules::{
    Aware, Battle, Budgets, CombatantId, Conditions, Effect, Hands, Item, ItemId, Placement, Posture, Scene, Status,
    Vitals,
};

/// What something was before an effect was written.
#[derive(Debug)]
pub enum Before {
    Body(CombatantId, Box<Parts>),
    Item(ItemId, Box<Item>),
    Scene(Box<Scene>),
}

/// All of a combatant that effects can change.
#[derive(Debug)]
pub struct Parts {
    placement: Placement,
    posture: Posture,
    status: Status,
    vitals: Vitals,
    budgets: Budgets,
    conditions: Conditions,
    hands: Hands,
    aware: Aware,
}

/// Writes an effect and notes what was there before.
pub fn write(battle: &mut Battle, effect: &Effect, before: &mut Vec<Before>) {
    match effect {
        Effect::Place(who, _)
        | Effect::Posture(who, _)
        | Effect::Status(who, _)
        | Effect::Vital(who, ..)
        | Effect::Budget(who, ..)
        | Effect::Afflict(who, _)
        | Effect::Relieve(who, ..)
        | Effect::Clear(who, _)
        | Effect::Aware(who, ..) => before.push(body(battle, *who)),
        Effect::Load(item, _) | Effect::Count(item, _) => before.push(thing(battle, *item)),
        Effect::Move(item, to) => {
            let holders = [battle.thing(*item).at.holder(), to.holder()];
            before.extend(holders.into_iter().flatten().map(|who| body(battle, who)));
            before.push(thing(battle, *item));
        }
        Effect::Order(_)
        | Effect::Round(_)
        | Effect::Acting(_)
        | Effect::Edge(..)
        | Effect::Veil(..)
        | Effect::Held(..)
        | Effect::Over(_) => before.push(Before::Scene(Box::new(battle.scene.clone()))),
    }
    battle.apply(effect);
}

/// Takes back what was written since `before` had that length.
pub fn take_back(battle: &mut Battle, before: &mut Vec<Before>, length: usize) {
    for before in before.drain(length..).rev() {
        match before {
            Before::Body(who, parts) => {
                let one = &mut battle.combatants[who.index()];
                let Parts { placement, posture, status, vitals, budgets, conditions, hands, aware } = *parts;
                (one.placement, one.posture, one.status, one.hands, one.aware) =
                    (placement, posture, status, hands, aware);
                (one.vitals, one.budgets, one.conditions) = (vitals, budgets, conditions);
            }
            Before::Item(item, old) => battle.items[item.index()] = *old,
            Before::Scene(old) => battle.scene = *old,
        }
    }
}

fn body(battle: &Battle, who: CombatantId) -> Before {
    let one = battle.one(who);
    let parts = Parts {
        placement: one.placement,
        posture: one.posture,
        status: one.status,
        vitals: one.vitals,
        budgets: one.budgets,
        conditions: one.conditions.clone(),
        hands: one.hands,
        aware: one.aware,
    };
    Before::Body(who, Box::new(parts))
}

fn thing(battle: &Battle, item: ItemId) -> Before {
    Before::Item(item, Box::new(battle.thing(item).clone()))
}
