//! Carries out the acts that take an action of a turn or were readied. VIG-TURN-02, VIG-ACT-02.

use super::{
    blows, defence, gear,
    menu::{self, Price},
    movement, skills, uses,
};
use crate::rules::prelude::*;

/// Pays for an act and begins it.
///
/// # Errors
/// The rule that forbids it.
pub fn begin(
    battle: &Battle,
    who: CombatantId,
    choice: &Choice,
    price: Price,
    context: &mut StepContext<'_>,
) -> Answered {
    if let Some(skill) = skills::chosen(who, choice) {
        price.pay(battle, who, if choice.verb == menu::AID.verb { 2 } else { 1 }, 0, context);
        context.step(skill);
        return Ok(());
    }
    match choice.verb {
        "defend" => {
            price.pay(battle, who, 1, 0, context);
            defence::take_guard(battle, who, context);
        }
        "draw" | "stow" | "take" => gear::begin(battle, who, choice, price, context)?,
        verb if uses::is_mine(verb) => uses::begin(battle, who, choice, price, context)?,
        verb if blows::is_mine(verb) => blows::begin(battle, who, choice, price, context)?,
        _ => movement::begin(battle, who, choice, price, context)?,
    }
    Ok(())
}
