//! Turns in hand: who has one, when it may be taken, and how it ends unused. RAT-INIT-13, RAT-INIT-14, RAT-TURN-04.

use super::{
    conditions::{AMBUSHED, DECLARED, FLAT_FOOTED, OFF_GUARD, WAITING, can_act, mount_of},
    gear, magic, settings,
    sheet::{Discipline, MOVED, sheet},
    step::TurnStep,
};
use crate::rules::{Asked, Moment, prelude::*};

/// Whether somebody can take a turn in hand now.
pub fn may_claim(battle: &Battle, who: CombatantId) -> bool {
    let fighter = battle.combatant(who);
    fighter.conditions.has(WAITING) && can_act(fighter) && !battle.is_in_turn(who)
}

/// Whether anybody has a turn in hand and could take it inside another's turn.
pub fn may_interrupt(battle: &Battle) -> bool {
    settings::is_older(battle) && battle.rows().iter().any(|row| row.conditions.has(WAITING))
}

/// Lets those who wait cut in now, if they may take a turn inside another's. RAT-INIT-13.
pub fn offer_moment(battle: &Battle, by: CombatantId, context: &mut StepContext<'_>) {
    if may_interrupt(battle) {
        context.step(TurnStep::Call(Some(by), Asked::default()));
    }
}

/// Friends who have a turn in hand and the discipline to join an attack, in initiative order. RAT-DISC-03.
pub fn joiners(battle: &Battle, with: CombatantId) -> Vec<CombatantId> {
    let side = battle.combatant(with).team;
    let may = |who: &CombatantId| {
        let fighter = battle.combatant(*who);
        let knows = sheet(fighter).has(Discipline::CoordinatedAttack);
        *who != with && fighter.team == side && knows && may_claim(battle, *who)
    };
    battle.scene.order.iter().copied().filter(may).collect()
}

/// Ends a turn in hand that was not taken, and says so. RAT-TURN-04, RAT-INIT-13, RAT-INIT-14.
pub fn lose(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    context.note(who, rule, "loses the turn in hand");
    pass_turn(battle, who, context);
}

/// What ends when somebody leaves the field: a turn in hand, and what it sustains. RAT-INIT-14, RAT-MAG-10.
pub fn effects_of_leaving(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    StepContext::effects_of(|context| {
        context.clear(battle, who, &[WAITING]);
        magic::end(battle, who).for_each(|effect| context.effect(effect));
    })
}

/// Takes up a turn in hand inside another's action; [`close`] ends it. RAT-DISC-03.
pub fn take_up(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    start_turn(battle, who, context);
}

/// Ends a turn in hand unused without saying so; [`lose`] says so. RAT-TURN-04.
pub fn lose_silently(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    pass_turn(battle, who, context);
}

/// Passes a turn without movement or action: whatever lasts until a turn starts or ends is over. RAT-TURN-04.
pub fn pass_turn(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    start_turn(battle, who, context);
    // Conditions until the end of the next turn: the turn just begun is that one, so they end with it.
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        let all = battle.combatant(mover).conditions.0.iter();
        for condition in all.filter(|condition| condition.until == Until::NextTurnEnd) {
            context.effect(Effect::replaced(mover, Condition { until: Until::TurnEnd, ..*condition }, None));
        }
    }
    close(battle, who, context);
}

/// Ends a turn: its conditions, and the declaration or ambush that concerns the first one. RAT-TURN-04, RAT-INIT-03,
/// RAT-INIT-08.
pub fn close(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    end_states(battle, who, context);
    context.clear(battle, who, &[DECLARED, AMBUSHED]);
}

/// Starts a turn afresh, even one that is lost: nothing counts as moved, weapons with no reloading left to do are
/// loaded, and in the newer edition off guard and flat-footed end. RAT-TURN-04, RAT-ACC-05.
pub fn start_turn(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        stand_still(battle, mover, context);
        if !settings::is_older(battle) {
            context.clear(battle, mover, &[OFF_GUARD, FLAT_FOOTED]);
        }
    }
    gear::load(battle, who, context);
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        context.expire_conditions(battle, Moment::TurnStarts(mover));
    }
}

/// Ends the conditions that end with a turn, also for the mount, which has no turn of its own. RAT-MNT-01.
fn end_states(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        context.expire_conditions(battle, Moment::TurnEnds(mover));
    }
}

/// Newer: a mount without a rider has no turn whose start would end being off guard or flat-footed. These end with the
/// round in which those with turns have had theirs: round 1 for off guard, round 2 for flat-footed. RAT-INIT-06,
/// RAT-INIT-07, RAT-MNT-01.
pub fn come_to(battle: &Battle, mount: CombatantId, context: &mut StepContext<'_>) {
    match (settings::is_older(battle), battle.scene.round) {
        (true, _) => {}
        (false, 1) => context.clear(battle, mount, &[OFF_GUARD]),
        (false, _) => context.clear(battle, mount, &[OFF_GUARD, FLAT_FOOTED]),
    }
}

/// Counts somebody as not having moved in its latest turn: a combatant without a turn when its place comes up, and a
/// mount without a rider when the round ends. RAT-ACC-05.
pub fn stand_still(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.set_vital(battle, who, MOVED, 0);
}
