//! Special actions: Defend, weapons drawn and put away, standing orders, facing; and how acts are paid for. VIG-ACT,
//! VIG-TURN-02.

use serde::{Deserialize, Serialize};

use super::{
    arms::Arm,
    catalogue as ids,
    conditions::{
        DEFENDING, Detail, ORDERS, Orders, RESISTING, RESISTS_ALL, RESISTS_NOTHING, detail, is_incapacitated, lasting,
        pay_vigor,
    },
    menu, movement, settings,
    sheet::arm,
    skills,
    skills::Skill,
    smoke,
    space::is_adjacent,
    uses,
};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{
        Battle, Choice, CombatantId, Condition, Cost, Effect, Facing, Item, ItemId, Location, Offer, Parameter,
        ParameterKind, ParameterValue, Refusal, StepContext, Until, counts,
    },
};

/// How an act is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Price {
    /// With actions of one's own turn.
    Actions,
    /// With Vigor, as a readied act, VIG-ACT-02.
    Ready,
}

/// What a readied act costs besides an ability's own Vigor, VIG-ACT-02.
pub fn ready_price(battle: &Battle) -> u8 {
    if settings::ready_is_free(battle) { 0 } else { 5 }
}

impl Price {
    /// The cost of an act with so many actions and so much Vigor of its own.
    pub fn of(self, battle: &Battle, actions: u8, vigor: u8) -> Cost {
        match self {
            Self::Actions => menu::actions(actions).and(&menu::VIGOR, vigor),
            Self::Ready => Cost::of(&menu::VIGOR, vigor.saturating_add(ready_price(battle))),
        }
    }

    /// Pays it.
    pub fn pay(self, battle: &Battle, who: CombatantId, actions: u8, vigor: u8, context: &mut StepContext<'_>) {
        match self {
            Self::Actions => {
                super::answer::pay_actions(battle, who, actions, context);
                pay_vigor(battle, who, vigor, context);
            }
            Self::Ready => pay_vigor(battle, who, vigor.saturating_add(ready_price(battle)), context),
        }
    }
}

/// A step of a special action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpecialStep {
    /// An ability takes effect, VIG-ACT-03.
    Use {
        /// Who uses it.
        by: CombatantId,
        /// On whom.
        on: Option<CombatantId>,
        /// Where.
        at: Option<Square>,
        /// What.
        item: ItemId,
        /// Whether as a readied act.
        readied: bool,
        /// Whether a Chance is taken on its attack roll, VIG-REACT-09.
        gamble: bool,
    },
    /// The acting side of an opposed effect rolls, VIG-RES-02.
    Force {
        /// Who uses it.
        by: CombatantId,
        /// On whom.
        on: CombatantId,
        /// What.
        item: ItemId,
    },
    /// The target of an ability resists, VIG-RES-01.
    Resist {
        /// Who uses it.
        by: CombatantId,
        /// On whom.
        on: CombatantId,
        /// What.
        item: ItemId,
        /// What must be beaten.
        vs: i16,
        /// Whether that is the acting side's roll.
        contest: bool,
    },
    /// An ability does what it does.
    Affect {
        /// Who uses it.
        by: CombatantId,
        /// On whom.
        on: CombatantId,
        /// What.
        item: ItemId,
    },
    /// Smoke is laid.
    Smoke {
        /// Who uses it.
        by: CombatantId,
        /// Where.
        at: Square,
        /// What.
        item: ItemId,
    },
    /// Points are restored.
    Restore {
        /// To whom.
        on: CombatantId,
        /// By what.
        item: ItemId,
        /// Which of its effects.
        index: u8,
    },
    /// A skill is used on an enemy, VIG-ACT-05.
    Skill(Skill, CombatantId, CombatantId),
    /// The target opposes it; the total to beat. VIG-ACT-05.
    Oppose(Skill, CombatantId, CombatantId, i16),
    /// Emergency aid, VIG-ACT-06.
    Aid(CombatantId, CombatantId),
    /// What it restores.
    Heal(CombatantId),
    /// Stabilises somebody in Shock, VIG-DYING-03.
    Stabilise(CombatantId, CombatantId),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &SpecialStep, context: &mut StepContext<'_>) {
    face_target(battle, step, context);
    match *step {
        SpecialStep::Use { by, on, at, item, readied, gamble } => {
            uses::take_effect(battle, (by, on, at), item, (readied, gamble), context);
        }
        SpecialStep::Force { by, on, item } => uses::force(battle, by, on, item, context),
        SpecialStep::Resist { by, on, item, vs, contest } => {
            uses::resist(battle, (by, on), item, (vs, contest), context);
        }
        SpecialStep::Affect { by, on, item } => uses::affect(battle, by, on, item, context),
        SpecialStep::Smoke { by, at, item } => {
            uses::ability(battle, item).into_iter().for_each(|ability| smoke::lay(battle, by, at, ability, context));
        }
        SpecialStep::Restore { on, item, index } => uses::restore(battle, on, item, index, context),
        SpecialStep::Skill(skill, by, on) => skills::roll(battle, skill, by, on, context),
        SpecialStep::Oppose(skill, by, on, total) => skills::oppose(battle, skill, (by, on), total, context),
        SpecialStep::Aid(by, on) => skills::aid(battle, by, on, context),
        SpecialStep::Heal(on) => skills::heal(battle, on, context),
        SpecialStep::Stabilise(by, on) => skills::stabilise(battle, by, on, context),
    }
}

/// Whoever uses something on somebody or somewhere looks there, VIG-ATK-05.
fn face_target(battle: &Battle, step: &SpecialStep, context: &mut StepContext<'_>) {
    let body = |who: CombatantId| battle.combatant(who).footprint();
    let (by, to) = match *step {
        SpecialStep::Use { by, on, at, .. } => (by, on.map(body).or(at.map(Footprint::one))),
        SpecialStep::Skill(_, by, on) | SpecialStep::Aid(by, on) | SpecialStep::Stabilise(by, on) => {
            (by, Some(body(on)))
        }
        _ => return,
    };
    if let Some(to) = to {
        movement::turn_to(battle, by, body(by), to, context);
    }
}

/// The offer to defend. A second time it adds nothing, but any action may be repeated. VIG-ACT-01, VIG-TURN-01.
pub fn defend(battle: &Battle, who: CombatantId, price: Price) -> Offer {
    let one = battle.combatant(who);
    let kind = if one.conditions.has(DEFENDING) { &menu::DEFEND_AGAIN } else { &menu::DEFEND };
    let stuck = is_incapacitated(one).then(|| Refusal::new(ids::COND_06, "Cannot move"));
    Offer::new(kind, &[ids::ACT_01, ids::TURN_01], price.of(battle, 1, 0)).refused(stuck)
}

/// Defends until the start of the next turn; whoever does so already does no more than that. VIG-ACT-01.
pub fn take_guard(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !battle.combatant(who).conditions.has(DEFENDING) {
        context.effect(Effect::AddCondition(who, Condition::new(DEFENDING, Until::TurnStart)));
        context.note(who, ids::ACT_01, "defends");
    } else {
        context.note(who, ids::ACT_01, "defends already: that adds nothing");
    }
}

/// Weapons drawn, put away and picked up, where nothing is in between: changing what is held is using an item. VIG-ACT-04,
/// VIG-REACH-01.
pub fn gear(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let one = battle.combatant(who);
    let stuck = is_incapacitated(one).then(|| Refusal::new(ids::COND_06, "Cannot move"));
    let near = |square: Square| {
        one.footprint().contains(square) || is_adjacent(battle, one.footprint(), Footprint::one(square))
    };
    let offer = |item: Item<'_>| {
        let kind = match item.at {
            Location::Stowed(_) if arm(battle, item.id).hands > 0 => &menu::DRAW,
            Location::Ground(_) => &menu::PICK_UP,
            at if at.holder().is_some() => &menu::STOW,
            _ => return None,
        };
        let used_only = arm(battle, item.id).uses.is_some() && arm(battle, item.id).harmless;
        let draws = kind.verb != menu::DRAW.verb || !used_only;
        let offer = Offer::new(kind, &[ids::ACT_04], menu::actions(1)).with(item.id).refused(stuck.clone());
        let either = kind.verb != menu::STOW.verb && has_either_hand(arm(battle, item.id));
        draws.then(|| if either { offer.parameter(Parameter::new(&HAND, in_hands())) } else { offer })
    };
    battle.items_about(who, near).filter_map(offer).collect()
}

/// Whether a thing can be held in one hand as well as in the other: weapons for one hand. VIG-ATK-07.
fn has_either_hand(thing: &Arm) -> bool {
    thing.hands == 1 && thing.shield.is_none() && !thing.harmless
}

/// The main hand, or the off hand.
fn in_hands() -> Vec<ParameterValue> {
    vec![ParameterValue::new(0, "main", "Main hand"), ParameterValue::new(1, "off", "Off hand")]
}

/// Takes an item in hand, or puts it away, as a choice says; what is in the way is put away as well.
pub fn take_in_hand(battle: &Battle, who: CombatantId, item: ItemId, choice: &Choice, context: &mut StepContext<'_>) {
    if choice.verb == menu::STOW.verb {
        context.note(who, ids::ACT_04, format_args!("puts the {} away", battle.item(item).name));
        return context.effect(Effect::Move(item, Location::Stowed(who)));
    }
    let thing = arm(battle, item);
    let to = match thing.hands {
        2 => Location::Both(who),
        _ if thing.shield.is_some() || choice.value("hand", 0) == 1 => Location::Off(who),
        _ => Location::Main(who),
    };
    let hands = battle.combatant(who).hands;
    for held in hands.held() {
        let clashes = matches!(
            (to, battle.item(held).at),
            (Location::Both(_), _)
                | (_, Location::Both(_))
                | (Location::Off(_), Location::Off(_))
                | (Location::Main(_), Location::Main(_))
        );
        if clashes {
            context.effect(Effect::Move(held, Location::Stowed(who)));
        }
    }
    let hand = if matches!(to, Location::Off(_)) { "the off hand" } else { "hand" };
    context.note(who, ids::ACT_04, format_args!("takes the {} in {hand}", battle.item(item).name));
    context.effect(Effect::Move(item, to));
}

pub static REACT: ParameterKind = ParameterKind::new("react", "Reactions");
pub static ABOVE: ParameterKind = ParameterKind::new("above", "While Vigor is more than");
pub static HAND: ParameterKind = ParameterKind::new("hand", "Hand");
pub static RESIST: ParameterKind = ParameterKind::new("resist", "Resists");
pub static TOWARDS: ParameterKind = ParameterKind::new("to", "Towards");

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
        Parameter::new(&ABOVE, counted)
    } else {
        Parameter::new(&ABOVE, led_by(above, counted.to_vec()))
    };
    Offer::new(&menu::ORDERS, &[ids::REACT_05, ids::REACT_07, ids::RES_01], Cost::FREE)
        .parameter(Parameter::new(&REACT, led_by(react, ways)))
        .parameter(above)
        .parameter(Parameter::new(&RESIST, led_by(resist, resists)))
}

/// Standing orders are given or taken back; those of which nothing is said stay.
pub fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let (react, above, resist) = in_force(battle, who);
    let resists = choice.value(RESIST.key, resist);
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
    let reacts = (choice.value(REACT.key, react), choice.value(ABOVE.key, above));
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

/// Looks another way, freely in one's own turn, where that counts. VIG-ATK-05.
pub fn face(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let words = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let names = ["North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"];
    let values = (0..8).map(|place: usize| ParameterValue::new(place as i32, words[place], names[place]));
    settings::facing_counts(battle).then(|| {
        let stuck = is_incapacitated(battle.combatant(who)).then(|| Refusal::new(ids::COND_06, "Cannot move"));
        Offer::new(&menu::FACE, &[ids::ATK_05], Cost::FREE)
            .parameter(Parameter::new(&TOWARDS, values.collect::<Vec<_>>()))
            .refused(stuck)
    })
}

/// Looks there.
pub fn turn_to(who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    let towards = Direction::ALL[choice.value("to", 0).clamp(0, 7) as usize];
    context.effect(Effect::Facing(who, Facing(towards)));
}
