//! Hands each step to the chapter that resolves it.

use super::{
    attack, gear, movement, objects,
    step::{AttackStep, MovementStep, Step, TurnStep},
    turn,
};
use crate::rules::prelude::*;

/// Resolves a step.
pub fn resolve(battle: &Battle, step: &Step, context: &mut StepContext<'_>) {
    match step {
        Step::Turn(step) => turn_step(battle, step, context),
        Step::Movement(MovementStep::Go(who, squares)) => movement::go(battle, *who, squares, context),
        Step::Attack(step) => match step {
            AttackStep::Declare(act, targets) => attack::declare(battle, act, targets, context),
            AttackStep::Exchange(exchange) => attack::go_on(battle, exchange, context),
            AttackStep::Onward(onward) => attack::onward(battle, onward, context),
        },
    }
}

fn turn_step(battle: &Battle, step: &TurnStep, context: &mut StepContext<'_>) {
    match step {
        TurnStep::Day(from) => turn::day(battle, *from, context),
        TurnStep::Round(number) => turn::round(battle, *number, context),
        TurnStep::Ask(from, lucky) => turn::ask(battle, *from, *lucky, context),
        TurnStep::Roll(lucky, rolled) => turn::roll(battle, *lucky, rolled, context),
        TurnStep::TieBreak(tied) => turn::tie_break(battle, tied, context),
        TurnStep::Turn(place) => turn::turn(battle, *place, context),
        TurnStep::Concentrate(who) => turn::concentrate(battle, *who, context),
        TurnStep::Suffer(who) => turn::suffer(battle, *who, context),
        TurnStep::Burn(who) => turn::burn(battle, *who, context),
        TurnStep::Steady(who) => turn::steady(battle, *who, context),
        TurnStep::Stabilise(who, luck) => turn::stabilise(battle, *who, *luck, context),
        TurnStep::StabiliseLuck(who, luck, so_far) => turn::stabilise_luck(battle, *who, *luck, *so_far, context),
        TurnStep::Die(who) => turn::die(battle, *who, context),
        TurnStep::Act(who) => turn::act(battle, *who, context),
        TurnStep::Rest(who) => turn::rest(battle, *who, context),
        TurnStep::Explode => objects::explode(battle, context),
        TurnStep::Blasted(by, who, damage) => objects::blasted(battle, (*by, *who), *damage, context),
        TurnStep::Close => turn::close(battle, context),
        TurnStep::Recover(who) => gear::recover(battle, *who, context),
    }
}
