//! Drawing, putting away and picking up weapons. VIG-ACT-04.

use super::{
    arms::Arm,
    catalogue as ids,
    conditions::cannot_move,
    cover::is_adjacent,
    menu::{self, Price},
    sheet::arm,
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        Answered, Battle, Choice, CombatantId, Effect, Item, Location, Offer, Parameter, Refusal, StepContext, hands,
    },
};

/// Offers to draw, put away and pick up items, those on the ground in one's own or an adjacent square: changing what is
/// held counts as Use Item. VIG-ACT-04, VIG-REACH-01.
pub fn gear(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let stuck = cannot_move(fighter);
    let near = |square: Square| {
        fighter.footprint().contains(square) || is_adjacent(battle, fighter.footprint(), Footprint::one(square))
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
        draws.then(|| if either { offer.parameter(Parameter::new(&menu::HAND, hands::either_hand())) } else { offer })
    };
    battle.items_about(who, near).filter_map(offer).collect()
}

/// Whether an item can be held in either hand: one-handed weapons can. VIG-ATK-07.
fn has_either_hand(arm: &Arm) -> bool {
    arm.hands == 1 && arm.shield.is_none() && !arm.harmless
}

/// Takes an item in hand or puts it away; items in the way are put away too.
///
/// # Errors
/// The rule that forbids it.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    price: Price,
    context: &mut StepContext<'_>,
) -> Answered {
    let item = choice.item.ok_or_else(|| Refusal::new(ids::ACT_04, "No such thing"))?;
    price.pay(battle, who, 1, 0, context);
    if choice.verb == menu::STOW.verb {
        context.note(who, ids::ACT_04, format_args!("puts the {} away", battle.item(item).name));
        context.effect(Effect::Move(item, Location::Stowed(who)));
        return Ok(());
    }
    let arm = arm(battle, item);
    let to = match arm.hands {
        2 => Location::Both(who),
        _ if arm.shield.is_some() || choice.value("hand", 0) == 1 => Location::Off(who),
        _ => Location::Main(who),
    };
    let hand = if matches!(to, Location::Off(_)) { "the off hand" } else { "hand" };
    context.note(who, ids::ACT_04, format_args!("takes the {} in {hand}", battle.item(item).name));
    hands::take(battle, (who, item), to, context, |_, _| {});
    Ok(())
}
