//! Turns in hand: who has one, when it may be taken, and turns that are over without having been used. RAT-INIT-13,
//! RAT-INIT-14, RAT-TURN-04.

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

/// Whether anybody has a turn in hand, and could take it inside somebody's.
pub fn may_interrupt(battle: &Battle) -> bool {
    settings::is_older(battle) && battle.rows().iter().any(|row| row.conditions.has(WAITING))
}

/// Offers the moment to those who wait, if they may take a turn inside somebody's. RAT-INIT-13.
pub fn offer_moment(battle: &Battle, by: CombatantId, context: &mut StepContext<'_>) {
    if may_interrupt(battle) {
        context.step(TurnStep::Call(Some(by), Asked::default()));
    }
}

/// Friends with a turn in hand who have the discipline to attack together with somebody, in initiative order. RAT-DISC-03.
pub fn joiners(battle: &Battle, with: CombatantId) -> Vec<CombatantId> {
    let side = battle.combatant(with).team;
    let may = |who: &CombatantId| {
        let fighter = battle.combatant(*who);
        let knows = sheet(fighter).has(Discipline::CoordinatedAttack);
        *who != with && fighter.team == side && knows && may_claim(battle, *who)
    };
    battle.scene.order.iter().copied().filter(may).collect()
}

/// A turn in hand is over without having been taken, RAT-TURN-04, RAT-INIT-13, RAT-INIT-14.
pub fn lose(battle: &Battle, who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    context.note(who, rule, "loses the turn in hand");
    pass_unused(battle, who, context);
}

/// What ends with somebody's leaving the field: a turn in hand, and what is sustained. RAT-INIT-14, RAT-MAG-10.
pub fn left(battle: &Battle, who: CombatantId) -> Vec<Effect> {
    StepContext::effects_of(|context| {
        context.clear(battle, who, &[WAITING]);
        magic::end(battle, who).for_each(|effect| context.effect(effect));
    })
}

/// Takes up a turn in hand inside somebody else's act; [`close`] ends it. RAT-DISC-03.
pub fn take_up(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    begin_anew(battle, who, context);
}

/// A turn in hand is over without having been used, RAT-TURN-04.
pub fn use_up(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Clear(who, WAITING));
    pass_unused(battle, who, context);
}

/// A turn without movement or action: what lasts until a turn starts or ends does so. RAT-TURN-04.
pub fn pass_unused(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    begin_anew(battle, who, context);
    // What has begun to last until the end of this very turn.
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        let all = battle.combatant(mover).conditions.0.iter();
        for condition in all.filter(|condition| condition.until == Until::NextTurnEnd) {
            context.effect(Effect::replaced(mover, Condition { until: Until::TurnEnd, ..*condition }, None));
        }
    }
    close(battle, who, context);
}

/// The end of a turn: states, and what was said about the first one. RAT-TURN-04, RAT-INIT-03, RAT-INIT-08.
pub fn close(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    end_states(battle, who, context);
    context.clear(battle, who, &[DECLARED, AMBUSHED]);
}

/// What starts anew with a turn, also with one that is lost: nobody is unprepared any more, and nothing has been moved.
/// RAT-TURN-04, RAT-ACC-05.
pub fn begin_anew(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        stand_still(battle, mover, context);
        if !settings::is_older(battle) {
            context.clear(battle, mover, &[OFF_GUARD, FLAT_FOOTED]);
        }
    }
    gear::load(battle, who, context);
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        context.passed(battle, Moment::TurnStarts(mover));
    }
}

/// What ends with a turn, also for the mount, which has none of its own. RAT-MNT-01.
fn end_states(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    for mover in [Some(who), mount_of(battle, who)].into_iter().flatten() {
        context.passed(battle, Moment::TurnEnds(mover));
    }
}

/// Newer: a mount without a rider has no turn with whose start it would come to. It does so with the round in which those who
/// have turns have had theirs: the first one, the second for the flat-footed. RAT-INIT-06, RAT-INIT-07, RAT-MNT-01.
pub fn come_to(battle: &Battle, mount: CombatantId, context: &mut StepContext<'_>) {
    match (settings::is_older(battle), battle.scene.round) {
        (true, _) => {}
        (false, 1) => context.clear(battle, mount, &[OFF_GUARD]),
        (false, _) => context.clear(battle, mount, &[OFF_GUARD, FLAT_FOOTED]),
    }
}

/// Whoever has no turn when its place comes up, and mounts without riders when the round ends, have not moved in their latest
/// turn either. RAT-ACC-05.
pub fn stand_still(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    context.set_vital(battle, who, MOVED, 0);
}
