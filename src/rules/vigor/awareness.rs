//! Awareness: who is aware of whom, how that is gained and lost, and facing. VIG-SETUP-06, VIG-ATK-05.

use super::{
    catalogue as ids,
    conditions::{AMBUSHED, Detail, HIDDEN, REMEMBERING, SHOCK, STABLE, UNCONSCIOUS, detail, is_unconscious, lasting},
    cover::octant,
    settings,
};
use crate::{
    geometry::Footprint,
    rules::{Facing, prelude::*},
};

/// Makes an unconscious combatant unaware of everybody. It remembers those it was aware of and will be aware of them
/// again when it wakes, hidden or not.
pub fn forget(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let known: CombatantSet =
        battle.enemies(who).map(|enemy| enemy.id).filter(|enemy| fighter.aware.of(*enemy)).collect();
    known.iter().for_each(|enemy| context.effect(Effect::Awareness(who, enemy, false)));
    for detail in memories(known) {
        context.effect(Effect::AddCondition(who, Condition { detail: detail.into(), ..lasting(REMEMBERING) }));
    }
}

/// How many combatants one condition can remember; its detail must stay small.
const EACH: u16 = 16;

/// The details of conditions that remember a set of combatants.
fn memories(known: CombatantSet) -> impl Iterator<Item = Detail> {
    (0..CombatantSet::MOST as u16 / EACH).filter_map(move |part| {
        let bits = (0..EACH).filter(|bit| known.contains(CombatantId(part * EACH + bit)));
        let bits = bits.fold(0, |all, bit| all | 1 << bit);
        (bits != 0).then_some(Detail::Known(part as u8, bits))
    })
}

/// The combatants that an unconscious one remembers.
fn remembered(fighter: Combatant<'_>) -> CombatantSet {
    let each = fighter.conditions.0.iter().filter_map(detail).filter_map(|detail| match detail {
        Detail::Known(part, bits) => Some((u16::from(part), bits)),
        _ => None,
    });
    let known =
        each.flat_map(|(part, bits)| (0..EACH).filter(move |bit| bits & 1 << bit != 0).map(move |bit| (part, bit)));
    known.map(|(part, bit)| CombatantId(part * EACH + bit)).collect()
}

/// Makes a combatant that wakes aware of everybody who is not hidden, and of those it remembers. VIG-SETUP-06.
pub fn come_to(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let before = remembered(fighter);
    let is_open = |enemy: CombatantId| !stays_hidden(battle, enemy, context) || before.contains(enemy);
    let enemies = battle.enemies(who).map(|enemy| enemy.id);
    let found: CombatantSet = enemies.filter(|enemy| is_open(*enemy) && !fighter.aware.of(*enemy)).collect();
    found.iter().for_each(|enemy| context.effect(Effect::Awareness(who, enemy, true)));
    if !before.is_empty() {
        context.effect(Effect::Clear(who, REMEMBERING));
    }
}

/// Hides a combatant from all enemies, also from those who were aware of it. VIG-SETUP-06.
pub fn hide(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for enemy in battle.enemies(who) {
        if enemy.aware.of(who) {
            context.effect(Effect::Awareness(enemy.id, who, false));
        }
        let known = remembered(enemy);
        if known.contains(who) {
            context.effect(Effect::Clear(enemy.id, REMEMBERING));
            for detail in memories(known.without(who)) {
                let left = Condition { detail: detail.into(), ..lasting(REMEMBERING) };
                context.effect(Effect::AddCondition(enemy.id, left));
            }
        }
    }
}

/// The awareness that an attack of `by` gives `on` once it is resolved; it also ends an ambush. The unconscious notice
/// nothing until they wake. VIG-SETUP-06.
pub fn noticed_attack(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let target = battle.combatant(on);
    if target.conditions.has(AMBUSHED) && !is_unconscious(target) && !is_knocked_out(on, context) {
        come_to(battle, on, context);
    }
    noticed(battle, by, on, context);
}

/// Whether this step knocks `on` out, who then notices nothing.
fn is_knocked_out(on: CombatantId, context: &StepContext<'_>) -> bool {
    context.effects().any(|effect| match effect {
        Effect::Status(who, status) => *who == on && status.is_out(),
        Effect::AddCondition(who, condition) => *who == on && condition.kind == UNCONSCIOUS,
        _ => false,
    })
}

/// The awareness that an attack or another effect of `by` gives `on` once it is resolved. VIG-SETUP-06.
pub fn noticed(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) {
    let target = battle.combatant(on);
    if is_knocked_out(on, context) {
        return;
    }
    if target.team != battle.combatant(by).team && !target.aware.of(by) && !is_unconscious(target) {
        context.effect(Effect::Awareness(on, by, true));
    }
}

/// Reveals a hidden combatant to all after its attack, VIG-SETUP-06.
pub fn reveal(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !battle.combatant(who).conditions.has(HIDDEN) {
        return;
    }
    context.effect(Effect::Clear(who, HIDDEN));
    show(battle, who, context);
}

/// Makes all enemies aware of a combatant that is no longer hidden, VIG-SETUP-06.
pub fn show(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let is_awake = |fighter: Combatant<'_>| !is_out_cold(fighter, context) && !is_knocked_out(fighter.id, context);
    let others = battle.enemies(who).filter(|fighter| is_awake(*fighter) && !fighter.aware.of(who));
    let others: CombatantSet = others.map(|fighter| fighter.id).collect();
    others.iter().for_each(|enemy| context.effect(Effect::Awareness(enemy, who, true)));
    context.note(who, ids::SETUP_06, "is seen by all");
}

/// Whether a combatant stays hidden after the conditions ended in this step, VIG-SETUP-06.
pub fn stays_hidden(battle: &Battle, who: CombatantId, context: &StepContext<'_>) -> bool {
    lasts(battle.combatant(who), HIDDEN, context)
}

/// Whether a combatant stays unconscious after the conditions ended in this step, VIG-SETUP-06.
pub fn is_out_cold(fighter: Combatant<'_>, context: &StepContext<'_>) -> bool {
    lasts(fighter, UNCONSCIOUS, context) || fighter.conditions.has(SHOCK) || fighter.conditions.has(STABLE)
}

/// Whether a combatant has more conditions of a kind than have ended in this step.
fn lasts(fighter: Combatant<'_>, kind: ConditionKind, context: &StepContext<'_>) -> bool {
    let spells = fighter.conditions.0.iter().filter(|condition| condition.kind == kind).count();
    let ended = context.effects().filter(|effect| match effect {
        Effect::ReplaceCondition(bearer, condition, None) => *bearer == fighter.id && condition.kind == kind,
        _ => false,
    });
    spells > ended.count()
}

/// Turns to face along the last step or towards the last target, if facing counts, VIG-ATK-05.
pub fn turn_to(battle: &Battle, who: CombatantId, from: Footprint, to: Footprint, context: &mut StepContext<'_>) {
    if settings::facing_counts(battle) {
        octant(from, to).into_iter().for_each(|facing| context.effect(Effect::Facing(who, Facing(facing))));
    }
}
