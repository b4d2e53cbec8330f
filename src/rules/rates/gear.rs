//! Items in hand, and weapons that must be recovered or reloaded. RAT-TURN-03, RAT-RATE-06, RAT-AIM-11.

use super::{
    arms::RECOVERY,
    catalogue as ids,
    conditions::{Limb, body, is_crippled},
    menu, reach,
    sheet::{Alertness, HANDLED, arm, sheet},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{hands, prelude::*},
};

/// Whether a weapon can attack and parry: in hand, recovered and loaded. RAT-RATE-03, RAT-INIT-09.
pub fn is_ready(battle: &Battle, item: ItemId) -> bool {
    let weapon = battle.item(item);
    let in_hand = weapon.at.holder().is_some() || matches!(weapon.at, Location::Natural(_));
    in_hand && weapon.loaded && weapon.numbers.get(RECOVERY) == 0
}

/// How many actions it takes until a weapon is ready again, RAT-RATE-03, RAT-RATE-06.
pub fn until_ready(item: &Item<'_>) -> u8 {
    let rounds = item.numbers.get(RECOVERY).clamp(0, u8::MAX.into()) as u8;
    rounds.max(u8::from(!item.loaded))
}

/// Sets how much reloading the missile weapons need that start unloaded: those of the flat-footed, and those that the
/// set-up marks as unloaded. RAT-TURN-03.
pub fn unload(battle: &Battle, fighter: Combatant<'_>, context: &mut StepContext<'_>) {
    let is_flat_footed = sheet(fighter).awareness == Alertness::FlatFooted && battle.scene.round <= 1;
    for item in battle.items_of(fighter.id) {
        let weapon = arm(battle, item.id);
        let is_unloaded = weapon.is_missile() && (is_flat_footed || !item.loaded);
        if is_unloaded && weapon.slow > 1 && item.numbers.get(RECOVERY) == 0 {
            context.effect(Effect::ItemNumber(item.id, RECOVERY, i16::from(weapon.slow) - 1));
        }
    }
}

/// Loads every unloaded weapon that has no reloading left to do. For one that takes no action to load, starting
/// unloaded matters for initiative alone. RAT-INIT-09, RAT-TURN-03.
pub fn load(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let open = battle.items_of(who).filter(|item| !item.loaded && item.numbers.get(RECOVERY) == 0);
    open.for_each(|item| context.effect(Effect::Load(item.id, true)));
}

/// Offers to draw, put away, pick up and drop items, and to recover and reload weapons. RAT-TURN-03, RAT-RATE-06.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let near = |square: Square| {
        let (from, to) = (body(battle, who), Footprint::one(square));
        from.contains(square) || reach::is_adjacent(battle, from, to)
    };
    // All changes of a turn together are one action.
    let cost = if battle.combatant(who).budgets.get(HANDLED) == 0 { menu::AN_ACTION } else { Cost::FREE };
    let offer = |kind: &'static OfferKind, item: &Item<'_>| Offer::new(kind, &[ids::TURN_03], cost).with(item.id);
    let mut all = Vec::new();
    for item in battle.items_about(who, near) {
        match item.at {
            Location::Stowed(_) => all.push(in_hand(battle, who, &item, offer(&menu::DRAW, &item))),
            Location::Ground(_) => all.push(in_hand(battle, who, &item, offer(&menu::PICK_UP, &item))),
            at if at.holder().is_some() => {
                all.extend(recover(&item, arm(battle, item.id).is_missile()));
                all.push(offer(&menu::STOW, &item));
                all.push(Offer::new(&menu::DROP, &[ids::TURN_03], Cost::FREE).with(item.id));
            }
            // In hand at all times, RAT-TURN-03.
            Location::Natural(_) => all.extend(recover(&item, arm(battle, item.id).is_missile())),
            _ => {}
        }
    }
    all
}

fn recover(item: &Item<'_>, is_missile: bool) -> Option<Offer> {
    let kind = if is_missile { &menu::RELOAD } else { &menu::RECOVER };
    let needs = item.numbers.get(RECOVERY) > 0;
    needs.then(|| Offer::new(kind, &[ids::RATE_06, ids::RATE_03], menu::AN_ACTION).with(item.id))
}

/// Adds the choice of hand where either can take the item, and refuses the offer where a crippled arm cannot hold it.
/// RAT-AIM-11.
fn in_hand(battle: &Battle, who: CombatantId, item: &Item<'_>, offer: Offer) -> Offer {
    let arm = arm(battle, item.id);
    let fighter = battle.combatant(who);
    let [no_main, no_off] = [Limb::RightArm, Limb::LeftArm].map(|limb| is_crippled(fighter, limb));
    let cannot = if arm.hands == 2 { no_main || no_off } else { no_main && no_off };
    let is_for_either = arm.hands == 1 && arm.shield.is_none() && !no_main && !no_off;
    let offer = offer.refused(cannot.then(|| Refusal::new(ids::AIM_11, "An arm is crippled")));
    if is_for_either { offer.parameter(Parameter::new(&menu::HAND, hands::either_hand())) } else { offer }
}

/// Carries out one of these choices; false if the choice is another. RAT-TURN-03, RAT-RATE-06.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let Some(item) = choice.item else { return false };
    let name = battle.item(item).name;
    match choice.verb {
        "recover" | "reload" => {
            menu::pay(who, context);
            let left = (battle.item(item).numbers.get(RECOVERY) - 1).max(0);
            context.effect(Effect::ItemNumber(item, RECOVERY, left));
            if left == 0 && !battle.item(item).loaded {
                context.effect(Effect::Load(item, true));
            }
            let words = if choice.verb == "reload" { "reloads" } else { "recovers" };
            let ready = if left == 0 { "ready again".into() } else { format!("{left} more to do") };
            context.note(who, ids::RATE_06, format_args!("{words} the {name}, {ready}"));
        }
        "drop" => {
            context.effect(Effect::Move(item, Location::Ground(battle.combatant(who).placement.anchor())));
            context.note(who, ids::TURN_03, format_args!("drops the {name}"));
        }
        "stow" => {
            spend_action(battle, who, context);
            context.effect(Effect::Move(item, Location::Stowed(who)));
            context.note(who, ids::TURN_03, format_args!("puts the {name} away"));
        }
        "draw" | "take" => {
            spend_action(battle, who, context);
            take(battle, who, item, choice.value("hand", 0) == 1, context);
            let words = if choice.verb == "take" { "picks up" } else { "draws" };
            context.note(who, ids::TURN_03, format_args!("{words} the {name}"));
        }
        _ => return false,
    }
    true
}

/// The first change in a turn costs the action; all others come with it.
fn spend_action(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).budgets.get(HANDLED) == 0 {
        menu::pay(who, context);
        context.effect(Effect::Budget(who, HANDLED, 1));
    }
}

/// Takes an item in hand; whatever is in the way is put away.
fn take(battle: &Battle, who: CombatantId, item: ItemId, in_off_hand: bool, context: &mut StepContext<'_>) {
    let (arm, fighter) = (arm(battle, item), battle.combatant(who));
    let crippled = |limb| is_crippled(fighter, limb);
    let is_off = arm.shield.is_some() && !crippled(Limb::LeftArm) || in_off_hand || crippled(Limb::RightArm);
    let to = match (arm.hands, is_off) {
        (2, _) => Location::Both(who),
        (_, true) => Location::Off(who),
        (_, false) => Location::Main(who),
    };
    hands::take(battle, (who, item), to, context, |_, _| {});
}
