//! Small acts with items: drawn, put away, nocked, loaded, picked up, dropped, swallowed; and beating out flames.
//! POO-TURN-09, POO-MOVE-06, POO-AMMO.

use super::{
    arms::{Ready, WeaponGroup, arm},
    catalogue as ids, charges,
    components::Component,
    conditions::{BURNING, SHOT, held_by, is_alive},
    drugs, menu, movement, objects, reach,
    sheet::{AP, HANDY, MOVED, sheet},
    step::TurnStep,
    vitality,
};
use crate::{
    dice::Throw,
    geometry::{Footprint, Square},
    rules::{AgendaItem, ground, hands, nearest_first, prelude::*},
};

/// The verbs of this chapter.
pub static VERBS: [&OfferKind; 10] = [
    &menu::DRAW,
    &menu::STOW,
    &menu::NOCK,
    &menu::LOAD,
    &menu::TAKE,
    &menu::DROP,
    &menu::DRINK,
    &menu::BEAT_OUT,
    &menu::TAKE_UP,
    &menu::LIGHT,
];

/// The cost of some small acts together: one of them is free during a movement action, or uses up the free movement
/// action, if it can be done while moving. POO-TURN-09, POO-MOVE-06.
fn cost(battle: &Battle, who: CombatantId, (acts, while_moving): (u8, bool)) -> Cost {
    let budgets = &battle.combatant(who).budgets;
    let can_move = movement::stuck(battle, who).is_none();
    match () {
        () if while_moving && budgets.get(HANDY) == 1 => Cost::of(&menu::AP, acts - 1),
        () if while_moving && budgets.get(MOVED) == 0 && can_move => {
            Cost::of(&menu::MOVEMENT, 1).and(&menu::AP, acts - 1)
        }
        () => Cost::of(&menu::AP, acts),
    }
}

fn pay(battle: &Battle, who: CombatantId, (acts, while_moving): (u8, bool), context: &mut StepContext<'_>) {
    let budgets = &battle.combatant(who).budgets;
    let cost = cost(battle, who, (acts, while_moving));
    let points = cost.count(crate::rules::Spending::Points);
    if cost.count(crate::rules::Spending::Small) > 0 {
        context.effect(Effect::Budget(who, MOVED, 1));
    } else if points < acts {
        context.effect(Effect::Budget(who, HANDY, 0));
    }
    if points > 0 {
        context.effect(Effect::Budget(who, AP, budgets.get(AP) - i16::from(points)));
        movement::close(battle, who, context);
    }
}

/// How many small acts it takes to take an item in hand: whatever is in the way is put away first.
fn acts_to_take(battle: &Battle, who: CombatantId, item: ItemId) -> u8 {
    1 + hands::in_the_way(battle, who, hand_for(battle, who, item)).count() as u8
}

/// The hand that an item is taken in.
fn hand_for(battle: &Battle, who: CombatantId, item: ItemId) -> Location {
    let numbers = arm(battle, item);
    let held = battle.combatant(who).hands;
    match numbers.hands {
        2 => Location::Both(who),
        _ if numbers.block > 0 || held.main.is_some() && held.off.is_none() => Location::Off(who),
        _ => Location::Main(who),
    }
}

/// Why an item cannot be taken in hand: a hold on somebody takes a hand, POO-COND-11.
fn no_hand(battle: &Battle, who: CombatantId, item: ItemId) -> Option<Refusal> {
    let fighter = battle.combatant(who);
    let holds = held_by(fighter);
    if holds == 0 {
        return None;
    }
    let to = hand_for(battle, who, item);
    let put_away: Vec<ItemId> = hands::in_the_way(battle, who, to).collect();
    let needed = |item: ItemId| arm(battle, item).hands.max(1);
    let kept: u8 = fighter.hands.held().filter(|held| !put_away.contains(held)).map(needed).sum();
    (needed(item) + kept + holds > 2).then(|| Refusal::new(ids::COND_11, "Holds somebody"))
}

/// Whether loading an item counts like nocking an arrow, POO-COMP-21.
fn loads_while_moving(battle: &Battle, who: CombatantId, item: ItemId) -> bool {
    match arm(battle, item).ready {
        Ready::Nock => true,
        Ready::Load => sheet(battle.combatant(who)).knows(Component::QuickLoad),
        Ready::Always => false,
    }
}

/// Tells whether a square is one's own or beside it: a rider's own squares are the mount's. POO-TURN-09, POO-MOVE-09.
fn nearby(battle: &Battle, who: CombatantId) -> impl Fn(Square) -> bool + use<> {
    let body = reach::body(battle, who);
    move |square| ground::distance(body, Footprint::one(square)) <= 1
}

/// The offers of small acts.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let near = nearby(battle, who);
    let left = fighter.budgets.get(AP);
    let of = |kind: &'static OfferKind, item: Item<'_>, acts: (u8, bool)| {
        let cost = cost(battle, who, acts);
        let none = i16::from(cost.count(crate::rules::Spending::Points)) > left;
        let refusal = none.then(|| Refusal::new(ids::TURN_09, "No AP left"));
        Offer::new(kind, &[ids::TURN_09, ids::MOVE_06], cost).with(item.id).refused(refusal)
    };
    let swallow = |item: Item<'_>| of(&menu::DRINK, item, (1, false)).refused(drugs::refusal(battle, who, item.id));
    let mut all = Vec::new();
    for item in battle.items_about(who, near) {
        let numbers = arm(battle, item.id);
        match item.at {
            Location::Stowed(_) if numbers.dose.is_some() => all.push(swallow(item)),
            Location::Stowed(_) if numbers.hands > 0 => {
                let acts = acts_to_take(battle, who, item.id);
                all.push(of(&menu::DRAW, item, (acts, true)).refused(no_hand(battle, who, item.id)));
            }
            Location::Ground(_) => {
                // Nothing is picked up while moving, but what is in the way can be put away.
                let acts = acts_to_take(battle, who, item.id);
                all.push(of(&menu::TAKE, item, (acts, acts > 1)).refused(no_hand(battle, who, item.id)));
            }
            at if at.holder().is_some() => {
                if numbers.dose.is_some() {
                    all.push(swallow(item));
                }
                if numbers.ready != Ready::Always && !item.loaded {
                    let kind = if numbers.ready == Ready::Nock { &menu::NOCK } else { &menu::LOAD };
                    let none = (item.count == Some(0)).then(|| Refusal::new(ids::AMMO_01, "No missile left"));
                    all.push(of(kind, item, (1, loads_while_moving(battle, who, item.id))).refused(none));
                }
                all.push(of(&menu::STOW, item, (1, true)));
                all.push(Offer::new(&menu::DROP, &[ids::TURN_09], Cost::FREE).with(item.id));
            }
            _ => {}
        }
    }
    all.extend(take_up(battle, who));
    all.extend(beat_out(battle, who));
    all.extend(objects::offer(battle, who));
    all
}

/// Offers to take up a charged missile from one's own square or one beside it, for each weapon of its kind. POO-CHG-05.
fn take_up(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let near = nearby(battle, who);
    let lying = charges::lying(battle).filter(|(.., at)| near(*at));
    let lying = lying.filter_map(|(_, lies, at)| Some((arm(battle, lies.with?).ready, at)));
    let lying: Vec<(Ready, Square)> = lying.collect();
    if lying.is_empty() {
        return Vec::new();
    }
    let offer = |weapon: Item<'_>| {
        let kind = arm(battle, weapon.id).ready;
        let fitting = lying.iter().filter(|(ready, _)| *ready == kind);
        let squares: Vec<Square> = fitting.map(|(_, at)| *at).collect();
        let none = (battle.combatant(who).budgets.get(AP) < 1).then(|| Refusal::new(ids::TURN_09, "No AP left"));
        let full = weapon.condition.map(|_| Refusal::new(ids::CHG_01, "Another charge is next"));
        let offer = Offer::new(&menu::TAKE_UP, &[ids::CHG_05, ids::TURN_09], Cost::of(&menu::AP, 1)).with(weapon.id);
        let is_any = !squares.is_empty();
        is_any.then(|| offer.at(Target::Square(squares.into())).refused(none).refused(full))
    };
    let shoots = |item: &Item<'_>| arm(battle, item.id).is(WeaponGroup::Projectile);
    battle.items_of(who).filter(shoots).filter_map(offer).collect()
}

/// The offer to end Burning on oneself or somebody adjacent.
fn beat_out(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let team = battle.combatant(who).team;
    let burns = |fighter: &Combatant<'_>| {
        is_alive(*fighter) && fighter.conditions.has(BURNING) && reach::is_adjacent(battle, who, fighter.id)
    };
    let burning = battle.combatants().filter(burns);
    let all = nearest_first(battle, who, burning, |fighter| fighter.team != team, |_| None);
    let none = (battle.combatant(who).budgets.get(AP) < 1).then(|| Refusal::new(ids::TURN_09, "No AP left"));
    let offer = || Offer::new(&menu::BEAT_OUT, &[ids::TURN_09, ids::COND_15], Cost::of(&menu::AP, 1));
    (!all.is_empty()).then(|| offer().at(Target::Combatant(all)).refused(none))
}

/// Does a small act.
///
/// # Errors
/// There is no such item after all.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    if choice.verb == menu::BEAT_OUT.verb {
        pay(battle, who, (1, false), context);
        if let Some(on) = choice.on {
            context.clear(battle, on, &[BURNING]);
            context.note(on, ids::COND_15, "burns no longer");
        }
        return Ok(());
    }
    if choice.verb == menu::LIGHT.verb {
        pay(battle, who, (1, false), context);
        objects::light(battle, who, choice, context);
        return Ok(());
    }
    let item = choice.item.ok_or_else(|| Refusal::new(ids::TURN_09, "No such thing"))?;
    let name = battle.item(item).name;
    match choice.verb {
        "drop" => vitality::drop_item(battle, item, battle.combatant(who).placement.anchor(), context),
        "stow" => {
            pay(battle, who, (1, true), context);
            vitality::leave_hand(battle, item, context);
            context.effect(Effect::Move(item, Location::Stowed(who)));
        }
        "nock" | "load" => {
            pay(battle, who, (1, loads_while_moving(battle, who, item)), context);
            context.effect(Effect::Load(item, true));
        }
        "drink" => {
            pay(battle, who, (1, false), context);
            drugs::swallow(battle, who, item, context);
        }
        "take-up" => {
            pay(battle, who, (1, false), context);
            if let Some(at) = choice.squares.first() {
                charges::take_up(battle, item, *at, context);
            }
        }
        verb => {
            let acts = acts_to_take(battle, who, item);
            pay(battle, who, (acts, acts > 1 || verb == menu::DRAW.verb), context);
            take(battle, who, item, context);
        }
    }
    let words = match choice.verb {
        "drop" => "drops the",
        "stow" => "puts away the",
        "nock" | "load" => "readies the",
        "drink" => return Ok(()),
        "take-up" => "takes up a charged missile for the",
        _ => "takes in hand the",
    };
    context.note(who, ids::TURN_09, format_args!("{words} {name}"));
    Ok(())
}

/// Takes an item in hand; whatever is in the way is put away.
fn take(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let to = hand_for(battle, who, item);
    hands::take(battle, (who, item), to, context, |held, context| vitality::leave_hand(battle, held, context));
}

/// Counts one more missile shot, POO-AMMO-02.
pub fn note_shot(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    charges::count_shot(battle, who, item, |shots, caught| (shots + 1, caught), context);
}

/// After the fight the side that holds the field looks for the missiles it has shot, POO-AMMO-02.
pub fn after(battle: &Battle) -> Vec<AgendaItem> {
    let Some(Some(winner)) = battle.scene.over else { return Vec::new() };
    let shot = |fighter: &Combatant<'_>| fighter.team == winner && fighter.conditions.has(SHOT);
    battle.combatants().filter(shot).map(|fighter| AgendaItem::step(TurnStep::Recover(fighter.id))).collect()
}

/// Rolls for each missile shot, POO-AMMO-02.
pub fn recover(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let Some(shot) = battle.combatant(who).conditions.find(SHOT).copied() else { return };
    // Caught missiles are not lost.
    let caught = charges::caught(&shot);
    let count = (shot.level - i16::from(caught)).clamp(0, 60) as u8;
    let mut found = i16::from(caught);
    if count > 0 {
        let thrown = context.throw(Throw::Pool { count, first: 0 }, &|reading| reading.tens.into());
        found += i16::from(thrown.tens);
        context.log(|| {
            let said = Roll::of(who, "Missile", ids::AMMO_02, &thrown.faces, thrown.tens.into()).each_from(10);
            Entry::Roll(said.saying(format!("{} found", thrown.tens)))
        });
    }
    context.effect(Effect::replaced(who, shot, None));
    if let Some(item) = shot.with
        && let Some(left) = battle.item(item).count
    {
        context.effect(Effect::Count(item, left + found.max(0) as u16));
    }
    let again = battle.combatant(who).conditions.0.iter().filter(|condition| condition.kind == SHOT).count() > 1;
    if again {
        context.step(TurnStep::Recover(who));
    }
}
