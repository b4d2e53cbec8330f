//! Walking, and finding hidden fighters by it. DRL-WALK, DRL-HIDE.

use std::sync::Arc;

use super::{catalogue::*, menu, sheet::*, step::Step, waiting};
use crate::rules::{
    Asked, Measure,
    ground::{Walks, too_far, until_met},
    knowledge,
    prelude::*,
};

/// How close to a hidden fighter an enemy's walk must end to find them, in squares. DRL-HIDE-01.
const FINDS: u16 = 2;

/// Where a fighter can get with this turn's walk.
fn walks(battle: &Battle, who: CombatantId) -> Result<Arc<Walks>, Refusal> {
    let walker = battle.combatant(who);
    if walker.budgets.get(WALKED) == 1 {
        return Err(Refusal::new(TURN_01, "Has walked"));
    }
    Ok(battle.keep(who, 0, || Walks::on_foot(battle, who, sheet(walker).pace)))
}

/// The offer to walk.
pub fn offer(battle: &Battle, who: CombatantId) -> Offer {
    let offer = Offer::new(&menu::WALK, &[WALK_01, TURN_01], Cost::of(&menu::ONE_WALK, 1));
    offer.along(walks(battle, who).map(|walks| walks.ends()), || Refusal::new(WALK_01, "No free square"))
}

/// A walk to a square by the shortest way, or along a given way, planned with what the walker's side knows. At its end
/// waiting enemies may cut in.
///
/// # Errors
/// The rule that forbids it.
pub fn journey(battle: &Battle, who: CombatantId, course: Course<'_>) -> Result<Journey, Refusal> {
    let route = walks(battle, who)?.course(course).map_err(|why| Refusal::new(WALK_01, why.to_string()))?;
    let after = battle.after_doing(|context| go(battle, who, &route.squares, context));
    let provocations = waiting::provocations(&after, who, route.squares.len().saturating_sub(1));
    Ok(Journey { provocations, ..Journey::to(route, after) })
}

/// Walks a whole way; only an enemy unknown to the walker's side can cut it short. Hidden fighters near its end are
/// found, DRL-HIDE-01.
pub fn go(battle: &Battle, who: CombatantId, squares: &[Square], context: &mut StepContext<'_>) {
    let walker = battle.combatant(who);
    let (walked, met) = until_met(battle, who, squares);
    context.log(|| {
        let words = format!("walks {}", Measure::SQUARES.words(walked.len() as u16)).into();
        let (action, to) = (Action::Walk, walked.last().copied());
        Entry::Action { who, action, words, on: None, with: None, to, rule: WALK_01 }
    });
    context.effect(Effect::Budget(who, WALKED, 1));
    walked.iter().for_each(|square| context.effect(Effect::Place(who, walker.placement.at(*square))));
    let end = walked.last().map_or(walker.placement, |at| walker.placement.at(*at)).0;
    let unknown = battle.unknown_to(walker.team);
    for hidden in battle.combatants().filter(|other| unknown.contains(other.id)) {
        if met == Some(hidden.id) || too_far(&battle.scene.field, HIDE_01, FINDS, end, hidden.footprint()).is_none() {
            knowledge::reveal(battle, hidden.id, HIDE_01, context);
        }
    }
    context.step(Step::Call(Some(who), Asked::default()));
}
