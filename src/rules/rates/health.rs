//! Health, and going down or dying without it. RAT-HP.

use super::{
    catalogue as ids,
    conditions::{BLEEDING, WAITING, is_mounted, rider_of},
    held, magic, mounts, movement,
    sheet::{ACTED, BEGUN, HEALTH, RAN, sheet_of},
};
use crate::rules::prelude::*;

/// Takes away Health, past any armour. RAT-HP-01.
pub fn lose(battle: &Battle, who: CombatantId, amount: i16, context: &mut StepContext<'_>) {
    leave(battle, who, battle.combatant(who).vitals.get(HEALTH).saturating_sub(amount.max(0)), context);
}

/// Sets the Health somebody has left: at 0 down, below it dead. RAT-HP-02, RAT-HP-03.
pub fn leave(battle: &Battle, who: CombatantId, left: i16, context: &mut StepContext<'_>) {
    context.set_vital(battle, who, HEALTH, left);
    match battle.combatant(who).status {
        Status::Dead | Status::Fled => {}
        _ if left < 0 => die(battle, who, context),
        Status::Fighting if left == 0 => fall(battle, who, context),
        _ => {}
    }
}

/// Takes somebody out of the fight: ends its turn in hand and its sustained spell, and parts rider and mount.
fn drop_out(battle: &Battle, who: CombatantId, status: Status, context: &mut StepContext<'_>) {
    context.effect(Effect::Status(who, status));
    // The turn in hand is lost, which counts as a turn: RAT-INIT-14, RAT-TURN-04.
    if battle.combatant(who).conditions.has(WAITING) {
        held::lose_silently(battle, who, context);
    }
    // So is the rest of an interrupted turn: a combatant that comes round acts when its place in the order comes next.
    // RAT-HP-02.
    if battle.is_in_turn(who) {
        movement::use_up(who, context);
        [(ACTED, 1), (RAN, 0), (BEGUN, 1)].into_iter().for_each(|(budget, value)| {
            context.set_budget(battle, who, budget, value);
        });
    }
    magic::end_sustained(battle, who, context);
    if is_mounted(battle, who) {
        mounts::fall_off(battle, who, false, context);
    } else if let Some(rider) = rider_of(battle, who) {
        mounts::fall_off(battle, rider, status == Status::Dead, context);
    }
}

/// Health exactly 0: unconscious, RAT-HP-02.
fn fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    drop_out(battle, who, Status::Down, context);
    context.note(who, ids::HP_02, "goes down");
}

/// Health below 0, RAT-HP-03: what was held stays in the square.
fn die(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    drop_out(battle, who, Status::Dead, context);
    context.drop_held(battle, who, |_, _| {});
    context.note(who, ids::HP_03, "dies");
}

/// Heals, up to full Health; any healing ends bleeding, and a combatant that was down acts again. RAT-HP-01, RAT-HP-02,
/// RAT-AIM-10.
pub fn heal(battle: &Battle, who: CombatantId, amount: i16, rule: RuleId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if fighter.status == Status::Dead || amount < 1 {
        return;
    }
    let before = fighter.vitals.get(HEALTH);
    let left = before.saturating_add(amount).min(sheet_of(battle, who).health_max);
    if left > before {
        context.effect(Effect::Vital(who, HEALTH, left));
        context.note(who, rule, format_args!("regains {} Health", left - before));
    }
    if fighter.conditions.has(BLEEDING) {
        context.effect(Effect::Clear(who, BLEEDING));
        context.note(who, ids::AIM_10, "no longer bleeds");
    }
    if fighter.status == Status::Down && left > 0 {
        context.effect(Effect::Status(who, Status::Fighting));
        context.note(who, ids::HP_02, "comes round");
    }
}
