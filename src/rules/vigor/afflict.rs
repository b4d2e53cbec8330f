//! What happens to combatants: Vigor paid and gained, effects of abilities, falls, Shock, death, knock back, and
//! conditions that run out. VIG-COND, VIG-DYING, VIG-TURN-05, VIG-ACT-03.

use super::{
    ability::{Ability, AbilityEffect, Affliction, Pool},
    awareness::{self, come_to, hide, is_out_cold, show, stays_hidden},
    catalogue as ids,
    conditions::{
        BOUND, CLOUD, GUARDED, HIDDEN, INTIMIDATED, PINNED, READIED, SHOCK, STABLE, STEPS, STUNNED, UNCONSCIOUS,
        WINDED, WORKING, blocks, describe, in_way, is_target, lasting,
    },
    cover::{Steps, octant},
    sheet::{ACTIONS, DURABILITY, FELLED, HEALTH, Kind, MANA, OFF_HAND, PAID, VIGOR, sheet, sheet_of},
    smoke,
};
use crate::{
    geometry::Footprint,
    rules::{Moment, duration_changes, ends_after, prelude::*, rounds_from_now},
};

/// Applies everything that an ability of `by` does to `on`, except damage and points restored, which are rolled.
pub fn affect(battle: &Battle, by: CombatantId, on: CombatantId, ability: &Ability, context: &mut StepContext<'_>) {
    let until = rounds_from_now(battle, ability.rounds);
    let new = |kind, level| Condition { level, whom: Some(by), ..Condition::new(kind, until) };
    let is_thing = sheet_of(battle, on).kind == Kind::Object;
    for effect in &ability.effects {
        match *effect {
            // The only condition that an object can have is being hidden, VIG-OBJ-01.
            AbilityEffect::Condition(affliction) if is_thing && affliction != Affliction::Hidden => {}
            AbilityEffect::Restore { .. } | AbilityEffect::Smoke => {}
            AbilityEffect::Charges(count) => begin(battle, on, new(STEPS, count.into()), context),
            AbilityEffect::Challenges(count) => begin(battle, on, new(STEPS, -i16::from(count)), context),
            AbilityEffect::Guard(count) => begin(battle, on, new(GUARDED, count.into()), context),
            AbilityEffect::Condition(Affliction::KnockedDown) => knock_down(battle, on, context),
            AbilityEffect::Condition(Affliction::Stunned) => {
                if sheet_of(battle, on).kind == Kind::Living {
                    stun(battle, on, context);
                }
            }
            AbilityEffect::Condition(Affliction::Intimidated) => begin(battle, on, new(INTIMIDATED, 0), context),
            AbilityEffect::Condition(Affliction::Unconscious) => {
                begin(battle, on, new(UNCONSCIOUS, 0), context);
                fall_unconscious(battle, on, context);
            }
            AbilityEffect::Condition(Affliction::Hidden) => {
                begin(battle, on, new(HIDDEN, 0), context);
                hide(battle, on, context);
            }
            AbilityEffect::Condition(affliction) => {
                let kind = if affliction == Affliction::Bound { BOUND } else { PINNED };
                begin(battle, on, new(kind, 0), context);
                drop_plans(battle, on, ids::COND_06, context);
            }
        }
    }
}

/// Begins a condition. The same condition by the same user does not add up: the one that lasts longer stays.
/// VIG-COND-08, VIG-ACT-05.
fn begin(battle: &Battle, on: CombatantId, new: Condition, context: &mut StepContext<'_>) {
    let same = |known: &&Condition| known.kind == new.kind && known.whom == new.whom && known.level == new.level;
    let known = battle.combatant(on).conditions.0.iter().find(same).copied();
    context.effect(match known {
        Some(known) if ends_after(battle, known.until, new.until) => return,
        Some(known) => Effect::replaced(on, known, Some(new)),
        None => Effect::AddCondition(on, new),
    });
    context.note(on, ids::ACT_03, describe(battle, &new).label.to_lowercase());
}

/// Pays Vigor. At 0 the payer is Winded and loses the act it has readied and the ability it has begun. VIG-REACT-03,
/// VIG-COND-02, VIG-ACT-02, VIG-TURN-04.
pub fn pay_vigor(battle: &Battle, who: CombatantId, cost: u8, context: &mut StepContext<'_>) {
    if cost == 0 {
        return;
    }
    let payer = battle.combatant(who);
    let left = (payer.vitals.get(VIGOR) - i16::from(cost)).max(0);
    context.effect(Effect::Vital(who, VIGOR, left));
    if left == 0 && !payer.conditions.has(WINDED) {
        context.effect(Effect::AddCondition(who, lasting(WINDED)));
        context.note(who, ids::COND_02, "is Winded");
        drop_plans(battle, who, ids::COND_02, context);
    }
}

/// Drops the readied act and the ability begun. VIG-TURN-04, VIG-ACT-02.
pub fn drop_plans(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    for kind in [READIED, WORKING] {
        // The condition of an act being carried out may already have been cleared in this step.
        if context.condition(battle, who, |condition| condition.kind == kind).is_some() {
            context.effect(Effect::Clear(who, kind));
            context.note(who, rule, if kind == WORKING { "loses the ability begun" } else { "is no longer ready" });
        }
    }
    context.set_budget(battle, who, PAID, 0);
}

/// Knocks a combatant down; in its own turn the act in progress is lost. VIG-COND-05.
pub fn knock_down(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if sheet(fighter).kind == Kind::Object {
        return;
    }
    if fighter.posture != Posture::Prone {
        context.effect(Effect::Posture(who, Posture::Prone));
        context.note(who, ids::COND_05, "is knocked down");
    }
    if battle.scene.acting == Some(who) {
        context.effect(Effect::Budget(who, FELLED, 1));
        // An Off-Hand attack would be part of that act, VIG-ATK-07.
        drop_off_hand(battle, who, context);
        break_off(battle, who, context);
    }
}

/// Takes away the Off-Hand attack that the last attack action allowed, VIG-ATK-07.
pub fn drop_off_hand(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.set_budget(battle, who, OFF_HAND, 0);
}

/// Drops an ability that was begun and is not continued, VIG-TURN-04.
pub fn break_off(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(WORKING) {
        context.effect(Effect::Clear(who, WORKING));
        context.effect(Effect::Budget(who, PAID, 0));
        context.note(who, ids::TURN_04, "loses the ability begun");
    }
}

/// Stuns a living creature: it has 1 action less in its next turn. Stuns do not add up. VIG-TYPE-08.
pub fn stun(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if context.condition(battle, who, |condition| condition.kind == STUNNED).is_none() {
        context.effect(Effect::AddCondition(who, Condition::new(STUNNED, Until::TurnStart)));
        context.note(who, ids::TYPE_08, "is stunned");
    }
}

/// Applies what unconsciousness brings: prone, and unaware of everybody until it ends. VIG-DYING-01, VIG-SETUP-06.
pub fn fall_unconscious(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    if fighter.posture != Posture::Prone && sheet(fighter).kind != Kind::Object {
        context.effect(Effect::Posture(who, Posture::Prone));
    }
    awareness::forget(battle, who, context);
    drop_plans(battle, who, ids::COND_06, context);
}

/// Ends Shock, stabilised or not.
fn end_shock(fighter: Combatant<'_>, context: &mut StepContext<'_>) {
    let over = [SHOCK, STABLE].into_iter().filter(|kind| fighter.conditions.has(*kind));
    over.for_each(|kind| context.effect(Effect::Clear(fighter.id, kind)));
}

/// Puts a living creature into Shock with a new clock, VIG-DYING-01, and so out of the fight, VIG-DYING-04.
pub fn go_into_shock(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let rounds = sheet_of(battle, who).stamina;
    if rounds == 0 {
        return die(battle, who, ids::DYING_01, context);
    }
    let fighter = battle.combatant(who);
    end_shock(fighter, context);
    let until = rounds_from_now(battle, rounds as u16);
    context.effect(Effect::AddCondition(who, Condition::new(SHOCK, until)));
    context.note(who, ids::DYING_01, format_args!("goes into Shock, {} to live", counted(rounds, "round")));
    fall_unconscious(battle, who, context);
    if fighter.status != Status::Down {
        context.effect(Effect::Status(who, Status::Down));
    }
}

/// Kills or destroys a combatant.
pub fn die(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    context.effect(Effect::Status(who, Status::Dead));
    end_shock(fighter, context);
    context.note(who, rule, if sheet(fighter).kind == Kind::Living { "dies" } else { "is destroyed" });
}

/// Stabilises a creature in Shock after a check, VIG-DYING-03.
pub fn stabilise(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(SHOCK) {
        context.effect(Effect::Clear(who, SHOCK));
        context.effect(Effect::AddCondition(who, lasting(STABLE)));
        context.note(who, ids::DYING_03, "is stable");
    }
}

/// Ends Shock when at least 1 Health is recovered: the creature wakes prone, VIG-DYING-03, and its awareness returns,
/// VIG-SETUP-06.
pub fn revive(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    end_shock(fighter, context);
    if fighter.status == Status::Down {
        context.effect(Effect::Status(who, Status::Fighting));
        if fighter.conditions.has(UNCONSCIOUS) {
            return context.note(who, ids::DYING_03, "is no longer dying, but does not wake yet");
        }
        context.note(who, ids::DYING_03, "comes round");
        come_to(battle, who, context);
    }
}

/// Ends the conditions that run out at a moment, in the order in which they began; a combatant whose Shock runs out
/// dies. VIG-TURN-05, VIG-DYING-01.
pub fn pass(battle: &Battle, moment: Moment, context: &mut StepContext<'_>) {
    for change in duration_changes(battle, moment) {
        let effect = change.effect();
        // A condition that runs out both at a place in the order and with the round ends once; several equal ones all
        // end.
        let ended = context.effects().filter(|known| **known == effect).count();
        let crate::rules::Bearer::Combatant(who) = change.on else { continue };
        let all = battle.combatant(who).conditions.0.iter();
        if ended >= all.filter(|condition| **condition == change.before).count() {
            continue;
        }
        context.effect(effect);
        match (change.before.kind, change.after) {
            (SHOCK, None) => die(battle, who, ids::DYING_01, context),
            (UNCONSCIOUS, None) if !is_out_cold(battle.combatant(who), context) => come_to(battle, who, context),
            (HIDDEN, None) if is_target(battle.combatant(who)) && !stays_hidden(battle, who, context) => {
                show(battle, who, context);
            }
            (CLOUD, None) => smoke::lift(battle, who, &change.before, context),
            _ => {}
        }
    }
}

/// Adds points up to the maximum and returns how many. 1 Health ends Shock, VIG-DYING-03; 5 Vigor, or its maximum, ends
/// being Winded, VIG-COND-02.
pub fn gain(battle: &Battle, who: CombatantId, of: Pool, points: i16, context: &mut StepContext<'_>) -> i16 {
    let fighter = battle.combatant(who);
    let (vital, most) = pool(battle, who, of);
    let before = fighter.vitals.get(vital);
    let now = before.saturating_add(points.max(0)).min(most.max(before));
    if now != before {
        context.effect(Effect::Vital(who, vital, now));
    }
    if of == Pool::Health && before == 0 && now > 0 {
        revive(battle, who, context);
    }
    if of == Pool::Vigor && fighter.conditions.has(WINDED) && (now >= 5 || now >= most) {
        context.effect(Effect::Clear(who, WINDED));
        context.note(who, ids::COND_02, "is no longer Winded");
        // Being Winded in one's own turn has still ended that turn.
        if battle.scene.acting == Some(who) {
            context.set_budget(battle, who, ACTIONS, 0);
            drop_off_hand(battle, who, context);
        }
    }
    now - before
}

/// Restores points up to the maximum, with a note.
pub fn give(battle: &Battle, on: CombatantId, of: Pool, points: i16, rule: RuleId, context: &mut StepContext<'_>) {
    let gained = gain(battle, on, of, points, context);
    context.note(on, rule, format_args!("recovers {gained} {}", of.name()));
}

/// The vital of a pool, with its maximum.
pub fn pool(battle: &Battle, on: CombatantId, of: Pool) -> (Vital, i16) {
    let numbers = sheet(battle.combatant(on));
    match of {
        Pool::Durability => (DURABILITY, numbers.durability),
        Pool::Health => (HEALTH, numbers.health_max()),
        Pool::Vigor => (VIGOR, numbers.vigor),
        Pool::Mana => (MANA, numbers.mana),
    }
}

/// Begins a condition. One of the same kind and detail does not add up with it: the one that lasts longer stays.
pub fn begin_condition(battle: &Battle, on: CombatantId, new: Condition, context: &mut StepContext<'_>) {
    let same = |known: &&Condition| known.kind == new.kind && known.detail == new.detail;
    context.effect(match battle.combatant(on).conditions.0.iter().find(same) {
        Some(known) if ends_after(battle, known.until, new.until) => return,
        Some(known) => Effect::replaced(on, *known, Some(new)),
        None => Effect::AddCondition(on, new),
    });
}

/// Knocks a target back in the octant away from its attacker, VIG-MOVE-05: step by step, until a square cannot be
/// entered; not at all if the two share a square.
pub fn knock_back(battle: &Battle, by: CombatantId, on: CombatantId, squares: u8, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(on);
    if battle.combatant(by).footprint().gap(fighter.footprint()) == (0, 0) {
        return;
    }
    let Some(direction) = octant(battle.combatant(by).footprint(), fighter.footprint()) else { return };
    let map = battle.scene.field.map(Steps(fighter.placement.0.side));
    let mut at = fighter.placement.anchor();
    for _ in 0..squares {
        let next = Footprint { anchor: at.step(direction), side: fighter.placement.0.side };
        let taken = battle.combatants().filter(|other| other.id != on && blocks(*other));
        if map.step(at, direction).is_none() || taken.into_iter().any(|other| in_way(other, next)) {
            break;
        }
        at = next.anchor;
        context.effect(Effect::Place(on, fighter.placement.at(at)));
    }
    if at != fighter.placement.anchor() {
        context.note(on, ids::MOVE_05, "is knocked back");
    }
}
