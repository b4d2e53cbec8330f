//! Reactions: attacks of opportunity and readied actions. PCT-REA.

use serde::{Deserialize, Serialize};

use super::{
    attack, catalogue as ids, charge,
    conditions::{Detail, FULL_DEFENCE, READIED, Trigger, detail, has_reaction, spend_reaction},
    cover, menu, movement, reach,
    sheet::{Kind, arm},
    step::{AttackStep, Event, Exchange, Manner, Prompt, prompt, step},
};
use crate::{
    geometry::Footprint,
    rules::{
        Battle, Choice, Claim, CombatantId, Condition, Cost, Effect, ItemId, Offer, Opportunity, Posture, RuleId,
        StandingOrder, StepContext, Until, claims,
    },
};

/// A step that lets others react. PCT-REA.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReactionStep {
    /// Asks a combatant about an event, if a reaction is still legal.
    React(CombatantId, Event),
    /// Lets everybody who may react to an event do so, in initiative order.
    Call(Event),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &ReactionStep, context: &mut StepContext<'_>) {
    match step {
        ReactionStep::React(who, event) => offer(battle, *who, *event, context),
        ReactionStep::Call(event) => call(battle, *event, context),
    }
}

/// The triggers of a readied action, PCT-REA-05, numbered as there from 1: word, label, rule text.
pub const TRIGGERS: [(&str, &str); 8] = [
    ("enters", "enters a square I threaten"),
    ("near", "comes near"),
    ("leaves", "starts a step out of a square I threaten"),
    ("appears", "becomes attackable"),
    ("attacks", "attacks"),
    ("stands", "stands up"),
    ("attacked", "has been attacked by an ally"),
    ("ends", "ends its turn"),
];

/// The trigger with a number of [`TRIGGERS`], counted from 1: with the metres for one, and the ally for others.
pub const fn trigger(number: i32, near: u8, ward: CombatantId) -> Trigger {
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

/// The label of a trigger.
const fn label(trigger: Trigger) -> &'static str {
    let place = match trigger {
        Trigger::Enters => 0,
        Trigger::Near(_) => 1,
        Trigger::Leaves => 2,
        Trigger::Appears => 3,
        Trigger::Attacks(_) => 4,
        Trigger::Stands => 5,
        Trigger::Attacked(_) => 6,
        Trigger::Ends => 7,
    };
    TRIGGERS[place].1
}

/// The trigger of a readied action, and which use of the weapon it is.
const fn readying(condition: &Condition) -> Option<(Trigger, u8)> {
    match detail(condition) {
        Some(Detail::Readied { trigger, usage }) => Some((trigger, usage)),
        _ => None,
    }
}

/// Whether anybody has readied something; only then are events announced.
pub fn anybody_readied(battle: &Battle) -> bool {
    battle.combatants().any(|one| one.conditions.has(READIED))
}

/// The readied action in words.
pub fn readied_words(battle: &Battle, condition: &Condition) -> String {
    let act = condition.with.map_or_else(|| "full defence".into(), |item| battle.item(item).name.to_string());
    let foe = condition.whom.map_or("an enemy".into(), |who| battle.combatant(who).identity.name.to_string());
    let Some((trigger, _)) = readying(condition) else { return act };
    let name = |who: CombatantId| &battle.combatant(who).identity.name;
    match trigger {
        Trigger::Near(metres) => format!("{act} when {foe} {}: {metres} m", label(trigger)),
        Trigger::Attacks(ward) => format!("{act} when {foe} {} {}", label(trigger), name(ward)),
        Trigger::Attacked(ward) => format!("{act} when {foe} has been attacked by {}", name(ward)),
        _ => format!("{act} when {foe} {}", label(trigger)),
    }
}

/// Whether somebody may react to an enemy's action.
pub fn reacts(battle: &Battle, who: CombatantId, event: Event) -> bool {
    battle.combatant(who).team != battle.combatant(event.whose()).team && may_react(battle, who, event)
}

/// Whether `who` can react to an event.
pub fn may_react(battle: &Battle, who: CombatantId, event: Event) -> bool {
    battle.combatant(who).fights()
        && has_reaction(battle, who)
        && (may_strike(battle, who, event) || meets(battle, who, event) || readied(battle, who, event).is_some())
}

/// Whether the event is a charge into a braced weapon, PCT-CHA-04.
fn meets(battle: &Battle, who: CombatantId, event: Event) -> bool {
    let Event::Charges(charger, _) = event else { return false };
    !charge::has_met(battle, who, charger) && charge::met(battle, who, charger).is_some()
}

/// Whether the event is a step that provokes `who`, PCT-REA-02.
fn may_strike(battle: &Battle, who: CombatantId, event: Event) -> bool {
    let Event::Leaves(mover, to) = event else { return false };
    if !reach::threatens(battle, who, mover) {
        return false;
    }
    let Some(range) = reach::threat_range(battle, who) else { return false };
    let from = battle.combatant(mover).placement.anchor();
    movement::provokes(battle, mover, &movement::Watcher { who, range }, from, to)
}

/// The readied action of `who` if the event triggers it and it is legal now, PCT-REA-04, PCT-REA-05.
pub fn readied(battle: &Battle, who: CombatantId, event: Event) -> Option<Condition> {
    let condition = *battle.combatant(who).conditions.find(READIED)?;
    let foe = event.whose();
    let named = condition.whom.is_none_or(|whom| whom == foe);
    let knows = battle.combatant(who).aware.of(foe);
    (named && knows && triggers(battle, who, &condition, event) && is_legal(battle, who, foe, &condition))
        .then_some(condition)
}

fn triggers(battle: &Battle, who: CombatantId, condition: &Condition, event: Event) -> bool {
    let one = battle.combatant(who);
    let Some((trigger, _)) = readying(condition) else { return false };
    match (trigger, event) {
        (Trigger::Enters, Event::Arrives(foe, _)) | (Trigger::Leaves, Event::Leaves(foe, _) | Event::Slips(foe, _)) => {
            reach::threatens(battle, who, foe)
        }
        (Trigger::Near(near), Event::Arrives(foe, left)) => {
            let near = u16::from(near);
            let body = battle.combatant(foe).placement;
            let metres = |body: Footprint| reach::distance(one.footprint(), body);
            metres(body.0) <= near && metres(body.at(left).0) > near
        }
        (Trigger::Appears, Event::Arrives(foe, left)) => {
            let (body, posture) = (battle.combatant(foe).placement, battle.combatant(foe).posture);
            attackable(battle, who, foe, body.0, posture) && !attackable(battle, who, foe, body.at(left).0, posture)
        }
        (Trigger::Appears, Event::Stands(foe)) => {
            let body = battle.combatant(foe).footprint();
            attackable(battle, who, foe, body, Posture::Standing) && !attackable(battle, who, foe, body, Posture::Prone)
        }
        (Trigger::Attacks(ward), Event::Attacks(_, on)) => on == ward,
        (Trigger::Attacked(ward), Event::Attacked(_, by)) => by == ward,
        (Trigger::Stands, Event::Stands(_)) | (Trigger::Ends, Event::EndsTurn(_)) => true,
        _ => false,
    }
}

/// Whether `who` would see `foe` with such a body, and not behind total cover, PCT-REA-05 (4).
fn attackable(battle: &Battle, who: CombatantId, foe: CombatantId, body: Footprint, posture: Posture) -> bool {
    let one = battle.combatant(who);
    !cover::is_blind(battle, who)
        && cover::is_in_view_at(battle, one.footprint(), one.posture, body, posture, &[who, foe])
}

fn is_legal(battle: &Battle, who: CombatantId, foe: CombatantId, condition: &Condition) -> bool {
    let Some(item) = condition.with else { return true };
    let usage = readying(condition).map_or(0, |(_, usage)| usage);
    let Some(of) = arm(battle, item).uses.get(usize::from(usage)) else { return false };
    battle.item(item).at.bearer() == Some(who)
        && battle.combatant(foe).fights()
        && attack::refusal(battle, who, foe, item, of).is_none()
}

/// Asks a combatant about an event, if reacting is still legal.
pub fn offer(battle: &Battle, who: CombatantId, event: Event, context: &mut StepContext<'_>) {
    if battle.combatant(event.whose()).fights() && may_react(battle, who, event) {
        if let Event::Charges(charger, _) = event {
            charge::note_met(who, charger, context);
        }
        context.then(prompt(who, Prompt::React(event)));
    }
}

/// Reactions, for standing orders.
pub const REACTION: Claim = Claim(0);

/// The offer of standing orders for reactions, which may be declined each time, PCT-REA-03.
pub fn orders_offer() -> Offer {
    Offer::new(&menu::ORDERS, &[ids::REA_03, ids::REA_05], Cost::FREE).parameter(claims::parameter())
}

/// Standing orders for reactions are given or taken back.
pub fn give_orders(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    claims::order(battle, (who, REACTION), StandingOrder::of_choice(choice), (ids::REA_03, "reactions"), context);
}

/// Whoever readies or braces wants to be asked, whatever was ordered before, PCT-REA-04, PCT-CHA-04.
pub fn ask_again(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    claims::order(battle, (who, REACTION), StandingOrder::Always, (ids::REA_04, "reactions"), context);
}

/// When somebody is asked about reactions, in words; `None` if that is every time.
pub fn orders_words(battle: &Battle, who: CombatantId) -> Option<&'static str> {
    let order = battle.combatant(who).orders.of(REACTION);
    (order != StandingOrder::Always).then(|| order.words())
}

/// Those who want to be asked about reactions to what somebody does, in initiative order, PCT-REA-03, PCT-REA-05.
pub fn claimants(battle: &Battle, by: CombatantId) -> impl Iterator<Item = CombatantId> + '_ {
    Opportunity { claim: REACTION, by }.claimants(battle, |_| true)
}

/// Puts those who may react to an event on the agenda, in initiative order, PCT-REA-05; a charge is an arrival too.
pub fn call(battle: &Battle, event: Event, context: &mut StepContext<'_>) {
    let arrival = if let Event::Charges(who, from) = event { Some(Event::Arrives(who, from)) } else { None };
    for who in claimants(battle, event.whose()) {
        for event in arrival.into_iter().chain([event]).filter(|event| reacts(battle, who, *event)) {
            context.then(step(ReactionStep::React(who, event)));
        }
    }
}

/// The melee attacks that `who` may make on a mover, PCT-REA-03.
pub fn opportunities(battle: &Battle, who: CombatantId, event: Event) -> Vec<(ItemId, u8)> {
    if let Event::Charges(charger, _) = event {
        return charge::met(battle, who, charger).into_iter().collect();
    }
    if !may_strike(battle, who, event) {
        return Vec::new();
    }
    reach::ready(battle, who)
        .filter(|ready| ready.of.is_melee() && !ready.of.is_light())
        .filter(|ready| attack::refusal(battle, who, event.whose(), ready.item, ready.of).is_none())
        .map(|ready| (ready.item, ready.usage))
        .collect()
}

/// Strikes as a reaction.
pub fn strike(
    battle: &Battle,
    who: CombatantId,
    (on, manner, braced): (CombatantId, Manner, bool),
    (item, usage): (ItemId, u8),
    ignore: bool,
    context: &mut StepContext<'_>,
) {
    spend_reaction(battle, who, context);
    let mut exchange = Exchange { reaction: true, manner, braced, ..Exchange::new(who, on, item, usage) };
    if ignore {
        super::luck::spend_ignore(battle, who, &mut exchange.luck, context);
    }
    context.then(step(AttackStep::Declare(exchange)));
}

/// The weapon of a readied attack, and which use of it.
pub fn readied_weapon(condition: &Condition) -> Option<(ItemId, u8)> {
    Some((condition.with?, readying(condition)?.1))
}

/// Carries out a readied action, PCT-REA-04.
pub fn act(
    battle: &Battle,
    who: CombatantId,
    event: Event,
    condition: &Condition,
    (manner, ignore): (Manner, bool),
    context: &mut StepContext<'_>,
) {
    context.effect(Effect::ReplaceCondition(who, *condition, None));
    if let Some(weapon) = readied_weapon(condition) {
        strike(battle, who, (event.whose(), manner, false), weapon, ignore, context);
    } else {
        spend_reaction(battle, who, context);
        context.effect(Effect::AddCondition(who, Condition::new(FULL_DEFENCE, Until::TurnStart)));
        context.note(who, ids::DEF_06, "goes on full defence");
    }
}

/// The rules a reaction to this event follows.
pub const fn rules(event: Event) -> &'static [RuleId] {
    match event {
        Event::Leaves(..) => &[ids::REA_03],
        Event::Charges(..) => &[ids::CHA_04],
        _ => &[ids::REA_04],
    }
}

/// Whether any use of an item strikes in melee: for the readied menu.
pub fn is_melee_weapon(battle: &Battle, item: ItemId) -> bool {
    arm(battle, item).uses.iter().any(|one| one.kind == Kind::Melee)
}
