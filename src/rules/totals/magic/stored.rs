//! Energy stored in hands, weapons and missiles, and spells held by concentration. TOT-HYB-01, TOT-HYB-05 to
//! TOT-HYB-09, TOT-MAG-08.

use super::{
    super::{
        catalogue as ids,
        conditions::{CONCENTRATES, Detail, KEPT, ONGOING, SHIELD, keeping, lasting, spell_of},
        menu, mounts,
        reach::{distance, has_line},
        sheet::arm,
    },
    Energy, Spell, Structure,
    cast::{Extra, spell_offer},
};
use crate::rules::{
    Battle, CombatantId, Condition, Detail as AnyDetail, Effect, Item, ItemId, Location, Offer, Status, StepContext,
};

/// The energy in an item; natural weapons share the energy in the hands.
pub fn in_thing(battle: &Battle, item: ItemId) -> Option<Spell> {
    battle.item(keeper(battle, item)).condition.as_ref().and_then(spell_of)
}

/// Who put the energy into an item.
pub fn giver(battle: &Battle, item: ItemId) -> Option<CombatantId> {
    battle.item(keeper(battle, item)).condition?.whom
}

/// The item that keeps the energy of an item: for parts of a body, the hands.
fn keeper(battle: &Battle, item: ItemId) -> ItemId {
    match battle.item(item).at {
        Location::Natural(who) => hands(battle, who).unwrap_or(item),
        _ => item,
    }
}

/// The hands that hold a charge: the first part of the body that strikes.
fn hands(battle: &Battle, who: CombatantId) -> Option<ItemId> {
    battle.items_of(who).find(|item| matches!(item.at, Location::Natural(_))).map(|item| item.id)
}

/// Conducting into one's own melee weapon; bestowing on what oneself or a willing neighbour holds, TOT-HYB-01.
pub fn offers(battle: &Battle, who: CombatantId, energies: &[Energy]) -> Vec<Offer> {
    let held = battle.items().filter(|item| item.at.holder().is_some() && arm(battle, item.id).class.is_some());
    held.filter(|item| is_willing(battle, who, *item)).flat_map(|item| offer(battle, who, item, energies)).collect()
}

fn is_willing(battle: &Battle, who: CombatantId, item: Item<'_>) -> bool {
    let Some(holder) = item.at.holder() else { return false };
    let (one, other) = (battle.combatant(who), battle.combatant(holder));
    holder == who
        || other.team == one.team
            && other.fights()
            && distance(mounts::body(battle, one.id), mounts::body(battle, other.id)) <= 1
            && has_line(battle, one.id, other.id)
}

/// A thing that energy can be put into, in words: with its holder, if that is somebody else; and what that does.
pub fn wording(battle: &Battle, who: CombatantId, item: ItemId) -> (String, &'static str) {
    let thing = battle.item(item);
    let whose = thing.at.holder().filter(|holder| *holder != who).map(|holder| &battle.combatant(holder).identity.name);
    let name = whose.map_or_else(|| thing.name.to_string(), |whose| format!("{}, {whose}", thing.name));
    let is_melee = arm(battle, item).class.is_some_and(|class| !class.shoots());
    (name, if is_melee { "Stays in the weapon" } else { "In the missile of the next shot" })
}

fn offer(battle: &Battle, who: CombatantId, item: Item<'_>, energies: &[Energy]) -> Vec<Offer> {
    let mine = item.at.holder() == Some(who);
    let class = arm(battle, item.id).class;
    let is_melee = class.is_some_and(|class| !class.shoots());
    let mut offers = Vec::new();
    if mine && is_melee {
        let offer = Offer::new(&menu::CONDUCT, &[ids::HYB_01, ids::HYB_06], menu::ap(1));
        let offer = offer.with(item.id);
        offers.push(spell_offer(battle, who, offer, energies, &[Extra::Lasting]));
    }
    let rules = &[ids::HYB_01, ids::HYB_07, ids::HYB_08, ids::HYB_09];
    let bestow = Offer::new(&menu::BESTOW, rules, menu::ap(1));
    let bestow = bestow.with(item.id);
    offers.push(spell_offer(battle, who, bestow, energies, &[Extra::Lasting, Extra::Selective]));
    offers
}

/// Stores energy in the hands, TOT-HYB-05.
pub fn charge_hands(battle: &Battle, who: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    if let Some(hands) = hands(battle, who) {
        put_into(battle, who, hands, spell, context);
    }
}

/// Stores energy in an item, replacing what was there, TOT-HYB-01.
pub fn put_into(battle: &Battle, who: CombatantId, item: ItemId, spell: Spell, context: &mut StepContext<'_>) {
    let kept = Condition { whom: Some(who), ..keeping(KEPT, spell) };
    context.effect(Effect::Imbue(item, Some(kept)));
    let thing = battle.item(item);
    let (words, name) = (spell.words(), &thing.name);
    context.note(
        who,
        ids::HYB_01,
        match spell.structure() {
            Structure::Charge => format!("charges the hands with {words}"),
            Structure::Conduct => format!("conducts {words} into the {name}"),
            _ => format!("bestows {words} on the {name}"),
        },
    );
}

/// Removes the energy from an item.
pub fn empty(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    let keeper = keeper(battle, item);
    if battle.item(keeper).condition.is_some() {
        context.effect(Effect::Imbue(keeper, None));
    }
}

/// An item leaves its wielder's hand, so energy conducted into it is lost, TOT-HYB-06.
pub fn let_go(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    if in_thing(battle, item).is_some_and(|spell| spell.structure() == Structure::Conduct) {
        context.effect(Effect::Imbue(item, None));
        if let Some(holder) = battle.item(item).at.holder() {
            context.note(holder, ids::HYB_06, "loses the conducted energy");
        }
    }
}

/// Ends the charge in somebody's hands, TOT-HYB-05.
pub fn discharge(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    hands(battle, who).into_iter().for_each(|hands| empty(battle, hands, context));
}

/// Begins to concentrate on something; what was held before ends, TOT-MAG-08.
pub fn concentrate(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    lose_concentration(battle, who, context);
    context.effect(Effect::AddCondition(who, lasting(CONCENTRATES)));
}

/// Whatever somebody holds by concentration ends, TOT-MAG-08.
pub fn lose_concentration(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !battle.combatant(who).conditions.has(CONCENTRATES) {
        return;
    }
    context.effect(Effect::Clear(who, CONCENTRATES));
    let shield = battle
        .combatant(who)
        .conditions
        .find(SHIELD)
        .filter(|shield| spell_of(shield).is_some_and(Spell::concentrates));
    if let Some(shield) = shield {
        context.effect(Effect::ReplaceCondition(who, *shield, None));
    }
    for one in battle.combatants().filter(|one| one.status != Status::Dead) {
        let fires = one.conditions.0.iter().filter(|fire| fire.kind == ONGOING && is_held(fire));
        for fire in fires.filter(|fire| fire.whom == Some(who)) {
            context.effect(Effect::ReplaceCondition(one.id, *fire, None));
        }
    }
}

/// Whether ongoing damage lasts as long as its caster concentrates.
pub const fn is_held(fire: &Condition) -> bool {
    matches!(fire.detail, AnyDetail::Totals(Detail::Held))
}

/// Starts the ongoing damage after a spell has cost Vitality, TOT-MAG-08.
pub fn burning(battle: &Battle, by: CombatantId, on: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    let fire = if spell.concentrates() {
        // A spell turned back may have felled its caster just now.
        if context.effects().any(|effect| matches!(effect, Effect::Status(who, _) if *who == by)) {
            return;
        }
        concentrate(battle, by, context);
        Condition { level: 1, whom: Some(by), detail: Detail::Held.into(), ..lasting(ONGOING) }
    } else if spell.lasting() > 0 {
        Condition { level: spell.lasting().into(), whom: Some(by), ..lasting(ONGOING) }
    } else {
        return;
    };
    context.effect(Effect::AddCondition(on, fire));
    context.note(on, ids::MAG_08, format_args!("is on fire: {}", spell.words()));
}
