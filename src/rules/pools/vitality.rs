//! Losing Vitality, falling unconscious, dying, waking, death. POO-VIT, POO-DMG-06.

use super::{
    catalogue as ids,
    conditions::{
        BERSERK, BLEEDING, BURNING, CHARGED, COMA, HOLDING, MEGINSERK, PREPARED, SHIELDED, STABLE, STUNNED, falls,
        is_alive, wakes,
    },
    mounts, movement,
    sheet::{AP, BUFFER, FATIGUE, VITALITY, sheet_of},
};
use crate::rules::prelude::*;

/// A total as it is after the effects of this step so far.
pub fn vital(battle: &Battle, who: CombatantId, vital: Vital, context: &StepContext<'_>) -> i16 {
    let written = context.effects().filter_map(|effect| match effect {
        Effect::Vital(whose, which, value) if *whose == who && *which == vital => Some(*value),
        _ => None,
    });
    written.last().unwrap_or_else(|| battle.combatant(who).vitals.get(vital))
}

/// Whether somebody is in the fight, down or dead after the effects of this step so far.
pub fn status(battle: &Battle, who: CombatantId, context: &StepContext<'_>) -> Status {
    let written = context.effects().filter_map(|effect| match effect {
        Effect::Status(whose, status) if *whose == who => Some(*status),
        _ => None,
    });
    written.last().unwrap_or_else(|| battle.combatant(who).status)
}

/// Whether somebody lies after the effects of this step so far.
fn lies(battle: &Battle, who: CombatantId, context: &StepContext<'_>) -> bool {
    let written = context.effects().filter_map(|effect| match effect {
        Effect::Posture(whose, posture) if *whose == who => Some(*posture),
        _ => None,
    });
    written.last().unwrap_or_else(|| battle.combatant(who).posture) == Posture::Prone
}

/// Sets a total if it changes.
fn set(battle: &Battle, who: CombatantId, which: Vital, value: i16, context: &mut StepContext<'_>) {
    if vital(battle, who, which, context) != value {
        context.effect(Effect::Vital(who, which, value));
    }
}

/// Takes an allowance away if there is any.
pub fn lose_ap(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).budgets.get(AP) != 0 {
        context.effect(Effect::Budget(who, AP, 0));
    }
}

/// Takes Vitality, the Buffer first, with all that follows. POO-DMG-06.
pub fn hurt(battle: &Battle, who: CombatantId, damage: i16, context: &mut StepContext<'_>) {
    if damage <= 0 || status(battle, who, context) == Status::Dead {
        return;
    }
    let buffer = vital(battle, who, BUFFER, context);
    let first = damage.min(buffer.max(0));
    let left = vital(battle, who, VITALITY, context).saturating_sub(damage - first);
    set(battle, who, BUFFER, buffer - first, context);
    set(battle, who, VITALITY, left, context);
    if first < damage && battle.combatant(who).conditions.has(STABLE) {
        // Any loss while stable begins it again, POO-VIT-04.
        context.effect(Effect::Clear(who, STABLE));
    }
    sink(battle, who, context);
}

/// Takes Fatigue, POO-DMG-07.
pub fn tire(battle: &Battle, who: CombatantId, damage: i16, context: &mut StepContext<'_>) {
    if damage <= 0 || status(battle, who, context) == Status::Dead {
        return;
    }
    set(battle, who, FATIGUE, vital(battle, who, FATIGUE, context).saturating_sub(damage), context);
    sink(battle, who, context);
}

/// What follows from totals as they are now. POO-VIT-01, POO-VIT-07, POO-BER-06.
pub fn sink(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let [vitality, fatigue] = [VITALITY, FATIGUE].map(|which| vital(battle, who, which, context));
    if vitality <= -sheet_of(battle, who).endurance {
        return die(battle, who, ids::VIT_07, context);
    }
    if status(battle, who, context) == Status::Fighting && falls(battle.combatant(who), vitality, fatigue) {
        fall(battle, who, context);
    }
}

/// Falls unconscious, POO-VIT-01.
pub fn fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Status(who, Status::Down));
    if battle.combatant(who).posture != Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Prone));
    }
    context.note(who, ids::VIT_01, "falls unconscious");
    leave(battle, who, context);
}

/// Dies, POO-VIT-07, POO-VIT-08.
pub fn die(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    if status(battle, who, context) == Status::Dead {
        return;
    }
    context.effect(Effect::Status(who, Status::Dead));
    set(battle, who, BUFFER, 0, context);
    for kind in [STABLE, COMA, BERSERK, MEGINSERK, BLEEDING, BURNING, STUNNED] {
        clear(battle, who, kind, context);
    }
    context.note(who, rule, "is dead");
    leave(battle, who, context);
    // A body is nobody to be held, POO-VIT-08.
    HOLDING.reversed().end(battle, who, context);
}

/// Dies whatever is left, POO-VIT-03.
pub fn kill(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let limit = -sheet_of(battle, who).endurance;
    if vital(battle, who, VITALITY, context) > limit {
        set(battle, who, VITALITY, limit, context);
    }
    die(battle, who, rule, context);
}

/// Ends a condition if somebody has it.
pub fn clear(battle: &Battle, who: CombatantId, kind: ConditionKind, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(kind) {
        context.effect(Effect::Clear(who, kind));
    }
}

/// What somebody who is out of the fight loses: what is held, AP, spells, grabs, the saddle. Whoever holds such a body goes on
/// holding it. POO-VIT-01, POO-CHG-05, POO-COND-11.
fn leave(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    for item in fighter.hands.held() {
        drop_item(battle, item, fighter.placement.anchor(), context);
    }
    lose_ap(battle, who, context);
    for kind in [SHIELDED, PREPARED, CHARGED] {
        clear(battle, who, kind, context);
    }
    HOLDING.end(battle, who, context);
    mounts::part(battle, who, context);
}

/// What was conducted into a thing is gone when it leaves the hand, POO-CHG-05.
pub fn leave_hand(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    let held = battle.item(item).condition.as_ref().and_then(super::conditions::stored);
    if held.is_some_and(|held| held.conducted) {
        context.effect(Effect::Imbue(item, None));
    }
}

/// A thing falls to the ground, and what was conducted into it is gone. POO-CHG-05.
pub fn drop_item(battle: &Battle, item: ItemId, at: Square, context: &mut StepContext<'_>) {
    leave_hand(battle, item, context);
    context.effect(Effect::Move(item, Location::Ground(at)));
}

/// Restores Vitality, ends Bleeding, stabilises, and wakes. POO-MAG-12, POO-VIT-02, POO-VIT-06.
pub fn heal(battle: &Battle, who: CombatantId, points: i16, context: &mut StepContext<'_>) {
    let (now, full) = (vital(battle, who, VITALITY, context), sheet_of(battle, who).vitality_max());
    set(battle, who, VITALITY, now.saturating_add(points).min(full).max(now), context);
    clear(battle, who, BLEEDING, context);
    steady(battle, who, context);
}

/// Stabilises, and wakes whoever may. POO-VIT-02, POO-VIT-06.
pub fn steady(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let [vitality, fatigue] = [VITALITY, FATIGUE].map(|which| vital(battle, who, which, context));
    if status(battle, who, context) != Status::Down {
        return;
    }
    if wakes(fighter, vitality, fatigue) {
        for kind in [STABLE, COMA] {
            clear(battle, who, kind, context);
        }
        context.effect(Effect::Status(who, Status::Fighting));
        return context.note(who, ids::VIT_02, "comes to");
    }
    if vitality <= 0 && !fighter.conditions.has(STABLE) {
        context.effect(Effect::AddCondition(who, Condition::new(STABLE, Until::Indefinite)));
        context.note(who, ids::VIT_06, "is stable");
    }
}

/// Brings a body back, POO-MAG-14.
pub fn raise(battle: &Battle, who: CombatantId, points: i16, context: &mut StepContext<'_>) {
    let numbers = sheet_of(battle, who);
    let vitality = (points - numbers.endurance).min(numbers.vitality_max());
    set(battle, who, VITALITY, vitality, context);
    if battle.combatant(who).vitals.get(FATIGUE) < 1 {
        set(battle, who, FATIGUE, 1, context);
    }
    let here = battle.combatant(who).footprint();
    let is_taken = battle
        .combatants()
        .any(|fighter| fighter.id != who && is_alive(fighter) && fighter.footprint().gap(here) == (0, 0));
    if let Some(square) = is_taken.then(|| mounts::nearest_free(battle, who, here)).flatten() {
        context.effect(Effect::Place(who, battle.combatant(who).placement.at(square)));
    }
    context.effect(Effect::Posture(who, Posture::Prone));
    if vitality >= 1 {
        context.effect(Effect::Status(who, Status::Fighting));
    } else {
        context.effect(Effect::Status(who, Status::Down));
        context.effect(Effect::AddCondition(who, Condition::new(STABLE, Until::Indefinite)));
    }
    context.note(who, ids::MAG_14, "is called back");
}

/// Falls Prone; whoever lies already, or is carried, loses all AP instead. POO-CRIT-07.
pub fn stumble(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if lies(battle, who, context) || mounts::is_mounted(battle, who) {
        context.note(who, ids::CRIT_07, "loses all AP");
        return lose_ap(battle, who, context);
    }
    fell(battle, who, ids::CRIT_07, context);
}

/// Falls Prone, which ends a movement action, and sets down whoever rides. POO-COMP-20, POO-MOVE-09.
pub fn fell(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    if !lies(battle, who, context) && status(battle, who, context) == Status::Fighting {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, rule, "falls prone");
        movement::close(battle, who, context);
        if let Some(rider) = mounts::rider_of(battle, who) {
            movement::close(battle, rider, context);
            mounts::part(battle, rider, context);
        }
    }
}
