//! Standing orders for reactions and Resistance, which replace questions. VIG-REACT-05, VIG-REACT-07, VIG-RES-01.

use super::{
    catalogue as ids,
    conditions::{RESISTING, RESISTS_ALL, RESISTS_NOTHING, lasting},
    menu,
    reactions::OPENINGS,
    sheet::VIGOR,
};
use crate::rules::{
    Battle, Choice, Claim, CombatantId, Condition, Cost, Effect, Offer, Parameter, ParameterValue, SpendingLimit,
    StandingOrder, StepContext, claims, counts,
};

/// The claim of defending, for standing orders, VIG-REACT-05.
const DEFENCES: Claim = Claim(1);

/// The reactions made without a question, as far as Vigor allows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reacts {
    /// Asked each time.
    Asked,
    /// Defend, but take no openings.
    Defend,
    /// Defend and take openings.
    React,
    /// React to nothing.
    Nothing,
}

/// All of them, by their parameter value.
const ALL: [Reacts; 4] = [Reacts::Asked, Reacts::Defend, Reacts::React, Reacts::Nothing];

impl Reacts {
    /// Standing orders for these reactions, each with its claim.
    fn orders(self, above: u8) -> [(Claim, StandingOrder); 2] {
        let order = |pays| match self {
            Self::Asked => StandingOrder::Always,
            _ if pays => StandingOrder::Spend(SpendingLimit::above(above)),
            _ => StandingOrder::Spend(SpendingLimit { most: 0, keep: above }),
        };
        [(DEFENCES, order(self != Self::Nothing)), (OPENINGS, order(self == Self::React))]
    }

    /// The reactions that a combatant's orders allow, and the Vigor above which they do.
    fn of(battle: &Battle, who: CombatantId) -> (Self, u8) {
        let limit = |claim| battle.combatant(who).orders.of(claim).limit();
        let (Some(defences), openings) = (limit(DEFENCES), limit(OPENINGS)) else { return (Self::Asked, 0) };
        let reacts = match (defences.most, openings.map_or(0, |openings| openings.most)) {
            (0, _) => Self::Nothing,
            (_, 0) => Self::Defend,
            _ => Self::React,
        };
        (reacts, defences.keep)
    }
}

/// Whether the orders for a claim let its price be paid; `None` if there are none and the combatant is asked.
fn pays(battle: &Battle, who: CombatantId, claim: Claim) -> Option<bool> {
    let fighter = battle.combatant(who);
    fighter.orders.of(claim).unasked(fighter.vitals.get(VIGOR)).map(|vigor| vigor > 0)
}

/// Whether orders decide about Defence, so that the combatant is not asked.
pub fn decide_defence(battle: &Battle, who: CombatantId) -> bool {
    pays(battle, who, DEFENCES).is_some()
}

/// Whether a combatant defends for a price it can pay: as ordered or, by default, if some Vigor is left.
pub fn defends(battle: &Battle, who: CombatantId, price: u8) -> bool {
    let leaves_breath = || battle.combatant(who).vitals.get(VIGOR) > price.into();
    pays(battle, who, DEFENCES).unwrap_or_else(leaves_breath)
}

/// Whether orders take an opening; `None` if there are none and the combatant is asked.
pub fn opening(battle: &Battle, who: CombatantId) -> Option<bool> {
    pays(battle, who, OPENINGS)
}

/// Standing orders for reactions in words, if any are given.
pub fn words(battle: &Battle, who: CombatantId) -> Option<String> {
    match Reacts::of(battle, who) {
        (Reacts::Asked, _) => None,
        (Reacts::Defend, above) => Some(format!("defends while it has more than {above} Vigor")),
        (Reacts::React, above) => Some(format!("reacts while it has more than {above} Vigor")),
        (Reacts::Nothing, _) => Some("reacts to nothing".into()),
    }
}

/// The present standing orders as parameter values: reactions, the Vigor above which they are taken, Resistance.
fn in_force(battle: &Battle, who: CombatantId) -> (i32, i32, i32) {
    let (reacts, above) = Reacts::of(battle, who);
    let resisting = battle.combatant(who).conditions.find(RESISTING).map_or(0, |known| i32::from(known.level));
    (reacts as i32, i32::from(above.min(MOST_VIGOR)), resisting)
}

/// The values of a parameter with the present one first, which makes it the default.
fn led_by(known: i32, mut values: Vec<ParameterValue>) -> Vec<ParameterValue> {
    let first = values.iter().position(|value| value.value == known).unwrap_or(0);
    values.rotate_left(first);
    values
}

/// The highest Vigor threshold that standing orders can have.
const MOST_VIGOR: u8 = 20;

/// The free offer to give standing orders for reactions and Resistance. What a choice does not mention stays as it is.
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
        ParameterValue::new(i32::from(RESISTS_ALL), "all", "All, even a friend's help"),
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

/// Gives or withdraws standing orders; those that a choice does not mention stay.
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
    let now = usize::try_from(reacts.0).ok().and_then(|place| ALL.get(place)).copied().unwrap_or(Reacts::Asked);
    for (claim, order) in now.orders(reacts.1.clamp(0, MOST_VIGOR.into()) as u8) {
        claims::give_order(battle, who, claim, order).into_iter().for_each(|effect| context.effect(effect));
    }
    let takes_back = now == Reacts::Asked;
    let words = ["gives standing orders for reactions", "withdraws standing orders for reactions"];
    context.note(who, ids::REACT_05, words[usize::from(takes_back)]);
}
