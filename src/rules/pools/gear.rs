//! Small acts with things: drawn, put away, nocked, loaded, picked up, dropped, swallowed, flames beaten out. POO-TURN-09,
//! POO-MOVE-06, POO-AMMO.

use super::{
    arms::{Ready, arm},
    catalogue as ids,
    components::Component,
    conditions::{BURNING, SHOT, at_level},
    drugs, menu, movement, reach,
    sheet::{AP, HANDY, MOVED, sheet},
    step::TurnStep,
    vitality,
};
use crate::{
    dice::Throw,
    geometry::{Footprint, Square},
    rules::{AgendaItem, ground, hands, prelude::*},
};

/// The verbs of this chapter.
pub static VERBS: [&OfferKind; 8] =
    [&menu::DRAW, &menu::STOW, &menu::NOCK, &menu::LOAD, &menu::TAKE, &menu::DROP, &menu::DRINK, &menu::BEAT_OUT];

/// What a small act costs; as part of a movement action nothing, or the free movement action itself. POO-MOVE-06.
fn cost(battle: &Battle, who: CombatantId, while_moving: bool) -> Cost {
    let budgets = &battle.combatant(who).budgets;
    let can_move = movement::stuck(battle, who).is_none();
    match () {
        () if while_moving && budgets.get(HANDY) == 1 => Cost::FREE,
        () if while_moving && budgets.get(MOVED) == 0 && can_move => Cost::of(&menu::MOVEMENT, 1),
        () => Cost::of(&menu::AP, 1),
    }
}

fn pay(battle: &Battle, who: CombatantId, while_moving: bool, context: &mut StepContext<'_>) {
    let budgets = &battle.combatant(who).budgets;
    let cost = cost(battle, who, while_moving);
    if cost.is_free() {
        context.effect(Effect::Budget(who, HANDY, 0));
    } else if cost.count(crate::rules::Spending::Small) > 0 {
        context.effect(Effect::Budget(who, MOVED, 1));
    } else {
        context.effect(Effect::Budget(who, AP, budgets.get(AP) - 1));
        movement::close(battle, who, context);
    }
}

/// Whether loading it counts like nocking, POO-COMP-21.
fn loads_while_moving(battle: &Battle, who: CombatantId, item: ItemId) -> bool {
    match arm(battle, item).ready {
        Ready::Nock => true,
        Ready::Load => sheet(battle.combatant(who)).knows(Component::QuickLoad),
        Ready::Always => false,
    }
}

/// The offers of things and small acts.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let near = |square: Square| ground::distance(fighter.footprint(), Footprint::one(square)) <= 1;
    let left = fighter.budgets.get(AP);
    let of = |kind: &'static OfferKind, item: Item<'_>, while_moving: bool| {
        let cost = cost(battle, who, while_moving);
        let none = cost.count(crate::rules::Spending::Points) > 0 && left < 1;
        let refusal = none.then(|| Refusal::new(ids::TURN_09, "No AP left"));
        Offer::new(kind, &[ids::TURN_09, ids::MOVE_06], cost).with(item.id).refused(refusal)
    };
    let mut all = Vec::new();
    for item in battle.items_about(who, near) {
        let numbers = arm(battle, item.id);
        match item.at {
            Location::Stowed(_) if numbers.dose.is_some() => {
                all.push(of(&menu::DRINK, item, false).refused(drugs::refusal(battle, who, item.id)));
            }
            Location::Stowed(_) if numbers.hands > 0 => all.push(of(&menu::DRAW, item, true)),
            Location::Ground(_) => all.push(of(&menu::TAKE, item, false)),
            at if at.holder().is_some() => {
                if numbers.ready != Ready::Always && !item.loaded {
                    let kind = if numbers.ready == Ready::Nock { &menu::NOCK } else { &menu::LOAD };
                    let none = (item.count == Some(0)).then(|| Refusal::new(ids::AMMO_01, "No missile left"));
                    all.push(of(kind, item, loads_while_moving(battle, who, item.id)).refused(none));
                }
                all.push(of(&menu::STOW, item, true));
                all.push(Offer::new(&menu::DROP, &[ids::TURN_09], Cost::FREE).with(item.id));
            }
            _ => {}
        }
    }
    all.extend(beat_out(battle, who));
    all
}

/// Ends Burning on oneself or somebody beside one.
fn beat_out(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let team = battle.combatant(who).team;
    let burns = |one: &Combatant<'_>| {
        one.conditions.has(BURNING) && one.team == team && reach::is_adjacent(battle, who, one.id)
    };
    let all: Vec<Candidate> =
        battle.combatants().filter(burns).map(|one| Candidate { who: one.id, refusal: None }).collect();
    let none = (battle.combatant(who).budgets.get(AP) < 1).then(|| Refusal::new(ids::TURN_09, "No AP left"));
    let offer = || Offer::new(&menu::BEAT_OUT, &[ids::TURN_09, ids::COND_15], Cost::of(&menu::AP, 1));
    (!all.is_empty()).then(|| offer().at(Target::Combatant(all)).refused(none))
}

/// Does a small act.
///
/// # Errors
/// There is no such thing after all.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Answered {
    if choice.verb == menu::BEAT_OUT.verb {
        pay(battle, who, false, context);
        if let Some(on) = choice.on {
            vitality::clear(battle, on, BURNING, context);
            context.note(on, ids::COND_15, "burns no longer");
        }
        return Ok(());
    }
    let item = choice.item.ok_or_else(|| Refusal::new(ids::TURN_09, "No such thing"))?;
    let name = battle.item(item).name;
    match choice.verb {
        "drop" => vitality::drop_item(battle, item, battle.combatant(who).placement.anchor(), context),
        "stow" => {
            pay(battle, who, true, context);
            leave_hand(battle, item, context);
            context.effect(Effect::Move(item, Location::Stowed(who)));
        }
        "nock" | "load" => {
            pay(battle, who, loads_while_moving(battle, who, item), context);
            context.effect(Effect::Load(item, true));
        }
        "drink" => {
            pay(battle, who, false, context);
            drugs::swallow(battle, who, item, context);
        }
        verb => {
            pay(battle, who, verb == menu::DRAW.verb, context);
            take(battle, who, item, context);
        }
    }
    let words = match choice.verb {
        "drop" => "drops the",
        "stow" => "puts away the",
        "nock" | "load" => "readies the",
        "drink" => return Ok(()),
        _ => "takes in hand the",
    };
    context.note(who, ids::TURN_09, format_args!("{words} {name}"));
    Ok(())
}

/// What was conducted into a thing is gone when it leaves the hand, POO-CHG-05.
fn leave_hand(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    let stored = battle.item(item).condition.as_ref().and_then(super::conditions::stored);
    if stored.is_some_and(|stored| stored.conducted) {
        context.effect(Effect::Imbue(item, None));
    }
}

/// Takes a thing in hand; what is in the way is put away.
fn take(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let numbers = arm(battle, item);
    let held = battle.combatant(who).hands;
    let to = match numbers.hands {
        2 => Location::Both(who),
        _ if numbers.block > 0 || held.main.is_some() && held.off.is_none() => Location::Off(who),
        _ => Location::Main(who),
    };
    hands::take(battle, (who, item), to, context, |held, context| leave_hand(battle, held, context));
}

/// One more missile has been shot, POO-AMMO-02.
pub fn note_shot(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let same = |one: &&Condition| one.kind == SHOT && one.with == Some(item);
    let old = battle.combatant(who).conditions.0.iter().find(same).copied();
    let level = old.map_or(0, |one| one.level) + 1;
    let new = Condition { with: Some(item), ..at_level(SHOT, level, Until::Indefinite) };
    match old {
        Some(old) => context.effect(Effect::ReplaceCondition(who, old, Some(new))),
        None => context.effect(Effect::AddCondition(who, new)),
    }
}

/// After the fight those of the side that holds the field look for what they have shot, POO-AMMO-02.
pub fn after(battle: &Battle) -> Vec<AgendaItem> {
    let Some(Some(winner)) = battle.scene.over else { return Vec::new() };
    let shot = |one: &Combatant<'_>| one.team == winner && one.conditions.has(SHOT);
    battle.combatants().filter(shot).map(|one| AgendaItem::step(TurnStep::Recover(one.id))).collect()
}

/// Rolls for each missile shot, POO-AMMO-02.
pub fn recover(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let Some(shot) = battle.combatant(who).conditions.find(SHOT).copied() else { return };
    let count = shot.level.clamp(0, 60) as u8;
    let thrown = context.throw(Throw::Pool { count, first: 0 }, &|reading| reading.tens.into());
    let found = i16::from(thrown.tens);
    context.log(|| {
        let said = Roll::of(who, "Missile", ids::AMMO_02, &thrown.faces, found.into());
        Entry::Roll(said.saying(format!("{found} found")))
    });
    context.effect(Effect::ReplaceCondition(who, shot, None));
    if let Some(item) = shot.with
        && let Some(left) = battle.item(item).count
    {
        context.effect(Effect::Count(item, left + found.max(0) as u16));
    }
    let again = battle.combatant(who).conditions.0.iter().filter(|one| one.kind == SHOT).count() > 1;
    if again {
        context.step(TurnStep::Recover(who));
    }
}
