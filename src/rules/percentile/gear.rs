//! Drawing, sheathing, dropping, picking up, gripping and reloading. PCT-GEAR-01, PCT-RNG-06.

use super::{
    catalogue as ids,
    conditions::{ActionType, GRABBING, is_off_hand, spend},
    menu, offers, reach,
    sheet::{Reload, arm},
    strikes, toss,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        Battle, Choice, Combatant, CombatantId, Cost, Effect, Item, ItemId, Location, Offer, Refusal, RuleId,
        StepContext,
    },
};

/// Whether the main and the off hand can take something up.
pub fn free_hands(one: Combatant<'_>) -> (bool, bool) {
    let busy = |off| one.conditions.find(GRABBING).is_some_and(|hold| is_off_hand(hold) == off);
    let free = |held: Option<ItemId>, off| held.is_none() && !busy(off) && !strikes::has_lost_hand(one, off);
    (free(one.hands.main, false), free(one.hands.off, true))
}

/// The offers about held, carried and dropped items.
pub fn offers(battle: &Battle, who: CombatantId, found: &mut Vec<Offer>) {
    let one = battle.combatant(who);
    let body = one.footprint();
    let near = |square: Square| {
        let (x, y) = body.gap(Footprint::one(square));
        x.max(y) <= 1
    };
    let comrades = toss::Comrades::of(battle, who);
    battle.items_about(who, near).for_each(|item| offer(battle, who, item, &comrades, found));
}

fn no_hand(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    let free = free_hands(battle.combatant(who));
    (free == (false, false)).then(|| Refusal::new(ids::GEAR_01, "No free hand"))
}

fn offer(battle: &Battle, who: CombatantId, item: Item<'_>, comrades: &toss::Comrades<'_>, found: &mut Vec<Offer>) {
    let quick = || offers::quick(battle, who);
    let two_handed = arm(battle, item.id).hands == 2;
    match item.at {
        Location::Stowed(_) => {
            let offer = Offer::new(&menu::DRAW, &[ids::GEAR_01], menu::SMALL).with(item.id);
            found.push(offer.refused(quick()).refused(no_hand(battle, who)));
        }
        // PCT-MAN-06 has ways of its own for what is caught.
        Location::Main(_) | Location::Off(_) | Location::Both(_) if !super::catch::is_caught(battle, item.id) => {
            found.extend(reload(battle, who, item));
            found.push(Offer::new(&menu::SHEATHE, &[ids::GEAR_01], menu::SMALL).with(item.id).refused(quick()));
            found.push(Offer::new(&menu::DROP, &[ids::TURN_02, ids::GEAR_01], Cost::FREE).with(item.id));
            toss::offers(battle, who, item, comrades, found);
            if two_handed && matches!(item.at, Location::Both(_)) {
                found.push(Offer::new(&menu::LOOSEN, &[ids::GEAR_01], Cost::FREE).with(item.id));
            } else if two_handed {
                let offer = Offer::new(&menu::GRIP, &[ids::GEAR_01], Cost::FREE);
                found.push(offer.with(item.id).refused(no_hand(battle, who)));
            }
        }
        Location::Ground(_) => {
            let offer = Offer::new(&menu::TAKE, &[ids::TURN_05, ids::GEAR_01], menu::SMALL).with(item.id);
            found.push(offer.refused(quick()).refused(no_hand(battle, who)));
        }
        _ => {}
    }
}

fn reload(battle: &Battle, who: CombatantId, item: Item<'_>) -> Option<Offer> {
    if item.loaded {
        return None;
    }
    let reload = arm(battle, item.id).uses.iter().map(|one| one.reload).find(|one| *one != Reload::PartOfAttack);
    let (cost, refusal, rules): (_, _, &[RuleId]) = match reload {
        Some(Reload::Quick) => (menu::SMALL, offers::quick(battle, who), &[ids::RNG_06]),
        Some(Reload::Standard) => (menu::LARGE, offers::standard(battle, who), &[ids::RNG_06]),
        Some(Reload::Never | Reload::PartOfAttack) | None => return None,
    };
    let hands = (!reach::is_in_use(battle, item.id)).then(|| Refusal::new(ids::GEAR_01, "Needs both hands"));
    Some(Offer::new(&menu::RELOAD, rules, cost).with(item.id).refused(refusal).refused(hands))
}

/// Resolves a choice; false if it is not one of these.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    let Some(item) = choice.item else { return false };
    let thing = battle.item(item);
    let one = battle.combatant(who);
    let words = match choice.verb {
        "draw" | "take" => {
            spend(battle, who, ActionType::Quick, context);
            let free = free_hands(one);
            let both = arm(battle, item).hands == 2 && free == (true, true);
            context.effect(Effect::Move(item, Location::in_hand(who, both, free.0)));
            if choice.verb == "draw" { "draws" } else { "picks up" }
        }
        "sheathe" => {
            spend(battle, who, ActionType::Quick, context);
            context.effect(Effect::Move(item, Location::Stowed(who)));
            "puts away"
        }
        "drop" => {
            context.effect(Effect::Move(item, Location::Ground(one.placement.anchor())));
            "drops"
        }
        "grip" => {
            context.effect(Effect::Move(item, Location::Both(who)));
            "takes in both hands"
        }
        "loosen" => {
            context.effect(Effect::Move(item, Location::Main(who)));
            "holds in one hand"
        }
        "reload" => {
            let standard = arm(battle, item).uses.iter().any(|one| one.reload == Reload::Standard);
            spend(battle, who, if standard { ActionType::Standard } else { ActionType::Quick }, context);
            context.effect(Effect::Load(item, true));
            "loads"
        }
        _ => return false,
    };
    context.note(who, ids::GEAR_01, format_args!("{words} {}", thing.name));
    true
}
