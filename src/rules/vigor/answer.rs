//! The outcomes of choices, and the default answers.

use super::{
    area, blows, catalogue as ids, defence, initiative, menu, movement,
    movement::{Gait, MovementStep},
    reactions,
    sheet::ACTIONS,
    step::{Prompt, TurnStep, step},
};
use crate::rules::{Battle, Choice, CombatantId, Course, Effect, Outcome, Refusal, StepContext};

/// Resolves a choice.
///
/// # Errors
/// The rule that forbids it after all.
pub fn answer(battle: &Battle, who: CombatantId, asked: &Prompt, choice: &Choice) -> Result<Outcome, Refusal> {
    let mut context = StepContext::without_chance(true);
    match asked {
        Prompt::Turn => act(battle, who, choice, &mut context)?,
        Prompt::Join(side, held) => {
            let back = if choice.verb == menu::HOLD.verb { choice.targets().collect() } else { <_>::default() };
            initiative::answered(*side, held.or(back), &mut context);
        }
        Prompt::Defend(exchange) => defence::answer(battle, exchange, choice, &mut context),
        Prompt::DefendArea(area, place) => {
            let form = defence::chosen(battle, &area.targets[usize::from(*place)], choice);
            area::answered(area, *place, form, &mut context);
        }
        Prompt::Opening(by) => reactions::answer(battle, who, *by, choice, &mut context),
    }
    Ok(context.into_outcome())
}

/// Pays actions, VIG-TURN-02.
pub fn pay_actions(battle: &Battle, who: CombatantId, count: u8, context: &mut StepContext<'_>) {
    let left = battle.combatant(who).budgets.get(ACTIONS) - i16::from(count);
    context.effect(Effect::Budget(who, ACTIONS, left.max(0)));
}

fn act(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> Result<(), Refusal> {
    match choice.verb {
        "end" => return Ok(()),
        verb if blows::is_mine(verb) => blows::answer(battle, who, choice, context)?,
        "move" | "escape" => {
            movement::course(battle, who, choice.verb, Course::Along(&choice.squares))?;
            let gait = if choice.verb == "move" { Gait::Move } else { Gait::Escape };
            pay_actions(battle, who, 1, context);
            movement::told(who, &choice.squares, gait, context);
            if gait == Gait::Escape {
                context.then(reactions::opening(who));
            }
            context.then(movement::begin(who, choice.squares.clone(), gait));
        }
        "leave" => {
            let exit = movement::exit(battle, who).ok_or_else(|| Refusal::new(ids::MOVE_04, "The edge is too far"))?;
            pay_actions(battle, who, 1, context);
            movement::told(who, &exit, Gait::Leave, context);
            context.then(reactions::opening(who));
            context.then(movement::begin(who, exit, Gait::Leave));
        }
        _ => {
            pay_actions(battle, who, 1, context);
            context.then(reactions::opening(who));
            context.then(step(MovementStep::Stand(who)));
        }
    }
    context.then(step(TurnStep::Act(who)));
    Ok(())
}

/// The default answers.
pub fn default_answer(battle: &Battle, who: CombatantId, asked: &Prompt) -> Choice {
    match asked {
        Prompt::Turn => Choice::new("end"),
        Prompt::Join(..) => Choice::new("roll"),
        Prompt::Defend(exchange) => defence::default_choice(battle, exchange),
        Prompt::DefendArea(area, place) => defence::default_choice(battle, &area.targets[usize::from(*place)]),
        Prompt::Opening(by) => reactions::default_choice(battle, who, *by),
    }
}
