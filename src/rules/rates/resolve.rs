//! Hands each step to the chapter that resolves it.

use super::{
    attack, charges, declaring, initiative, mounts, movement,
    step::{MovementStep, SpecialStep, Step, TurnStep},
    stunts, turn, waiting,
};
use crate::rules::{Battle, StepContext, turns};

/// Resolves a step.
pub fn resolve(battle: &Battle, step: &Step, context: &mut StepContext<'_>) {
    match step {
        Step::Turn(step) => match step {
            TurnStep::Round(number) => turn::round(battle, *number, context),
            TurnStep::Arrivals => turn::arrivals(battle, context),
            TurnStep::Declare => declaring::next(battle, context),
            TurnStep::Roll(done) => initiative::roll(battle, *done, context),
            TurnStep::Place(tied) => initiative::place(battle, tied, context),
            TurnStep::Order => initiative::arrange(battle, context),
            TurnStep::Arrange(ready, tied) => initiative::go_on(battle, ready, tied, context),
            TurnStep::Turn(place) => turn::turn(battle, *place, context),
            TurnStep::Act(who) => turn::act(battle, *who, context),
            TurnStep::Rest(who) => turn::rest(battle, *who, context),
            TurnStep::Call(by, asked) => waiting::call(battle, *by, *asked, context),
            TurnStep::Resume => turns::resume(battle, context),
            TurnStep::Close => turn::close(battle, context),
            TurnStep::Explode => charges::explode(battle, context),
            TurnStep::Bleed => turn::bleed(battle, context),
        },
        Step::Movement(MovementStep::Go(who, squares, is_open)) => {
            movement::go(battle, *who, squares, *is_open, context);
        }
        Step::Attack(step) => attack::resolve(battle, step, context),
        Step::Special(step) => match *step {
            SpecialStep::Mount(who, mount) => mounts::get_on(battle, who, mount, context),
            SpecialStep::Shove(by, on) => stunts::shove(battle, by, on, context),
            SpecialStep::Withstand(by, on, force) => stunts::withstand(battle, by, on, force, context),
            SpecialStep::Fall(who) => stunts::fall(battle, who, context),
        },
    }
}
