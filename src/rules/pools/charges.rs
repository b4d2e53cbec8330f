//! Energy stored in bare hands, weapons and missiles. POO-CHG.

use super::{
    act::Act,
    catalogue as ids,
    components::Ailment,
    components::{Component, Energy},
    conditions::{CHARGED, Detail, Stored},
    exchange::{Came, End},
    gather, settle,
    vitality::{clear, hurt},
};
use crate::rules::prelude::*;

/// Puts energy into something, POO-CHG-01; what was in it is gone.
pub fn store(battle: &Battle, act: &Act, dice: u8, context: &mut StepContext<'_>) {
    let conducted = act.base == Component::Conduct;
    let stored = Stored { energies: act.energies, dice, conducted, affects: act.affects };
    let until = Until::Indefinite;
    let condition =
        Condition { whom: Some(act.by), detail: Detail::Stored(stored).into(), ..Condition::new(CHARGED, until) };
    match act.item {
        Some(item) => context.effect(Effect::Imbue(item, Some(condition))),
        None => {
            clear(battle, act.by, CHARGED, context);
            context.effect(Effect::AddCondition(act.by, condition));
        }
    }
    context.note(act.by, ids::CHG_01, format_args!("stores {dice} dice of {}", act.energies.words()));
}

/// What contact does with the charge that an action carries. POO-CHG-03, POO-CHG-04, POO-CHG-06, POO-CHG-07.
pub fn released(battle: &Battle, act: &Act, on: CombatantId, came: &Came, context: &mut StepContext<'_>) {
    let Some((holder, stored)) = gather::charge_of(battle, act) else { return };
    let is_contact = matches!(came.end, End::Hit | End::Glanced | End::Blocked | End::Caught | End::Killed);
    let affected = super::reach::affects(battle, &Act { affects: stored.affects, ..*act }, on);
    let is_gone = |effect: &Effect| match (effect, holder) {
        (Effect::Imbue(item, None), Some(held)) => *item == held,
        (Effect::Clear(who, kind), None) => *who == act.by && *kind == CHARGED,
        _ => false,
    };
    if !is_contact || !affected || context.effects().any(is_gone) {
        return;
    }
    match holder {
        Some(item) => context.effect(Effect::Imbue(item, None)),
        None => clear(battle, act.by, CHARGED, context),
    }
    if came.end == End::Blocked && !stored.energies.acts_by_contact() {
        return context.note(on, ids::CHG_04, "blocks the energy, which dissipates");
    }
    hurt(battle, on, came.energy, context);
    // Stored dice count as the margin for what an energy sets.
    if came.energy > 0 && stored.dice >= 2 {
        if stored.energies.has(Energy::Fire) {
            settle::ail(battle, on, Ailment::Burning, context);
        }
        if stored.energies.has(Energy::Cold) {
            settle::ail(battle, on, Ailment::Slowed, context);
        }
    }
}
