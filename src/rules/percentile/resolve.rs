//! Maps each step to the chapter that resolves it.

use super::{
    attack, blast, catalogue as ids, catch, damage, defence, gear, grapple, luck, mounts, movement, objects, reactions,
    step::{
        AttackStep, BlastStep, Check, CheckStep, DamageStep, DefenceStep, Exchange, Luck, MovementStep, ReactionStep,
        Step, TurnStep,
    },
    strikes, stunts, turn,
    wounds::{self, unarmoured},
};
use crate::rules::prelude::*;

/// Resolves a step.
pub fn resolve(battle: &Battle, step: &Step, context: &mut StepContext<'_>) {
    match step {
        Step::Turn(TurnStep::Initiative(rolled)) => turn::initiative(battle, rolled, context),
        Step::Turn(TurnStep::TieBreak(tied)) => turn::tie_break(tied, context),
        Step::Turn(TurnStep::Round(number)) => turn::round(battle, *number, context),
        Step::Turn(TurnStep::Turn(place)) => turn::turn(battle, *place, context),
        Step::Turn(TurnStep::Wake(who)) => turn::wake(battle, *who, context),
        Step::Turn(TurnStep::Act(who)) => turn::act(battle, *who, context),
        Step::Turn(TurnStep::Rest(who)) => turn::rest(battle, *who, context),
        Step::Movement(MovementStep::Leave(walk)) => movement::leave(battle, walk, context),
        Step::Movement(MovementStep::Enter(walk)) => movement::enter(battle, walk, context),
        Step::Movement(MovementStep::Arrive(who, end)) => stunts::arrive(battle, *who, *end, context),
        Step::Movement(MovementStep::Plunge(who, pit)) => stunts::plunge(battle, *who, *pit, context),
        Step::Movement(MovementStep::Passing(who, last)) => mounts::passing(battle, *who, *last, context),
        Step::Reaction(ReactionStep::React(who, event)) => reactions::offer(battle, *who, *event, context),
        Step::Reaction(ReactionStep::Call(event)) => reactions::call(battle, *event, context),
        Step::Attack(AttackStep::Declare(exchange)) => attack::declare(battle, exchange, context),
        Step::Attack(AttackStep::Notice(exchange)) => attack::notice(battle, exchange, context),
        Step::Attack(AttackStep::Roll(exchange)) => attack::roll(battle, exchange, context),
        Step::Attack(AttackStep::Judge(exchange, face)) => attack::judge(battle, exchange, *face, context),
        Step::Attack(AttackStep::Settle(exchange)) => attack::settle(battle, exchange, context),
        Step::Defence(DefenceStep::Guard(exchange, margin, method, number)) => {
            defence::guard(battle, exchange, *margin, (*method, *number), context);
        }
        Step::Defence(DefenceStep::Compare(exchange, margin, method, face)) => {
            let luck = exchange.guard_luck;
            let target = defence::target_number(battle, exchange, *method, luck, &mut Quick::default());
            defence::decide(battle, exchange, *margin, (*method, *face, target), context);
        }
        Step::Damage(DamageStep::Won(exchange, margin)) => damage::won(battle, exchange, *margin, context),
        Step::Damage(DamageStep::Damage(exchange, hit)) => damage::strike(battle, exchange, *hit, context),
        Step::Damage(DamageStep::Inflict(exchange, hit, value, whole)) => {
            damage::inflict(battle, exchange, *hit, (i32::from(*value), *whole), context);
        }
        Step::Damage(DamageStep::Bruise(who)) => unarmoured(battle, *who, ("Injury", ids::UNA_04, true), context),
        Step::Damage(DamageStep::Result(exchange)) => strikes::result(battle, exchange, context),
        Step::Damage(DamageStep::Impact(who)) => unarmoured(battle, *who, ("Fall", ids::DMG_08, false), context),
        Step::Damage(DamageStep::Crush(who)) => unarmoured(battle, *who, ("Crushed", ids::MNT_07, false), context),
        Step::Check(CheckStep::Try(who, check, luck)) => {
            let came = luck::attempt(battle, *who, check, *luck, context);
            came.into_iter().for_each(|rolled| settle(battle, *who, check, *luck, rolled, context));
        }
        Step::Check(CheckStep::Tried(who, check, luck, face)) => {
            let came = luck::attempted(battle, *who, check, *luck, *face, context);
            came.into_iter().for_each(|rolled| settle(battle, *who, check, *luck, rolled, context));
        }
        Step::Check(CheckStep::Settle(who, check, luck, face)) => {
            let target = luck::target_number(battle, *who, check, *luck, &mut Quick::default());
            settle(battle, *who, check, *luck, (*face, target), context);
        }
        Step::Blast(BlastStep::Launch(burst)) => blast::launch(battle, burst, context),
        Step::Blast(BlastStep::Hurl(burst)) => blast::hurl(battle, burst, context),
        Step::Blast(BlastStep::Drift(burst)) => blast::drift(burst, context),
        Step::Blast(BlastStep::DriftFar(burst, to)) => blast::drift_far(battle, burst, *to, context),
        Step::Blast(BlastStep::Detonate(burst, at, hit)) => blast::detonate(battle, burst, *at, *hit, context),
        Step::Blast(BlastStep::Scorch(burst, at, who, value, critical)) => {
            blast::scorch(battle, burst, *at, (*who, *value, *critical), context);
        }
        Step::Blast(BlastStep::Scorched(burst, victim, value, whole)) => {
            blast::scorched(battle, burst, victim, (*value, *whole), context);
        }
        Step::Blast(BlastStep::Soak(burst, who)) => blast::soak(battle, burst, *who, context),
        Step::Blast(BlastStep::Soaked(burst, who, rounds)) => blast::soaked(battle, burst, *who, *rounds, context),
        Step::Blast(BlastStep::Cleared(burst, _)) => blast::settle(battle, burst, context),
        Step::Blast(BlastStep::Burn(who)) => unarmoured(battle, *who, ("Burning", ids::BLAST_05, true), context),
        Step::Blast(BlastStep::Explode) => objects::explode(battle, context),
    }
    turn::follow_up(battle, context);
}

/// Resolves a check.
fn settle(
    battle: &Battle,
    who: CombatantId,
    check: &Check,
    luck: Luck,
    (face, target): (u8, i32),
    context: &mut StepContext<'_>,
) {
    let success = i32::from(face) <= target;
    let badly = !success && luck::merit(check, face, target, luck.upgrade) == 0;
    match check {
        Check::Stay(aid, result) => {
            wounds::stands(who, success, ids::DMG_06, context);
            // Leftover points go to the next check that the blow forces, PCT-RES-03.
            if let Some(exchange) = result {
                context.step(DamageStep::Result(Exchange { points: aid.points, ..*exchange }));
            }
        }
        Check::Resist(_) => wounds::stands(who, success, ids::STR_03, context),
        Check::Notice(exchange) => {
            context.then(attack::take_aim(battle, Exchange { aware: success, ..*exchange }));
        }
        Check::Exert(walk) if success => context.step(MovementStep::Leave(walk.clone())),
        Check::Exert(_) => context.note(who, ids::MOVE_05, "makes no headway"),
        Check::Snatch(item) => gear::snatched(battle, who, *item, success, context),
        Check::Stunt(feat) => stunts::attempted(battle, who, feat, success, badly, context),
        Check::HoldOn(pit) => stunts::held_on(battle, who, *pit, success, context),
        Check::Wrestle(contest) => grapple::rolled(battle, *contest, luck, success.then_some(face), context),
        Check::Wrench(item) => catch::wrenched(battle, who, *item, success, context),
        Check::Clear => mounts::thrown_clear(battle, who, success, badly, context),
        Check::Free if success => mounts::free_self(battle, who, context),
        Check::Free => context.note(who, ids::MNT_07, "does not get free"),
        Check::Ride(walk) if success => movement::set_off(battle, walk.clone(), 1, context),
        Check::RideStrike(exchange) if success => context.step(AttackStep::Declare(*exchange)),
        Check::Ride(_) | Check::RideStrike(_) => context.note(who, ids::MNT_03, "cannot make the mount obey"),
    }
}
