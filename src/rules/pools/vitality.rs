//! Losing Vitality, falling unconscious, dying, waking, death. POO-VIT, POO-DMG-06.

use super::{
    catalogue as ids,
    conditions::{
        BERSERK, BLEEDING, BURNING, CHARGED, COMA, HOLDING, MEGINSERK, MOUNTED, PREPARED, SHIELDED, STABLE, STUNNED,
        drug, is_alive, wakes,
    },
    mounts, movement,
    sheet::{AP, BUFFER, FATIGUE, VITALITY, sheet, sheet_of},
};
use crate::rules::{Plight, prelude::*};

/// Takes Vitality, the Buffer first, with all that follows. POO-DMG-06.
pub fn hurt(battle: &Battle, who: CombatantId, damage: i16, context: &mut StepContext<'_>) {
    if damage <= 0 || context.status(battle, who) == Status::Dead {
        return;
    }
    if context.lose(battle, who, [BUFFER, VITALITY], damage.into()) > 0 {
        // Any loss while stable starts dying again, POO-VIT-04.
        context.clear(battle, who, &[STABLE]);
    }
    sink(battle, who, context);
}

/// Takes Fatigue, POO-DMG-07.
pub fn tire(battle: &Battle, who: CombatantId, damage: i16, context: &mut StepContext<'_>) {
    if damage <= 0 || context.status(battle, who) == Status::Dead {
        return;
    }
    let left = context.vital(battle, who, FATIGUE).saturating_sub(damage);
    context.set_vital(battle, who, FATIGUE, left);
    sink(battle, who, context);
}

/// What follows from totals as they are now. POO-VIT-01, POO-VIT-07, POO-BER-06.
pub fn sink(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let totals = [VITALITY, FATIGUE].map(|vital| context.vital(battle, who, vital));
    match Plight::of(totals, sheet(fighter).endurance, drug(fighter).is_some()) {
        Plight::Dies => die(battle, who, ids::VIT_07, context),
        Plight::Falls if context.status(battle, who) == Status::Fighting => fall(battle, who, context),
        Plight::Stands if totals[0] <= 0 => {
            let drug = drug(fighter).map_or("", |dose| dose.drug.name());
            context.note(who, ids::BER_06, format_args!("fights on below 0 thanks to {drug}"));
        }
        Plight::Falls | Plight::Stands => {}
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
    if context.status(battle, who) == Status::Dead {
        return;
    }
    context.effect(Effect::Status(who, Status::Dead));
    context.set_vital(battle, who, BUFFER, 0);
    context.clear(battle, who, &[STABLE, COMA, BERSERK, MEGINSERK, BLEEDING, BURNING, STUNNED]);
    context.note(who, rule, "is dead");
    leave(battle, who, context);
    // Nobody holds a dead body, POO-VIT-08.
    HOLDING.reversed().end(battle, who, context);
}

/// Dies whatever Vitality is left, POO-VIT-03.
pub fn kill(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let left = context.vital(battle, who, VITALITY).min(-sheet_of(battle, who).endurance);
    context.set_vital(battle, who, VITALITY, left);
    die(battle, who, rule, context);
}

/// Takes from somebody out of the fight what it holds, AP, spells, grabs and the saddle. Others who hold it go on
/// holding it. POO-VIT-01, POO-CHG-05, POO-COND-11.
fn leave(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.drop_held(battle, who, |item, context| leave_hand(battle, item, context));
    context.set_budget(battle, who, AP, 0);
    // Also a spell cast just now, by a roll whose backlash has felled the caster. POO-CRIT-10.
    for kind in [SHIELDED, PREPARED, CHARGED] {
        if context.condition(battle, who, |condition| condition.kind == kind).is_some() {
            context.effect(Effect::Clear(who, kind));
        }
    }
    HOLDING.end(battle, who, context);
    mounts::part(battle, who, context);
}

/// A charge conducted into an item is gone when it leaves the hand, POO-CHG-05.
pub fn leave_hand(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    let imbued = |effect: &Effect| match effect {
        Effect::Imbue(which, condition) if *which == item => Some(*condition),
        _ => None,
    };
    let now = context.effects().filter_map(imbued).last().unwrap_or(battle.item(item).condition);
    if now.as_ref().and_then(super::conditions::stored).is_some_and(|held| held.conducted) {
        context.effect(Effect::Imbue(item, None));
    }
}

/// An item falls to the ground, and a charge conducted into it is gone. POO-CHG-05.
pub fn drop_item(battle: &Battle, item: ItemId, at: Square, context: &mut StepContext<'_>) {
    leave_hand(battle, item, context);
    context.effect(Effect::Move(item, Location::Ground(at)));
}

/// Restores Vitality, ends Bleeding, stabilises, and wakes. POO-MAG-12, POO-VIT-02, POO-VIT-06.
pub fn heal(battle: &Battle, who: CombatantId, points: i16, rule: RuleId, context: &mut StepContext<'_>) {
    let (now, full) = (context.vital(battle, who, VITALITY), sheet_of(battle, who).vitality_max());
    let healed = now.saturating_add(points).min(full).max(now);
    context.set_vital(battle, who, VITALITY, healed);
    if healed > now {
        context.note(who, rule, format_args!("regains {} Vitality", healed - now));
    }
    if battle.combatant(who).conditions.has(BLEEDING) {
        context.clear(battle, who, &[BLEEDING]);
        context.note(who, ids::COND_14, "no longer bleeds");
    }
    steady(battle, who, context);
}

/// Stabilises, and wakes those who may wake. POO-VIT-02, POO-VIT-06.
pub fn steady(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let [vitality, fatigue] = [VITALITY, FATIGUE].map(|which| context.vital(battle, who, which));
    if context.status(battle, who) != Status::Down {
        return;
    }
    if wakes(fighter, vitality, fatigue) {
        context.clear(battle, who, &[STABLE, COMA]);
        context.effect(Effect::Status(who, Status::Fighting));
        return context.note(who, ids::VIT_02, "comes to");
    }
    if vitality <= 0 && context.condition(battle, who, |condition| condition.kind == STABLE).is_none() {
        context.effect(Effect::AddCondition(who, Condition::new(STABLE, Until::Indefinite)));
        context.note(who, ids::VIT_06, "is stable");
    }
}

/// Brings a body back, POO-MAG-14.
pub fn raise(battle: &Battle, who: CombatantId, points: i16, context: &mut StepContext<'_>) {
    let numbers = sheet_of(battle, who);
    let vitality = (points - numbers.endurance).min(numbers.vitality_max());
    context.set_vital(battle, who, VITALITY, vitality);
    if battle.combatant(who).vitals.get(FATIGUE) < 1 {
        context.set_vital(battle, who, FATIGUE, 1);
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

/// Falls Prone; if Prone already or carried, loses all AP instead; if just felled, suffers nothing more. POO-CRIT-07.
pub fn stumble(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if context.status(battle, who) != Status::Fighting {
        return;
    }
    // A rider whose mount has fallen by the same blow is no longer carried, POO-ATK-08.
    let is_carried = context.condition(battle, who, |condition| condition.kind == MOUNTED).is_some();
    if context.posture(battle, who) == Posture::Prone || is_carried {
        context.note(who, ids::CRIT_07, "loses all AP");
        return context.set_budget(battle, who, AP, 0);
    }
    context.note(who, ids::CRIT_07, "loses footing by a critical failure");
    fell(battle, who, ids::CRIT_07, context);
}

/// Falls Prone, which ends a movement action and takes the rider out of the saddle, whether rider or mount falls.
/// POO-COMP-20, POO-MOVE-09, POO-COND-10.
pub fn fell(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    if context.posture(battle, who) != Posture::Prone && context.status(battle, who) == Status::Fighting {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, rule, "falls prone");
        movement::close(battle, who, context);
        let rider = mounts::rider_of(battle, who).or_else(|| mounts::is_mounted(battle, who).then_some(who));
        if let Some(rider) = rider {
            mounts::part(battle, rider, context);
        }
    }
}
