//! Walking. DRL-WALK.

use super::{
    catalogue::{TURN_01, WALK_01},
    menu,
    sheet::{WALKED, sheet},
};
use crate::{
    geometry::Square,
    rules::{
        Action, Battle, CombatantId, Cost, Effect, Entry, Measure, Offer, Refusal, Route, StepContext, Target, Ways,
        ground::Walks,
    },
};

/// Where somebody gets in the walk of this turn.
fn walks(battle: &Battle, who: CombatantId) -> Result<Walks<'_>, Refusal> {
    let one = battle.combatant(who);
    let walked = one.budgets.get(WALKED) == 1;
    if walked { Err(Refusal::new(TURN_01, "Has walked")) } else { Ok(Walks::new(battle, who, sheet(one).pace)) }
}

/// The offer to walk.
pub fn offer(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::WALK, &[WALK_01, TURN_01], Cost::of(&menu::ONE_WALK, 1));
    let (ends, refusal) = match walks(battle, who).map(|walks| walks.ends()) {
        Ok(ends) if ends.is_empty() => (ends, Some(Refusal::new(WALK_01, "No free square"))),
        Ok(ends) => (ends, None),
        Err(refusal) => (Ways::default(), Some(refusal)),
    };
    offer.at(Target::Way(ends)).refused(refusal)
}

/// The shortest way to a square.
pub fn route(battle: &Battle, who: CombatantId, to: Square) -> Option<Route> {
    walks(battle, who).ok()?.route(to)
}

/// What a way comes to.
///
/// # Errors
/// The rule that forbids it.
pub fn way(battle: &Battle, who: CombatantId, squares: &[Square]) -> Result<Route, Refusal> {
    walks(battle, who)?.way(squares).map_err(|words| Refusal::new(WALK_01, words))
}

/// Goes a whole way: nothing can come in between.
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
