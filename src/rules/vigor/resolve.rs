//! Dispatches each step to its chapter.

use super::{
    area, attack, awareness, hazards, initiative, movement, reactions, readying,
    sheet::ability,
    skills::{self, Oppose},
    smoke,
    step::{AttackStep, MovementStep, ReactionStep, SpecialStep, Step, TurnStep, Use},
    turn, uses,
};
use crate::{geometry::Footprint, rules::prelude::*};

/// Resolves a step.
pub fn resolve(battle: &Battle, step: &Step, context: &mut StepContext<'_>) {
    match step {
        Step::Turn(step) => match step {
            TurnStep::Round(number) => turn::round(battle, *number, context),
            TurnStep::Ask(side, held) => initiative::ask(battle, *side, *held, context),
            TurnStep::Roll(held, rolled) => initiative::roll(battle, *held, rolled, context),
            TurnStep::TieBreak(tied) => initiative::tie_break(battle, tied, context),
            TurnStep::Turn(place) => turn::turn(battle, *place, context),
            TurnStep::Act(who) => turn::act(battle, *who, context),
            TurnStep::Rest(who) => turn::rest(battle, *who, context),
        },
        Step::Movement(step) => match step {
            MovementStep::Go(who, squares, gait) => movement::go(battle, *who, squares, *gait, context),
            MovementStep::Stand(who) => movement::stand(battle, *who, context),
            MovementStep::FallBack(who, to) => movement::fall_back(battle, *who, *to, context),
        },
        Step::Reaction(step) => match step {
            ReactionStep::Opening(by) => reactions::open(battle, *by, context),
            ReactionStep::Open(by, to) => reactions::ask(battle, *by, *to, context),
            ReactionStep::Ready(event, spent) => readying::call(battle, *event, *spent, context),
            ReactionStep::Fulfilled(event, of) => readying::ask(battle, *event, *of, context),
        },
        Step::Attack(step) => match step {
            AttackStep::Declare(strike) => attack::declare(battle, strike, context),
            AttackStep::Exchange(exchange) => attack::go_on(battle, exchange, context),
            AttackStep::Area(exchange) => area::go_on(battle, exchange, context),
        },
        Step::Special(step) => special(battle, step, context),
    }
    hazards::catch_fire(battle, context);
}

fn special(battle: &Battle, step: &SpecialStep, context: &mut StepContext<'_>) {
    face_target(battle, step, context);
    match *step {
        SpecialStep::Use(act) => uses::take_effect(battle, act, context),
        SpecialStep::Force(used) => uses::force(battle, used, context),
        SpecialStep::Resist(used, vs, contest) => uses::resist(battle, used, (vs, contest), context),
        SpecialStep::Affect(used) => uses::affect(battle, used, context),
        SpecialStep::Smoke(by, at, item) => {
            ability(battle, item).into_iter().for_each(|ability| smoke::lay(battle, by, at, ability, context));
        }
        SpecialStep::Restore(on, item, index) => uses::restore(battle, on, item, index, context),
        SpecialStep::Skill(skill, by, on) => skills::roll(battle, skill, by, on, context),
        SpecialStep::Oppose(skill, by, on, total) => skills::oppose(battle, Oppose(skill, by, total), on, context),
        SpecialStep::Aid(by, on) => skills::aid(battle, by, on, context),
        SpecialStep::Heal(on) => skills::heal(battle, on, context),
        SpecialStep::Stabilise(by, on) => skills::stabilise(battle, by, on, context),
        SpecialStep::Explode => hazards::explode(battle, context),
        SpecialStep::Burn(who) => hazards::burn(battle, who, context),
    }
}

/// Turns the user of an ability or skill to face its target, VIG-ATK-05.
fn face_target(battle: &Battle, step: &SpecialStep, context: &mut StepContext<'_>) {
    let body = |who: CombatantId| battle.combatant(who).footprint();
    let (by, to) = match *step {
        SpecialStep::Use(Use { by, on, at, .. }) => (by, on.map(body).or(at.map(Footprint::one))),
        SpecialStep::Skill(_, by, on) | SpecialStep::Aid(by, on) | SpecialStep::Stabilise(by, on) => {
            (by, Some(body(on)))
        }
        _ => return,
    };
    to.into_iter().for_each(|to| awareness::turn_to(battle, by, body(by), to, context));
}
