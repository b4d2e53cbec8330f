//! Walking. DPT-WALK.

use std::sync::Arc;

use super::{
    catalogue::{TURN_01, WALK_01},
    menu,
    sheet::{SLOWED, WALKED, sheet},
    step::Step,
};
use crate::{
    geometry::Square,
    rules::{Measure, ground::Walks, prelude::*},
};

/// Where somebody gets in the walk of this turn.
fn walks(battle: &Battle, who: CombatantId) -> Result<Arc<Walks>, Refusal> {
    let walker = battle.combatant(who);
    if walker.budgets.get(WALKED) == 1 {
        return Err(Refusal::new(TURN_01, "Has walked"));
    }
    let pace = sheet(walker).pace / if walker.conditions.has(SLOWED) { 2 } else { 1 };
    Ok(battle.keep(who, 0, || Walks::on_foot(battle, who, pace)))
}

/// The offer to walk.
pub fn offer(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::WALK, &[WALK_01, TURN_01], Cost::of(&menu::ONE_WALK, 1));
    offer.along(walks(battle, who).map(|walks| walks.ends()), || Refusal::new(WALK_01, "No free square"))
}

/// A walk by the shortest way to a square, or along a way.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, course: Course<'_>) -> Result<Journey, Refusal> {
    let mut after = battle.clone();
    let route = walks(&after, who)?.course(course).map_err(|why| Refusal::new(WALK_01, why.to_string()))?;
    let mut context = StepContext::without_chance(false);
    go(&after, who, &route.squares, &mut context);
    context.effects().for_each(|effect| after.apply(effect));
    Ok(Journey::to(route, after))
}

/// The step of a walk.
pub fn step(who: CombatantId, squares: Vec<Square>) -> Step {
    Step::Walk(who, squares)
}

/// Goes a whole way.
pub fn go(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    let walker = battle.combatant(who);
    context.log(|| {
        let words = format!("walks {}", Measure::SQUARES.words(squares.len() as u16)).into();
        let (action, to) = (Action::Walk, squares.last().copied());
        Entry::Action { who, action, words, on: None, with: None, to, rule: WALK_01 }
    });
    context.effect(Effect::Budget(who, WALKED, 1));
    squares.iter().for_each(|square| context.effect(Effect::Place(who, walker.placement.at(*square))));
}
