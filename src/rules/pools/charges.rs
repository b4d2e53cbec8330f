//! Energy stored in bare hands, weapons and missiles. POO-CHG.
//!
//! `totals` has a counterpart, `stored.rs`, which shares no code with this: there hands keep energy as an item does,
//! here as a condition of the body; there it goes off in steps of its own, here inside the machine of an action. Only
//! one thing is the same, that conducted energy ends when the item leaves the hand: to share that would save 9 lines of
//! code in both, and take 20 to say what a charge is and which are conducted.

use super::{
    act::Act,
    arms::arm,
    catalogue as ids,
    components::Ailment,
    components::{Component, Energy},
    conditions::{BURNING, CHARGED, Detail, SHOT, STRAY, Stored, detail, stored},
    exchange::{Came, Charge, End},
    gather, settle,
    vitality::hurt,
};
use crate::{geometry::Square, rules::prelude::*};

/// Puts energy into something, POO-CHG-01; any charge that was in it is gone.
pub fn store(battle: &Battle, act: &Act, dice: u8, context: &mut StepContext<'_>) {
    let conducted = act.base == Component::Conduct;
    let stored = Stored { energies: act.energies, dice, conducted, affects: act.affects };
    let until = Until::Indefinite;
    let condition =
        Condition { whom: Some(act.by), detail: Detail::Stored(stored).into(), ..Condition::new(CHARGED, until) };
    match act.item {
        Some(item) => context.effect(Effect::Imbue(item, Some(condition))),
        None => {
            context.clear(battle, act.by, &[CHARGED]);
            context.effect(Effect::AddCondition(act.by, condition));
        }
    }
    context.note(act.by, ids::CHG_01, format_args!("stores {dice} dice of {}", act.energies.words()));
}

/// Releases the charge that an action carries, on contact with the target, or with the attacker if it is turned back.
/// It carries none to those for whom it is not meant, nor to any after the first contact; an attacker felled by its own
/// attack still releases it. POO-CHG-03, POO-CHG-04, POO-CHG-06, POO-CHG-07, POO-CRIT-09, POO-ATK-08.
pub fn released(
    battle: &Battle,
    act: &Act,
    (on, came): (CombatantId, &Came),
    carried: Charge,
    context: &mut StepContext<'_>,
) {
    let Some((holder, stored)) = gather::charge_of(battle, act) else { return };
    if !came.end.is_contact() || carried.dice == 0 {
        return;
    }
    match holder {
        Some(item) => context.effect(Effect::Imbue(item, None)),
        None => context.clear(battle, act.by, &[CHARGED]),
    }
    if came.end == End::Blocked && !stored.energies.acts_by_contact() {
        return context.note(on, ids::CHG_04, "blocks the energy, which dissipates");
    }
    hurt(battle, on, came.energy, context);
    if came.energy > 0 && stored.energies.has(Energy::Cold) {
        context.clear(battle, on, &[BURNING]);
    }
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

/// What becomes of a missile: a caught one is not lost, and one that still carries its charge lies with its target.
/// POO-AMMO-02, POO-CHG-05, POO-COMP-12.
pub fn lose_missile(battle: &Battle, act: &Act, on: CombatantId, came: &Came, context: &mut StepContext<'_>) {
    let Some(item) = act.item else { return };
    if came.end == End::Caught {
        count_shot(battle, act.by, item, |shots, caught| (shots, caught + 1), context);
    }
    let Some(held) = battle.item(item).condition.as_ref().and_then(stored) else { return };
    if context.effects().any(|effect| *effect == Effect::Imbue(item, None)) {
        return;
    }
    context.effect(Effect::Imbue(item, None));
    let at = settle::nearest_square(battle, act.by, on);
    let detail = Detail::Lying(held, at).into();
    let lies = Condition { with: Some(item), detail, ..Condition::new(STRAY, Until::Indefinite) };
    context.effect(Effect::AddCondition(act.by, lies));
    context.note(act.by, ids::CHG_05, format_args!("leaves a charged missile at {at}"));
}

/// Changes how many missiles somebody has shot with a weapon, and how many of them were caught. POO-AMMO-02.
pub fn count_shot(
    battle: &Battle,
    who: CombatantId,
    item: ItemId,
    change: impl FnOnce(i16, u8) -> (i16, u8),
    context: &mut StepContext<'_>,
) {
    let same = |condition: &&Condition| condition.kind == SHOT && condition.with == Some(item);
    let old = battle.combatant(who).conditions.0.iter().find(same).copied();
    let (shots, caught) = change(old.map_or(0, |condition| condition.level), old.as_ref().map_or(0, caught));
    let new = Condition { level: shots, with: Some(item), ..Condition::new(SHOT, Until::Indefinite) };
    let new = if caught > 0 { Condition { detail: Detail::Caught(caught).into(), ..new } } else { new };
    match old {
        Some(old) => context.effect(Effect::replaced(who, old, (shots > 0).then_some(new))),
        None if shots > 0 => context.effect(Effect::AddCondition(who, new)),
        None => {}
    }
}

/// How many missiles of a condition were caught.
pub const fn caught(shot: &Condition) -> u8 {
    if let Some(Detail::Caught(caught)) = detail(shot) { caught } else { 0 }
}

/// The charged missiles that lie about: who shot them, the condition that stands for them, and where. POO-CHG-05.
pub fn lying(battle: &Battle) -> impl Iterator<Item = (CombatantId, Condition, Square)> + '_ {
    let of = |fighter: Combatant<'_>| {
        (
            fighter.id,
            fighter.conditions.0.iter().filter(|condition| condition.kind == STRAY).copied().collect::<Vec<_>>(),
        )
    };
    let all = battle.combatants().map(of).flat_map(|(who, all)| all.into_iter().map(move |condition| (who, condition)));
    all.filter_map(|(who, condition)| match detail(&condition) {
        Some(Detail::Lying(_, at)) => Some((who, condition, at)),
        _ => None,
    })
}

/// Takes up a charged missile, to be shot next with one's own weapon. POO-CHG-05.
pub fn take_up(battle: &Battle, weapon: ItemId, at: Square, context: &mut StepContext<'_>) {
    let is_kind =
        |condition: &Condition| condition.with.is_some_and(|item| arm(battle, item).ready == arm(battle, weapon).ready);
    let Some((who, lies, _)) = lying(battle).find(|(_, condition, square)| *square == at && is_kind(condition)) else {
        return;
    };
    context.effect(Effect::replaced(who, lies, None));
    if let Some(item) = lies.with {
        count_shot(battle, who, item, |shots, caught| ((shots - 1).max(0), caught), context);
    }
    if let Some(count) = battle.item(weapon).count {
        context.effect(Effect::Count(weapon, count.saturating_add(1)));
    }
    if let Some(Detail::Lying(held, _)) = detail(&lies) {
        let charge = Condition { detail: Detail::Stored(held).into(), ..Condition::new(CHARGED, Until::Indefinite) };
        context.effect(Effect::Imbue(weapon, Some(charge)));
    }
}
