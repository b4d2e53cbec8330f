//! Effects written to a battle and taken back: far cheaper than a copy of the battle for each way it can go.

use crate::rules::{
    Aware, Battle, Budget, CombatantId, Conditions, Effect, Hands, Item, ItemId, Placement, Posture, Scene, Status,
    Vital,
};

/// What something was before an effect was written.
#[derive(Debug)]
pub enum Before {
    Placement(CombatantId, Placement),
    Posture(CombatantId, Posture),
    Status(CombatantId, Status),
    Vital(CombatantId, Vital, i16),
    Budget(CombatantId, Budget, i16),
    Conditions(CombatantId, Conditions),
    Aware(CombatantId, Aware),
    Hands(CombatantId, Hands),
    Item(ItemId, Box<Item>),
    Scene(Box<Scene>),
}

/// Writes an effect and notes what was there before.
pub fn write(battle: &mut Battle, effect: &Effect, before: &mut Vec<Before>) {
    match effect {
        Effect::Place(who, _) => before.push(Before::Placement(*who, battle.one(*who).placement)),
        Effect::Posture(who, _) => before.push(Before::Posture(*who, battle.one(*who).posture)),
        Effect::Status(who, _) => before.push(Before::Status(*who, battle.one(*who).status)),
        Effect::Vital(who, vital, _) => before.push(Before::Vital(*who, *vital, battle.one(*who).vitals.get(*vital))),
        Effect::Budget(who, budget, _) => {
            before.push(Before::Budget(*who, *budget, battle.one(*who).budgets.get(*budget)));
        }
        Effect::Afflict(who, _) | Effect::Relieve(who, ..) | Effect::Clear(who, _) => {
            before.push(Before::Conditions(*who, battle.one(*who).conditions.clone()));
        }
        Effect::Aware(who, ..) => before.push(Before::Aware(*who, battle.one(*who).aware)),
        Effect::Load(item, _) | Effect::Count(item, _) | Effect::Imbue(item, _) => before.push(thing(battle, *item)),
        Effect::Move(item, to) => {
            let holders = [battle.thing(*item).at.holder(), to.holder()];
            before.extend(holders.into_iter().flatten().map(|who| Before::Hands(who, battle.one(who).hands)));
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
            Before::Placement(who, old) => battle.combatants[who.index()].placement = old,
            Before::Posture(who, old) => battle.combatants[who.index()].posture = old,
            Before::Status(who, old) => battle.combatants[who.index()].status = old,
            Before::Vital(who, vital, old) => battle.combatants[who.index()].vitals.0[usize::from(vital.0)] = old,
            Before::Budget(who, budget, old) => battle.combatants[who.index()].budgets.0[usize::from(budget.0)] = old,
            Before::Conditions(who, old) => battle.combatants[who.index()].conditions = old,
            Before::Aware(who, old) => battle.combatants[who.index()].aware = old,
            Before::Hands(who, old) => battle.combatants[who.index()].hands = old,
            Before::Item(item, old) => battle.items[item.index()] = *old,
            Before::Scene(old) => battle.scene = *old,
        }
    }
}

fn thing(battle: &Battle, item: ItemId) -> Before {
    Before::Item(item, Box::new(battle.thing(item).clone()))
}
