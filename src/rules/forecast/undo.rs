//! Writes effects to a battle and takes them back: far cheaper than copying the battle for each outcome.

use crate::rules::{
    ids::{CombatantId, ItemId},
    state::{
        Awareness, Battle, Budget, Conditions, Effect, EffectTarget as _, Facing, Hands, ItemRow, Placement, Posture,
        Scene, Sightings, StandingOrders, Status, Vital,
    },
};

/// A value before an effect was written.
#[derive(Debug)]
pub enum Before {
    Placement(CombatantId, Placement),
    Posture(CombatantId, Posture),
    Facing(CombatantId, Facing),
    Status(CombatantId, Status),
    Vital(CombatantId, Vital, i16),
    Budget(CombatantId, Budget, i16),
    Conditions(CombatantId, Conditions),
    Awareness(CombatantId, Awareness),
    Hands(CombatantId, Hands),
    Item(ItemId, ItemRow),
    Sightings(CombatantId, Sightings),
    Orders(CombatantId, StandingOrders),
    Scene(Box<Scene>),
}

/// Writes an effect and notes the value before.
pub fn write(battle: &mut Battle, effect: &Effect, before: &mut Vec<Before>) {
    match effect {
        Effect::Place(who, _) => before.push(Before::Placement(*who, battle.combatant(*who).placement)),
        Effect::Arrive(who, _) => {
            before.push(Before::Placement(*who, battle.combatant(*who).placement));
            before.push(Before::Status(*who, battle.combatant(*who).status));
        }
        Effect::Posture(who, _) => before.push(Before::Posture(*who, battle.combatant(*who).posture)),
        Effect::Facing(who, _) => before.push(Before::Facing(*who, battle.combatant(*who).facing)),
        Effect::Status(who, _) => before.push(Before::Status(*who, battle.combatant(*who).status)),
        Effect::Vital(who, vital, _) => {
            before.push(Before::Vital(*who, *vital, battle.combatant(*who).vitals.get(*vital)));
        }
        Effect::Budget(who, budget, _) => {
            before.push(Before::Budget(*who, *budget, battle.combatant(*who).budgets.get(*budget)));
        }
        Effect::AddCondition(who, _) | Effect::ReplaceCondition(who, ..) | Effect::Clear(who, _) => {
            before.push(Before::Conditions(*who, battle.combatant(*who).conditions.clone()));
        }
        Effect::Awareness(who, ..) => before.push(Before::Awareness(*who, battle.combatant(*who).aware)),
        Effect::Load(item, _) | Effect::Count(item, _) | Effect::ItemNumber(item, ..) | Effect::Imbue(item, _) => {
            before.push(item_before(battle, *item));
        }
        Effect::Move(item, to) => {
            let holders = [battle.item(*item).at.holder(), to.holder()];
            before.extend(holders.into_iter().flatten().map(|who| Before::Hands(who, battle.combatant(who).hands)));
            before.push(item_before(battle, *item));
        }
        Effect::Sighting(who, ..) => {
            before.push(Before::Sightings(*who, battle.rows()[who.index()].sightings));
        }
        Effect::StandingOrder(who, ..) => before.push(Before::Orders(*who, battle.combatant(*who).orders)),
        Effect::Interrupt(_)
        | Effect::Resume(_)
        | Effect::Declare(_)
        | Effect::Disclose
        | Effect::Order(_)
        | Effect::Round(_)
        | Effect::Acting(_)
        | Effect::Edge(..)
        | Effect::Feature(..)
        | Effect::Footing(..)
        | Effect::Explosive(..)
        | Effect::Fire(..)
        | Effect::Wear(..)
        | Effect::Veil(..)
        | Effect::Held(..)
        | Effect::Concede(_)
        | Effect::Over(_) => before.push(Before::Scene(Box::new(battle.scene.clone()))),
    }
    battle.apply(effect);
}

/// Takes back everything written since `before` had that length.
pub fn take_back(battle: &mut Battle, before: &mut Vec<Before>, length: usize) {
    for before in before.drain(length..).rev() {
        match before {
            Before::Placement(who, old) => battle.set_placement(who, old),
            Before::Posture(who, old) => battle.row_mut(who).posture = old,
            Before::Facing(who, old) => battle.row_mut(who).facing = old,
            Before::Status(who, old) => battle.body_mut(who).status = old,
            Before::Vital(who, vital, old) => battle.row_mut(who).vitals.set(vital, old),
            Before::Budget(who, budget, old) => battle.row_mut(who).budgets.set(budget, old),
            Before::Conditions(who, old) => battle.row_mut(who).conditions = old,
            Before::Awareness(who, old) => battle.row_mut(who).aware = old,
            Before::Sightings(who, old) => battle.row_mut(who).sightings = old,
            Before::Orders(who, old) => battle.row_mut(who).orders = old,
            Before::Hands(who, old) => battle.row_mut(who).hands = old,
            Before::Item(item, old) => _ = battle.change_item(item, |row| *row = old),
            Before::Scene(old) => battle.change_scene(|scene| *scene = *old),
        }
    }
}

fn item_before(battle: &Battle, item: ItemId) -> Before {
    Before::Item(item, battle.item_rows()[item.index()])
}
