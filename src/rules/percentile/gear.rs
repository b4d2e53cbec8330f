//! Drawing, sheathing, dropping, picking up, gripping and reloading. PCT-GEAR-01, PCT-RNG-06.

use super::{
    conditions::{ActionType, GRABBING, is_off_hand, spend},
    ids, menu, offers, reach,
    sheet::{Reload, arm},
    strikes,
};
use crate::{
    geometry::Square,
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
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let one = battle.combatant(who);
    let near =
        |square: Square| one.footprint().squares().any(|own| own == square || own.direction_to(square).is_some());
    let concerns = |item: &Item<'_>| match item.at {
        Location::Ground(square) => near(square),
        at => at.bearer() == Some(who),
    };
    battle.items().filter(concerns).flat_map(|item| offer(battle, who, item)).collect()
}

fn offer(battle: &Battle, who: CombatantId, item: Item<'_>) -> Vec<Offer> {
    let one = battle.combatant(who);
    let quick = || offers::quick(battle, who);
    let two_handed = arm(battle, item.id).hands == 2;
    let no_hand = (free_hands(one) == (false, false)).then(|| Refusal::new(ids::GEAR_01, "No free hand"));
    match item.at {
        Location::Stowed(by) if by == who => {
            vec![Offer::new(&menu::DRAW, &[ids::GEAR_01], menu::SMALL).with(item.id).refused(quick()).refused(no_hand)]
        }
        Location::Main(by) | Location::Off(by) | Location::Both(by) if by == who => {
            // PCT-MAN-06 has ways of its own for it.
            if super::catch::is_caught(battle, item.id) {
                return Vec::new();
            }
            let mut held = reload(battle, who, item);
            held.push(Offer::new(&menu::SHEATHE, &[ids::GEAR_01], menu::SMALL).with(item.id).refused(quick()));
            held.push(Offer::new(&menu::DROP, &[ids::TURN_02, ids::GEAR_01], Cost::FREE).with(item.id));
            held.extend(super::toss::offers(battle, who, item));
            if two_handed && matches!(item.at, Location::Both(_)) {
                let rules = &[ids::GEAR_01];
                held.push(Offer::new(&menu::LOOSEN, rules, Cost::FREE).with(item.id));
            } else if two_handed {
                let offer = Offer::new(&menu::GRIP, &[ids::GEAR_01], Cost::FREE);
                held.push(offer.with(item.id).refused(no_hand));
            }
            held
        }
        Location::Ground(_) => vec![
            Offer::new(&menu::TAKE, &[ids::TURN_05, ids::GEAR_01], menu::SMALL)
                .with(item.id)
                .refused(quick())
                .refused(no_hand),
        ],
        _ => Vec::new(),
    }
}

fn reload(battle: &Battle, who: CombatantId, item: Item<'_>) -> Vec<Offer> {
    let reload = arm(battle, item.id).uses.iter().map(|one| one.reload).find(|one| *one != Reload::PartOfAttack);
    let (cost, refusal, rules): (_, _, &[RuleId]) = match reload {
        _ if item.loaded => return Vec::new(),
        Some(Reload::Quick) => (menu::SMALL, offers::quick(battle, who), &[ids::RNG_06]),
        Some(Reload::Standard) => (menu::LARGE, offers::standard(battle, who), &[ids::RNG_06]),
        Some(Reload::Never | Reload::PartOfAttack) | None => return Vec::new(),
    };
    let hands = (!reach::is_in_use(battle, item.id)).then(|| Refusal::new(ids::GEAR_01, "Needs both hands"));
    vec![Offer::new(&menu::RELOAD, rules, cost).with(item.id).refused(refusal).refused(hands)]
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
    context.note(who, ids::GEAR_01, format!("{words} {}", thing.name));
    true
}
