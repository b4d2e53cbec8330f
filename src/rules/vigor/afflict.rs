//! What abilities do to those whom they get at, besides damage. VIG-ACT-03.

use super::{
    ability::{Ability, AbilityEffect, Affliction},
    awareness::hide,
    catalogue as ids,
    conditions::{
        BOUND, GUARDED, HIDDEN, INTIMIDATED, PINNED, STEPS, UNCONSCIOUS, drop_plans, fall_unconscious, knock_down, stun,
    },
    sheet::{Kind, sheet},
};
use crate::rules::{Battle, CombatantId, Condition, ConditionKind, Effect, StepContext, ends_after, rounds_from_now};

/// Everything that an ability of `by` does to `on` but damage and what it restores, which is rolled for.
pub fn affect(battle: &Battle, by: CombatantId, on: CombatantId, ability: &Ability, context: &mut StepContext<'_>) {
    for effect in &ability.effects {
        match effect {
            AbilityEffect::Restore { .. } | AbilityEffect::Smoke => {}
            AbilityEffect::Condition(affliction) => afflict(battle, (by, on), *affliction, ability.rounds, context),
            AbilityEffect::Charges(count) => {
                begin(battle, (by, on), (STEPS, i16::from(*count)), ability.rounds, context);
            }
            AbilityEffect::Challenges(count) => {
                begin(battle, (by, on), (STEPS, -i16::from(*count)), ability.rounds, context);
            }
            AbilityEffect::Guard(count) => {
                begin(battle, (by, on), (GUARDED, i16::from(*count)), ability.rounds, context);
            }
        }
    }
}

/// A condition for so many rounds; the same of the same user is not cumulative: the one that lasts longer stays.
/// VIG-COND-08, VIG-ACT-05.
fn begin(
    battle: &Battle,
    (by, on): (CombatantId, CombatantId),
    (kind, level): (ConditionKind, i16),
    rounds: u16,
    context: &mut StepContext<'_>,
) {
    let new = Condition { level, whom: Some(by), ..Condition::new(kind, rounds_from_now(battle, rounds)) };
    let same = |one: &&Condition| one.kind == kind && one.whom == Some(by) && one.level == level;
    let known = battle.combatant(on).conditions.0.iter().find(same).copied();
    context.effect(match known {
        Some(known) if ends_after(battle, known.until, new.until) => return,
        Some(known) => Effect::ReplaceCondition(on, known, Some(new)),
        None => Effect::AddCondition(on, new),
    });
    context.note(on, ids::ACT_03, super::conditions::describe(battle, &new).label.to_lowercase());
}

fn afflict(
    battle: &Battle,
    (by, on): (CombatantId, CombatantId),
    affliction: Affliction,
    rounds: u16,
    context: &mut StepContext<'_>,
) {
    let lasting = |kind, context: &mut StepContext<'_>| begin(battle, (by, on), (kind, 0), rounds, context);
    match affliction {
        Affliction::Stunned if sheet(battle.combatant(on)).kind == Kind::Living => stun(battle, on, context),
        Affliction::Stunned => {}
        Affliction::KnockedDown => knock_down(battle, on, context),
        Affliction::Bound | Affliction::Pinned => {
            lasting(if affliction == Affliction::Bound { BOUND } else { PINNED }, context);
            drop_plans(battle, on, ids::COND_06, context);
        }
        Affliction::Unconscious => {
            lasting(UNCONSCIOUS, context);
            fall_unconscious(battle, on, context);
        }
        Affliction::Intimidated => lasting(INTIMIDATED, context),
        Affliction::Hidden => {
            lasting(HIDDEN, context);
            hide(battle, on, context);
        }
    }
}
