//! Energy stored in hands, weapons and missiles, and spells held by concentration. TOT-HYB-01, TOT-HYB-05 to
//! TOT-HYB-09, TOT-MAG-08.

use super::{
    catalogue as ids,
    conditions::{self, CONCENTRATES, Detail, KEPT, ONGOING, SHIELD, lasting, spell_of},
    sheet::{Size, sheet},
    spell::{Energy, Spell, Structure, Targets},
    step::{Blow, Manner},
};
use crate::rules::prelude::*;

const SIZES: [Size; 6] = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge, Size::Gigantic];

/// The kinds of the combatants in a battle, sorted by word.
fn kinds(battle: &Battle) -> Vec<&str> {
    let mut kinds: Vec<&str> =
        battle.combatants().flat_map(|fighter| sheet(fighter).kind_tags.iter().map(String::as_str)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Whether energy stored for these targets goes off on `whom`.
pub fn concerns(battle: &Battle, targets: Targets, whom: CombatantId) -> bool {
    let fighter = battle.combatant(whom);
    match targets {
        Targets::Everybody => true,
        Targets::Size(size) => sheet(fighter).size == size,
        Targets::Side(team) => fighter.team == team,
        Targets::Kind(place) => kinds(battle)
            .get(usize::from(place))
            .is_some_and(|kind| sheet(fighter).kind_tags.iter().any(|tag| tag == kind)),
    }
}

/// Targets in words: "troll", "huge", "Orange".
fn name_of(battle: &Battle, targets: Targets) -> String {
    match targets {
        Targets::Everybody => "everybody".into(),
        Targets::Size(size) => size.name().into(),
        Targets::Side(team) => team.name().into(),
        Targets::Kind(place) => kinds(battle).get(usize::from(place)).map_or_else(String::new, ToString::to_string),
    }
}

/// All targets that can be chosen: everybody, and the sizes, sides and kinds in the battle, each with its number in a
/// choice.
fn all_targets(battle: &Battle) -> impl Iterator<Item = (i32, Targets)> {
    let of_size = |size: Size| battle.combatants().any(|fighter| sheet(fighter).size == size);
    let sizes = (1..).zip(SIZES).filter(move |(_, size)| of_size(*size));
    let sizes = sizes.map(|(number, size)| (number, Targets::Size(size)));
    let sides = battle.teams().map(|team| (10 + i32::from(team.0), Targets::Side(team)));
    let kinds = (0..kinds(battle).len() as u8).map(|place| (20 + i32::from(place), Targets::Kind(place)));
    std::iter::once((0, Targets::Everybody)).chain(sizes).chain(sides).chain(kinds)
}

/// The targets that a number in a choice stands for.
pub fn chosen_targets(battle: &Battle, number: i32) -> Targets {
    all_targets(battle).find(|(known, _)| *known == number).map_or(Targets::Everybody, |(_, targets)| targets)
}

/// All targets as parameter values.
pub fn target_values(battle: &Battle) -> Vec<ParameterValue> {
    let value = |(number, targets): (i32, Targets)| {
        let name = name_of(battle, targets);
        let everybody = targets == Targets::Everybody;
        let word = if everybody { "all".into() } else { name.to_lowercase().replace(' ', "-") };
        // Any selection costs 1 AP.
        ParameterValue { counts: i32::from(!everybody), ..ParameterValue::new(number, word, name) }
    };
    all_targets(battle).map(value).collect()
}

/// The attack with the energy of its weapon and that energy's caster.
pub fn laden(battle: &Battle, blow: Blow) -> Blow {
    let spell = carried(battle, &blow);
    let kept = blow.item.filter(|_| spell.is_some()).and_then(|item| battle.item(keeper(battle, item)).condition);
    Blow { spell, caster: kept.and_then(|kept| kept.whom).filter(|who| *who != blow.by), ..blow }
}

/// The energy that a weapon brings into an attack; conducted energy does not work in a thrown weapon. TOT-HYB-01,
/// TOT-HYB-06.
fn carried(battle: &Battle, blow: &Blow) -> Option<Spell> {
    let spell = in_thing(battle, blow.item?)?;
    match (blow.manner, spell.structure) {
        (Manner::Throw, Structure::Conduct) => None,
        _ => Some(spell),
    }
}

/// The energy in an item; natural weapons share the charge in the hands.
pub fn in_thing(battle: &Battle, item: ItemId) -> Option<Spell> {
    battle.item(keeper(battle, item)).condition.as_ref().and_then(spell_of)
}

/// The item that stores an item's energy: for parts of a body, the hands.
fn keeper(battle: &Battle, item: ItemId) -> ItemId {
    match battle.item(item).at {
        Location::Natural(who) => hands(battle, who).unwrap_or(item),
        _ => item,
    }
}

/// The item that stands for the hands and stores a charge: the first natural weapon, TOT-HYB-05.
pub fn hands(battle: &Battle, who: CombatantId) -> Option<ItemId> {
    battle.items_of(who).find(|item| matches!(item.at, Location::Natural(_))).map(|item| item.id)
}

/// Stores energy in an item, replacing what was there, TOT-HYB-01.
pub fn put_into(battle: &Battle, who: CombatantId, item: ItemId, spell: Spell, context: &mut StepContext<'_>) {
    let kept = Condition { whom: Some(who), ..conditions::keeping(KEPT, spell) };
    context.effect(Effect::Imbue(item, Some(kept)));
    let object = battle.item(item);
    let (words, name) = (spell.words(), &object.name);
    context.note(
        who,
        ids::HYB_01,
        match spell.structure {
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
    if in_thing(battle, item).is_some_and(|spell| spell.structure == Structure::Conduct) {
        context.effect(Effect::Imbue(item, None));
        if let Some(holder) = battle.item(item).at.holder() {
            context.note(holder, ids::HYB_06, "loses the conducted energy");
        }
    }
}

/// Ends the charge in a combatant's hands, TOT-HYB-05.
pub fn discharge(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    hands(battle, who).into_iter().for_each(|hands| empty(battle, hands, context));
}

/// Begins concentration, which ends an earlier one, TOT-MAG-08.
pub fn concentrate(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    lose_concentration(battle, who, context);
    context.effect(Effect::AddCondition(who, lasting(CONCENTRATES)));
}

/// Ends everything that a combatant holds by concentration, TOT-MAG-08.
pub fn lose_concentration(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !battle.combatant(who).conditions.has(CONCENTRATES) {
        return;
    }
    context.effect(Effect::Clear(who, CONCENTRATES));
    let shield =
        battle.combatant(who).conditions.find(SHIELD).filter(|shield| spell_of(shield).is_some_and(|spell| spell.held));
    if let Some(shield) = shield {
        context.effect(Effect::replaced(who, *shield, None));
    }
    for fighter in battle.combatants().filter(|fighter| fighter.status != Status::Dead) {
        let fires = fighter.conditions.0.iter().filter(|fire| fire.kind == ONGOING && conditions::is_held(fire));
        for fire in fires.filter(|fire| fire.whom == Some(who)) {
            context.effect(Effect::replaced(fighter.id, *fire, None));
        }
    }
}

/// Starts the ongoing damage after a spell has cost Vitality, TOT-MAG-08.
pub fn burning(battle: &Battle, by: CombatantId, on: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    let fire = if spell.held {
        // A spell turned back may have felled its caster just now.
        if context.effects().any(|effect| matches!(effect, Effect::Status(who, _) if *who == by)) {
            return;
        }
        concentrate(battle, by, context);
        Condition { level: 1, whom: Some(by), detail: Detail::Held.into(), ..lasting(ONGOING) }
    } else if spell.lasting > 0 {
        Condition { level: spell.lasting.into(), whom: Some(by), ..lasting(ONGOING) }
    } else {
        return;
    };
    context.effect(Effect::AddCondition(on, fire));
    let is_fire = spell.damage().all(|(energy, _)| energy == Energy::Fire);
    let what = if is_fire { "is on fire" } else { "has ongoing damage" };
    context.note(on, ids::MAG_08, format_args!("{what}: {}", spell.words()));
}
