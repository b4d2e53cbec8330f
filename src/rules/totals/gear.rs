//! Drawing, sheathing, picking up, nocking, loading and dropping. TOT-MOVE-05, TOT-TURN-02.

use super::{
    arms::Class,
    catalogue as ids,
    conditions::{SHOT, broke, lasting, pay},
    drugs, menu, movement, pool, reach, settings,
    sheet::{Component, HANDLED, MOVED, arm},
    step::{Blow, Manner, TurnStep},
    stored,
};
use crate::rules::{
    AgendaItem, Battle, Choice, Combatant, CombatantId, Condition, Cost, Effect, Entry, Item, ItemId, Location, Offer,
    Refusal, Roll, RuleId, Status, StepContext, counted,
};

/// Whether the main and the off hand are free. A hold takes none, TOT-COMP-06.
pub fn free_hands(fighter: Combatant<'_>) -> (bool, bool) {
    (fighter.hands.main.is_none(), fighter.hands.off.is_none())
}

/// Whether there is a free hand at all.
pub fn has_free_hand(fighter: Combatant<'_>) -> bool {
    let (main, off) = free_hands(fighter);
    main || off
}

/// Whether an item is held in the hands that its use needs.
pub fn is_ready(battle: &Battle, item: ItemId) -> bool {
    let object = battle.item(item);
    match object.at {
        Location::Both(_) => true,
        Location::Main(_) | Location::Off(_) => arm(battle, item).hands < 2,
        Location::Natural(who) => has_free_hand(battle.combatant(who)),
        _ => false,
    }
}

/// Whether an item action is free now: no hold bars movement actions, and the automatic one can still begin or the one
/// under way has had no item action yet.
fn is_free(battle: &Battle, who: CombatantId) -> bool {
    let fresh = battle.combatant(who).budgets.get(MOVED) == 0;
    let open = movement::is_moving(battle, who) && !movement::has_had(battle, who, movement::ITEM);
    (fresh || open) && movement::bound(battle.combatant(who)).is_none()
}

fn cost(battle: &Battle, who: CombatantId) -> Cost {
    if is_free(battle, who) { Cost::FREE } else { menu::ap(1) }
}

fn unpaid(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    broke(battle, who).filter(|_| !is_free(battle, who))
}

/// Whether an item action that is not free stands by itself instead of beginning a movement action.
fn stands_alone(battle: &Battle, who: CombatantId) -> bool {
    movement::has_squares_left(battle, who) || movement::bound(battle.combatant(who)).is_some()
}

/// Pays for an item action. It is part of a movement action, even one of 0 squares: of the one under way, or of a new
/// one that begins with it and keeps its squares. By itself it costs 1 AP, if the action under way has had its item
/// action and still has squares, which a new one would forfeit, or if the combatant cannot move.
fn spend(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let is_free = is_free(battle, who);
    if !is_free && stands_alone(battle, who) {
        return pay(battle, who, 1, context);
    }
    if is_free && movement::is_moving(battle, who) {
        return movement::note_had(battle, who, movement::ITEM, context);
    }
    movement::begin_action(battle, who, context);
    // The new action has had only its item action, whatever the one before has had.
    context.effect(Effect::Budget(who, HANDLED, movement::ITEM));
}

/// The offers for items held, carried, or lying in the combatant's squares.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let body = reach::body(battle, who);
    battle.items_about(who, |square| body.contains(square)).flat_map(|item| offer(battle, who, item)).collect()
}

fn offer(battle: &Battle, who: CombatantId, item: Item<'_>) -> Vec<Offer> {
    const RULES: &[RuleId] = &[ids::MOVE_05, ids::TURN_02];
    let needed = arm(battle, item.id).hands;
    let hands = free_hands(battle.combatant(who));
    let full = if needed == 2 { hands != (true, true) } else { hands == (false, false) };
    let no_hand =
        || full.then(|| Refusal::new(ids::TURN_02, if needed == 2 { "Needs both hands" } else { "No free hand" }));
    let handle = |kind| {
        let offer = Offer::new(kind, RULES, cost(battle, who)).with(item.id);
        offer.refused(unpaid(battle, who))
    };
    let mut offers = match item.at {
        Location::Stowed(_) => vec![handle(&menu::DRAW).refused(no_hand())],
        Location::Ground(_) => vec![handle(&menu::TAKE).refused(no_hand())],
        Location::Main(_) | Location::Off(_) | Location::Both(_) => {
            let mut held: Vec<Offer> = load(battle, who, item).into_iter().collect();
            held.push(handle(&menu::SHEATHE));
            held.push(Offer::new(&menu::DROP, &[ids::TURN_02], Cost::FREE).with(item.id));
            held
        }
        Location::Natural(_) | Location::Gone => Vec::new(),
    };
    offers.extend(drugs::offer(battle, who, item));
    offers
}

/// Nocking an arrow is an item action; loading a crossbow is one only with Quick Load. TOT-TURN-02, TOT-COMP-05.
fn load(battle: &Battle, who: CombatantId, item: Item<'_>) -> Option<Offer> {
    if item.loaded {
        return None;
    }
    let empty = (item.count == Some(0)).then(|| Refusal::new(ids::AMMO_01, "No ammunition left"));
    let class = arm(battle, item.id).class;
    let offer = match class {
        Some(Class::Bow) => {
            Offer::new(&menu::NOCK, &[ids::MOVE_05, ids::TURN_02], cost(battle, who)).refused(unpaid(battle, who))
        }
        Some(Class::Crossbow) => {
            let quick = loads_quickly(battle, who);
            let cost = if quick { cost(battle, who) } else { menu::ap(1) };
            let refusal = if quick { unpaid(battle, who) } else { broke(battle, who) };
            Offer::new(&menu::LOAD, &[ids::TURN_02, ids::COMP_05], cost).refused(refusal)
        }
        _ => return None,
    };
    Some(offer.with(item.id).refused(empty))
}

/// Whether loading a crossbow can be the item action of the movement action under way or of a new one.
fn loads_quickly(battle: &Battle, who: CombatantId) -> bool {
    drugs::knows(battle, who, Component::QuickLoad) && (is_free(battle, who) || !stands_alone(battle, who))
}

/// Carries out a choice; false if it is not about gear.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let Some(item) = choice.item else { return false };
    let object = battle.item(item);
    let words = match choice.verb {
        "draw" | "take" => {
            spend(battle, who, context);
            let (both, free) = (arm(battle, item).hands == 2, free_hands(battle.combatant(who)));
            context.effect(Effect::Move(item, Location::in_hand(who, both, free.0)));
            if choice.verb == "draw" { "draws" } else { "picks up" }
        }
        "sheathe" => {
            spend(battle, who, context);
            stored::let_go(battle, item, context);
            context.effect(Effect::Move(item, Location::Stowed(who)));
            "puts away"
        }
        "drop" => {
            stored::let_go(battle, item, context);
            context.effect(Effect::Move(item, Location::Ground(battle.combatant(who).placement.anchor())));
            "drops"
        }
        "nock" => {
            spend(battle, who, context);
            context.effect(Effect::Load(item, true));
            "nocks"
        }
        "load" => {
            if loads_quickly(battle, who) {
                spend(battle, who, context);
            } else {
                movement::end_action(battle, who, context);
                pay(battle, who, 1, context);
            }
            context.effect(Effect::Load(item, true));
            "loads"
        }
        "drink" => return drugs::drink(battle, who, item, context),
        _ => return false,
    };
    context.note(who, ids::TURN_02, format_args!("{words} {}", object.name));
    true
}

/// The count of pieces shot from a weapon: all of them or, with `whom`, those that have hit that combatant.
pub fn shot(battle: &Battle, by: CombatantId, item: ItemId, whom: Option<CombatantId>) -> Option<&Condition> {
    let is_meant = |shot: &&Condition| shot.kind == SHOT && shot.with == Some(item) && shot.whom == whom;
    battle.combatant(by).conditions.0.iter().find(is_meant)
}

/// Counts one more piece shot or, with `whom`, one more that has hit that combatant.
pub fn count_shot(
    battle: &Battle,
    by: CombatantId,
    item: ItemId,
    whom: Option<CombatantId>,
    context: &mut StepContext<'_>,
) {
    let before = shot(battle, by, item, whom);
    let level = before.map_or(0, |before| before.level) + 1;
    let now = Condition { level, with: Some(item), whom, ..lasting(SHOT) };
    context.effect(before.map_or(Effect::AddCondition(by, now), |before| Effect::replaced(by, *before, Some(now))));
}

/// A missile that hits stays with its target, wherever that goes, TOT-AMMO-02.
pub fn lodge(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let missile = blow.item.filter(|item| blow.manner == Manner::Shoot && shot(battle, blow.by, *item, None).is_some());
    if let Some(item) = missile {
        count_shot(battle, blow.by, item, Some(blow.on), context);
    }
}

/// One recovery step for each weapon that has been shot, if its owner or an ally is conscious.
pub fn after(battle: &Battle) -> Vec<AgendaItem> {
    let conscious = |who: CombatantId| {
        let team = battle.combatant(who).team;
        battle.combatants().any(|fighter| fighter.team == team && fighter.fights())
    };
    let archers = battle.combatants().filter(|fighter| conscious(fighter.id));
    archers
        .flat_map(|fighter| {
            let all = fighter.conditions.0.iter().filter(|shot| shot.kind == SHOT && shot.whom.is_none());
            all.map(move |shot| (fighter.id, shot.with))
        })
        .filter_map(|(who, with)| Some(AgendaItem::step(TurnStep::Recover(who, with?))))
        .collect()
}

/// Recovers ammunition: each piece on a 10 or, by the setting, a tenth of them, half a piece rounded up. Pieces in
/// combatants that have left are lost.
pub fn recover(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let shots =
        || battle.combatant(who).conditions.0.iter().filter(|shot| shot.kind == SHOT && shot.with == Some(item));
    let has_left = |whom: CombatantId| battle.combatant(whom).status == Status::Fled;
    let lost: i16 = shots().filter(|shot| shot.whom.is_some_and(has_left)).map(|shot| shot.level).sum();
    let all: i16 = shots().filter(|shot| shot.whom.is_none()).map(|shot| shot.level).sum();
    shots().for_each(|shot| context.effect(Effect::replaced(who, *shot, None)));
    if lost > 0 {
        context.note(
            who,
            ids::AMMO_02,
            format_args!("loses {} that hit somebody who has left", counted(lost, "piece")),
        );
    }
    if all > lost {
        look_for(battle, (who, item), (all - lost).min(200) as u8, context);
    }
}

fn look_for(battle: &Battle, (who, item): (CombatantId, ItemId), pieces: u8, context: &mut StepContext<'_>) {
    let found = if settings::finds_a_tenth(battle) {
        u16::from((pieces + 5) / 10)
    } else {
        let thrown = context.throw_apart(pool::dice(pieces));
        let found = thrown.faces.iter().filter(|face| face.shows == 10).count() as u16;
        let roll = || Roll::new(who, "Ammunition found", ids::AMMO_02, &thrown);
        context.log(|| Entry::Roll(Roll { value: found.into(), ..roll() }));
        found
    };
    if found > 0 {
        context.effect(Effect::Count(item, battle.item(item).count.unwrap_or(0) + found));
    }
    context.note(who, ids::AMMO_02, format_args!("finds {found} of {} again", counted(pieces, "piece")));
}
