//! Readied actions: what can be readied, on which condition, and the offers. PCT-REA-04, PCT-REA-05.

use std::sync::{Arc, LazyLock};

use super::{
    catalogue as ids,
    conditions::{self, ActionType, Detail, READIED, Trigger, spend},
    menu, reach,
    sheet::{Kind, Skill, Use, arm, sheet},
    targets,
};
use crate::rules::{
    Battle, Choice, Combatant, CombatantId, CombatantSet, Condition, Constants, Effect, ItemId, Offer, Parameter,
    ParameterValue, Refusal, StepContext, Until, Values, Word,
};

/// The offers to ready an attack with each weapon, shield or fist in use, or full defence, PCT-REA-04.
pub fn offers(battle: &Battle, who: CombatantId, offers: &mut Vec<Offer>) {
    let refusal = conditions::standard(battle, who).or_else(|| {
        battle.combatant(who).conditions.has(READIED).then(|| Refusal::new(ids::REA_04, "Already readied something"))
    });
    let named = refusal.is_none().then(|| Named::of(battle, who));
    let mut offer = |item: Option<ItemId>| {
        let kind = if item.is_some() { &menu::READY } else { &menu::READY_DEFENCE };
        let mut offer = Offer::new(kind, &[ids::REA_04, ids::REA_05], menu::LARGE);
        offer.item = item;
        if let Some(named) = &named {
            offer.parameters = ready_parameters(battle, named, item);
        }
        offers.push(offer.refused(refusal.clone()));
    };
    let mut last = None;
    // Untrained fists threaten nobody, PCT-UNA-02: they get a line only if there is nothing else.
    let trained = sheet(battle.combatant(who)).is_proficient(Skill::UnarmedCombat);
    let mut fists = None;
    for ready in reach::ready(battle, who).filter(|ready| !ready.of.is_area()) {
        if ready.of.kind == Kind::Unarmed && !trained {
            fists = Some(ready.item);
        } else if targets::shield_refusal(battle, who, ready.item, ready.of).is_none()
            && last.replace(ready.item) != Some(ready.item)
        {
            offer(Some(ready.item));
        }
    }
    if last.is_none() && fists.is_some() {
        offer(fists);
    }
    offer(None);
}

/// The combatants that a readied action can name: foes, and allies to guard, PCT-REA-05.
struct Named {
    foes: Values,
    wards: Values,
}

impl Named {
    fn of(battle: &Battle, who: CombatantId) -> Self {
        let fighter = battle.combatant(who);
        let foes = battle.enemies(who).filter(|foe| foe.fights() && fighter.aware.of(foe.id)).map(|foe| foe.id);
        let is_friend = |other: &Combatant<'_>| other.team == fighter.team && other.id != who && other.fights();
        let friends = battle.combatants().filter(is_friend).map(|friend| friend.id);
        let values = |first: fn(&Constants, CombatantId) -> ParameterValue, all: CombatantSet| {
            let constants = Arc::clone(battle.constants());
            Values::later(move || {
                let value = |who: CombatantId| named(&constants, who, &constants.profiles[who.index()].identity.name);
                std::iter::once(first(&constants, who)).chain(all.iter().map(value)).collect()
            })
        };
        Self {
            foes: values(|_, _| ParameterValue::new(-1, "any", "Any enemy"), foes.collect()),
            wards: values(|constants, who| named(constants, who, "Me"), friends.collect()),
        }
    }
}

/// A combatant as the value of a parameter.
fn named(constants: &Constants, who: CombatantId, label: impl Into<Word>) -> ParameterValue {
    ParameterValue::new(who.0.into(), &constants.profiles[who.index()].identity.tag, label)
}

/// How near an enemy may come before a readied action is triggered, PCT-REA-05 (2).
const NEAR: [i32; 10] = [3, 1, 2, 4, 5, 6, 8, 10, 15, 20];

/// [`NEAR`] as values.
static DISTANCES: LazyLock<[ParameterValue; 10]> =
    LazyLock::new(|| NEAR.map(|metres| ParameterValue::new(metres, metres.to_string(), format!("{metres} m"))));

/// The triggers of a readied action, PCT-REA-05, the likeliest first: coming into sight for missiles, into reach for
/// melee.
static WHEN: LazyLock<[Vec<ParameterValue>; 2]> = LazyLock::new(|| {
    [[4, 2, 1, 3, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8]].map(|order| {
        let value = |number: i32| {
            let label = conditions::label(trigger(number, 0, CombatantId(0)));
            ParameterValue::new(number, TRIGGERS[number as usize - 1], label)
        };
        order.map(value).into()
    })
});

fn ready_parameters(battle: &Battle, named: &Named, item: Option<ItemId>) -> Vec<Parameter> {
    let melee = item.is_some_and(|item| is_melee_weapon(battle, item));
    let mut parameters = Vec::with_capacity(5);
    parameters.extend([
        Parameter::new(&menu::WHEN, WHEN[usize::from(melee)].as_slice()),
        Parameter::new(&menu::FOE, named.foes.clone()),
        Parameter::new(&menu::NEAR, DISTANCES.as_slice()),
        Parameter::new(&menu::WARD, named.wards.clone()),
    ]);
    if let Some(item) = item {
        let uses = &arm(battle, item).uses;
        if uses.len() > 1 {
            let uses = (0..).zip(uses).map(|(usage, of)| {
                ParameterValue::new(usage, menu::by_kind(of.kind).verb, menu::by_kind(of.kind).verb)
            });
            parameters.push(Parameter::new(&menu::USE, uses.collect::<Vec<_>>()));
        }
    }
    parameters
}

/// Readies the action that a choice says.
pub fn make_ready(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    let melee = choice.item.is_some_and(|item| is_melee_weapon(battle, item));
    let when = choice.value("when", if melee { 1 } else { 4 });
    let foe = choice.value("foe", -1);
    let ward = CombatantId(choice.value("ward", i32::from(who.0)) as u16);
    let trigger = trigger(when, choice.value("near", 3) as u8, ward);
    let usage = choice.value("use", 0) as u8;
    let condition = Condition {
        whom: u16::try_from(foe).ok().map(CombatantId),
        with: choice.item,
        detail: Detail::Readied { trigger, usage }.into(),
        ..Condition::new(READIED, Until::TurnStart)
    };
    context.effect(Effect::AddCondition(who, condition));
    context.note(who, ids::REA_04, format_args!("readies {}", conditions::readied_words(battle, &condition)));
    conditions::ask_again(battle, who, context);
}

/// The words for the triggers of a readied action in choices, numbered from 1 as in PCT-REA-05.
const TRIGGERS: [&str; 8] = ["enters", "near", "leaves", "appears", "attacks", "stands", "attacked", "ends"];

/// The trigger with a number of [`TRIGGERS`], counted from 1; `near` is its distance in metres and `ward` its ally,
/// where it has one.
const fn trigger(number: i32, near: u8, ward: CombatantId) -> Trigger {
    match number {
        1 => Trigger::Enters,
        2 => Trigger::Near(near),
        3 => Trigger::Leaves,
        4 => Trigger::Appears,
        5 => Trigger::Attacks(ward),
        6 => Trigger::Stands,
        7 => Trigger::Attacked(ward),
        _ => Trigger::Ends,
    }
}

/// Whether any use of an item strikes in melee, for the menu of readied actions.
fn is_melee_weapon(battle: &Battle, item: ItemId) -> bool {
    arm(battle, item).uses.iter().any(Use::is_melee)
}
