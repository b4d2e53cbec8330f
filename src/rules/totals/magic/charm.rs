//! Charm: opposed Charisma, and its result. TOT-ENG-04.

use super::{
    super::{catalogue as ids, conditions::CAPTIVATED, pool, sheet::sheet},
    stored,
};
use crate::{
    dice::{Reading, Throw},
    rules::{Battle, CombatantId, Condition, Effect, StepContext, Until},
};

/// The rolls of caster and target.
pub fn throws(battle: &Battle, by: CombatantId, on: CombatantId) -> [Throw; 2] {
    [by, on].map(|who| Throw::Sum { count: sheet(battle.combatant(who)).charisma_rating(), sides: 10 })
}

/// The caster rolls, then the target: strictly higher resists, TOT-ENG-04.
pub fn prevails(battle: &Battle, by: CombatantId, on: CombatantId, context: &mut StepContext<'_>) -> bool {
    let [cast, resist] = throws(battle, by, on);
    let is_resisted =
        |cast: Reading, resist: Option<Reading>| u32::from(resist.is_some_and(|resist| resist.sum > cast.sum));
    let (cast, resist) = context.throw_then(cast, &|_| Some(resist), &is_resisted);
    let resisted = resist.as_ref().is_some_and(|resist| resist.sum > cast.sum);
    for (who, thrown) in [Some((by, cast)), resist.map(|resist| (on, resist))].into_iter().flatten() {
        context.log(|| pool::plain(who, "Charisma", ids::ENG_04, &thrown.faces, thrown.sum));
    }
    if resisted {
        context.note(on, ids::ENG_04, "resists the charm");
    }
    !resisted
}

/// Captivates until the end of the target's next turn, not of a turn in progress. TOT-ENG-04.
pub fn captivate(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if battle.combatant(who).conditions.has(CAPTIVATED) {
        context.effect(Effect::Clear(who, CAPTIVATED));
    }
    context.effect(Effect::AddCondition(who, Condition::new(CAPTIVATED, Until::NextTurnEnd)));
    context.note(who, ids::ENG_04, "is captivated");
    stored::lose_concentration(battle, who, context);
}
