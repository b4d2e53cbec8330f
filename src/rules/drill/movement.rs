//! Walking. DRL-WALK.

use std::sync::Arc;

use super::{
    catalogue::{TURN_01, WALK_01},
    menu,
    sheet::{WALKED, sheet},
    waiting,
};
use crate::{
    geometry::Square,
    rules::{
        Action, Battle, CombatantId, Cost, Course, Effect, Entry, Journey, Measure, Offer, Refusal, StepContext,
        Target, Ways, ground::Walks,
    },
};

/// Where somebody gets in the walk of this turn.
fn walks(battle: &Battle, who: CombatantId) -> Result<Arc<Walks>, Refusal> {
    let one = battle.combatant(who);
    let walked = one.budgets.get(WALKED) == 1;
    if walked {
        Err(Refusal::new(TURN_01, "Has walked"))
    } else {
        Ok(battle.keep(who, 0, || Walks::on_foot(battle, who, sheet(one).pace)))
    }
}

/// The offer to walk.
pub fn offer(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::WALK, &[WALK_01, TURN_01], Cost::of(&menu::ONE_WALK, 1));
    let (ends, refusal) = match walks(battle, who).map(|walks| walks.ends()) {
        Ok(ends) if ends.lead_nowhere() => (ends, Some(Refusal::new(WALK_01, "No free square"))),
        Ok(ends) => (ends, None),
        Err(refusal) => (Ways::default(), Some(refusal)),
    };
    offer.at(Target::Way(ends)).refused(refusal)
}

/// A walk by the shortest way to a square, or along a way; at its end those who wait for it may cut in.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = walks(battle, who)?.course(course).map_err(|why| Refusal::new(WALK_01, why.to_string()))?;
    let mut after = battle.clone();
    let mut context = StepContext::without_chance(false);
    go(battle, who, &route.squares, &mut context);
    context.effects().for_each(|effect| after.apply(effect));
    let provocations = waiting::provocations(&after, who, route.squares.len().saturating_sub(1));
    Ok(Journey { provocations, ..Journey::to(route, after) })
}

/// Goes a whole way: nothing can come in before its end.
pub fn go(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    context.log(|| {
        let words = format!("walks {}", Measure::SQUARES.words(squares.len() as u16)).into();
        Entry::Action {
            who,
            action: Action::Walk,
            words,
            on: None,
            with: None,
            to: squares.last().copied(),
            rule: WALK_01,
        }
    });
    context.effect(Effect::Budget(who, WALKED, 1));
    for square in squares {
        context.effect(Effect::Place(who, battle.combatant(who).placement.at(*square)));
    }
}
