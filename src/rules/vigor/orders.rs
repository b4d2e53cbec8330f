//! Standing orders for reactions and Resistance: what happens without asking. VIG-REACT-05, VIG-REACT-07, VIG-RES-01.

use super::{
    catalogue as ids,
    conditions::{Detail, ORDERS, Orders, RESISTING, RESISTS_ALL, RESISTS_NOTHING, detail, lasting},
    menu,
    sheet::VIGOR,
};
use crate::rules::{
    Battle, Choice, CombatantId, Condition, Cost, Effect, Offer, Parameter, ParameterValue, StepContext, counts,
};

/// The orders of somebody, and the Vigor above which they hold.
fn of(battle: &Battle, who: CombatantId) -> Option<(Orders, i16)> {
    let condition = battle.combatant(who).conditions.find(ORDERS)?;
    match detail(condition) {
        Some(Detail::Orders(orders)) => Some((orders, condition.level)),
        _ => None,
    }
}

/// Whether orders decide about Defence, so that nobody is asked.
pub fn decide_defence(battle: &Battle, who: CombatantId) -> bool {
    of(battle, who).is_some()
}

/// Whether somebody defends for a price that can be paid: as orders say, or by default if it leaves some breath.
pub fn defends(battle: &Battle, who: CombatantId, price: u8) -> bool {
    let vigor = battle.combatant(who).vitals.get(VIGOR);
    match of(battle, who) {
        None => vigor > price.into(),
        Some((Orders::Nothing, _)) => false,
        Some((Orders::Defend | Orders::React, above)) => vigor > above,
    }
}

/// Whether orders take an opening; `None` if there are none and its owner is asked.
pub fn opening(battle: &Battle, who: CombatantId) -> Option<bool> {
    let (orders, above) = of(battle, who)?;
    Some(orders == Orders::React && battle.combatant(who).vitals.get(VIGOR) > above)
}

/// Standing orders that hold now, as the values of the parameters that give them: for reactions, the Vigor above which,
/// for Resistance.
fn in_force(battle: &Battle, who: CombatantId) -> (i32, i32, i32) {
    let conditions = &battle.combatant(who).conditions;
    let level = |kind| conditions.find(kind).map_or(0, |known| i32::from(known.level));
    let react = match conditions.find(ORDERS).and_then(detail) {
        Some(Detail::Orders(Orders::Defend)) => 1,
        Some(Detail::Orders(Orders::React)) => 2,
        Some(Detail::Orders(Orders::Nothing)) => 3,
        _ => 0,
    };
    (react, level(ORDERS).clamp(0, MOST_VIGOR.into()), level(RESISTING))
}

/// The values of a parameter with the one in force first, which holds where nothing is said.
fn led_by(known: i32, mut values: Vec<ParameterValue>) -> Vec<ParameterValue> {
    let first = values.iter().position(|one| one.value == known).unwrap_or(0);
    values.rotate_left(first);
    values
}

/// The most Vigor above which standing orders can hold.
const MOST_VIGOR: u8 = 20;

/// Standing orders for reactions and Resistance: free, and for persons only. What is not said stays as it is.
/// VIG-REACT-05, VIG-RES-01.
pub fn orders(battle: &Battle, who: CombatantId) -> Offer {
    let (react, above, resist) = in_force(battle, who);
    let ways = vec![
        ParameterValue::new(0, "ask", "Ask each time"),
        ParameterValue::new(1, "defend", "Defend"),
        ParameterValue::new(2, "react", "Defend and take openings"),
        ParameterValue::new(3, "nothing", "React to nothing"),
    ];
    let resists = vec![
        ParameterValue::new(0, "harm", "Harm"),
        ParameterValue::new(i32::from(RESISTS_ALL), "all", "All, a friend's help too"),
        ParameterValue::new(i32::from(RESISTS_NOTHING), "nothing", "Nothing"),
    ];
    let counted = counts(0..=MOST_VIGOR);
    let above = if above == 0 {
        Parameter::new(&menu::ABOVE, counted)
    } else {
        Parameter::new(&menu::ABOVE, led_by(above, counted.to_vec()))
    };
    Offer::new(&menu::ORDERS, &[ids::REACT_05, ids::REACT_07, ids::RES_01], Cost::FREE)
        .parameter(Parameter::new(&menu::REACT, led_by(react, ways)))
        .parameter(above)
        .parameter(Parameter::new(&menu::RESIST, led_by(resist, resists)))
}

/// Standing orders are given or taken back; those of which nothing is said stay.
pub fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let (react, above, resist) = in_force(battle, who);
    let resists = choice.value(menu::RESIST.key, resist);
    if resists != resist {
        if resist != 0 {
            context.effect(Effect::Clear(who, RESISTING));
        }
        if resists != 0 {
            let given = Condition { level: resists as i16, ..lasting(RESISTING) };
            context.effect(Effect::AddCondition(who, given));
        }
        context.note(who, ids::RES_01, "gives standing orders for Resistance");
    }
    let reacts = (choice.value(menu::REACT.key, react), choice.value(menu::ABOVE.key, above));
    if reacts == (react, above) || reacts.0 == react && react == 0 {
        return;
    }
    if react != 0 {
        context.effect(Effect::Clear(who, ORDERS));
    }
    let orders = match reacts.0 {
        1 => Orders::Defend,
        2 => Orders::React,
        3 => Orders::Nothing,
        _ => return context.note(who, ids::REACT_05, "takes standing orders for reactions back"),
    };
    let given = Condition { level: reacts.1 as i16, detail: Detail::Orders(orders).into(), ..lasting(ORDERS) };
    context.effect(Effect::AddCondition(who, given));
    context.note(who, ids::REACT_05, "gives standing orders for reactions");
}
