//! Walking, in several goes per turn. DPT-WALK, DPT-DAZE.

use std::sync::Arc;

use super::{
    catalogue::{DAZE_01, TURN_01, WALK_01},
    menu,
    sheet::{DAZED, DIAGONALS, SLOWED, WALKED, sheet},
    step::Step,
};
use crate::{
    geometry::{Direction, Square},
    rules::{
        Measure, Route,
        ground::{Bare, EvenDiagonals, NoWalk, Walks, is_nearer},
        prelude::*,
    },
};

/// Squares per turn, DPT-WALK-01, DPT-SLOW-01.
pub fn pace(fighter: Combatant<'_>) -> u16 {
    sheet(fighter).pace / if fighter.conditions.has(SLOWED) { 2 } else { 1 }
}

/// Squares left this turn.
pub fn left(fighter: Combatant<'_>) -> u16 {
    pace(fighter).saturating_sub(fighter.budgets.get(WALKED).unsigned_abs())
}

/// Where a fighter can get with the squares left this turn. DPT-WALK-01, DPT-DAZE-01.
fn walks(battle: &Battle, who: CombatantId) -> Result<Arc<Walks>, Refusal> {
    let walker = battle.combatant(who);
    let is_first = walker.budgets.get(WALKED) == 0;
    if !is_first && left(walker) == 0 {
        return Err(Refusal::new(TURN_01, "Has walked"));
    }
    Ok(battle.keep(who, 0, || {
        let even = battle.scene.field.shared_map(EvenDiagonals(Bare(walker.placement.0.side)));
        let walks = Walks::on_foot(battle, who, left(walker));
        let walks = walks.alternating(even, walker.budgets.get(DIAGONALS).unsigned_abs());
        let walks = if is_first { walks.first_always() } else { walks };
        let feared = walker.conditions.0.iter().find(|condition| condition.kind == DAZED);
        let Some(feared) = feared.and_then(|condition| condition.whom) else { return walks };
        let (body, feared) = (walker.placement, battle.combatant(feared).footprint());
        walks.without(move |from, to| is_nearer(body.at(from).0, body.at(from.step(to)).0, feared))
    }))
}

/// The offer to walk.
pub fn offer(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::WALK, &[WALK_01, TURN_01], Cost::FREE);
    offer.along(walks(battle, who).map(|walks| walks.ends()), || Refusal::new(WALK_01, "No free square"))
}

/// A walk to a square by the shortest way, or along a given way.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, course: Course<'_>) -> Result<Journey, Refusal> {
    let is_dazed = battle.combatant(who).conditions.has(DAZED);
    let refusal = |why: NoWalk| why.refusal(WALK_01, if is_dazed { DAZE_01 } else { WALK_01 }, "Beyond the pace");
    let route = walks(battle, who)?.course(course).map_err(refusal)?;
    let after = battle.after_doing(|context| go(battle, who, (&route.squares, route.cost), context));
    Ok(Journey::to(route, after))
}

/// The step of a walk.
pub fn step(who: CombatantId, route: Route) -> Step {
    Step::Walk(who, route.squares, route.cost)
}

/// Walks a whole way with its cost.
pub fn go(battle: &Battle, who: CombatantId, (squares, cost): (&[Square], u16), context: &mut StepContext<'_>) {
    let walker = battle.combatant(who);
    context.log(|| {
        let words = format!("walks {}", Measure::SQUARES.words(squares.len() as u16)).into();
        let (action, to) = (Action::Walk, squares.last().copied());
        Entry::Action { who, action, words, on: None, with: None, to, rule: WALK_01 }
    });
    let from = [walker.placement.anchor()];
    let steps = from.iter().chain(squares).zip(squares);
    let diagonals = steps.filter(|(at, to)| at.direction_to(**to).is_some_and(Direction::is_diagonal)).count();
    let (walked, before) = (walker.budgets.get(WALKED), walker.budgets.get(DIAGONALS));
    // With a pace of 0 the first step costs nothing; it counts as 1, so that the next step is not a first one.
    context.effect(Effect::Budget(who, WALKED, walked + cost.max(1) as i16));
    context.effect(Effect::Budget(who, DIAGONALS, before + diagonals as i16));
    squares.iter().for_each(|square| context.effect(Effect::Place(who, walker.placement.at(*square))));
}
