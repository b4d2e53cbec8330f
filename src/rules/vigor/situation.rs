//! What an exchange and all that follows it can depend on, so that equal situations are forecast once.

use super::{
    ability::{AbilityEffect, Affliction},
    arms::Rider,
    attack::{AttackStep, Exchange},
    conditions::{AMBUSHED, HIDDEN},
    guard::shield,
    readying,
    step::Step,
    strike::Mark,
};
use crate::rules::{Battle, CombatantId, ItemId, SituationKey, Whole};

/// The situation of a step: of an attack on one combatant in which nobody else has a part. What the attacker's dice are
/// made of no longer matters by then.
pub fn of(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Exchange(exchange)) = step else { return None };
    let Mark::Combatant(on) = exchange.strike.on else { return None };
    if readying::is_any(battle) || has_others(battle, exchange, on) {
        return None;
    }
    let row = &battle.rows()[on.index()];
    let item = |item: ItemId| {
        let item = battle.item(item);
        (item.id, item.at, item.count, item.numbers)
    };
    let things = (shield(battle, on).map(item), exchange.strike.thrown(battle).map(item));
    let situation = SituationKey::of(&(exchange.as_ref(), battle.scene.round, battle.scene.acting));
    Some(situation.with(&Whole(row)).with(&(row.aware, things)))
}

/// Whether what follows can depend on others: who knows of a hidden one, who stands in the way of somebody knocked back.
fn has_others(battle: &Battle, exchange: &Exchange, on: CombatantId) -> bool {
    let means = exchange.strike.means(battle);
    let moves = means.riders.iter().any(|rider| matches!(rider, Rider::KnockBack(_)));
    let hides = |effect: &AbilityEffect| matches!(effect, AbilityEffect::Condition(Affliction::Hidden));
    moves
        || means.ability.is_some_and(|ability| ability.effects.iter().any(hides))
        || battle.combatant(exchange.strike.by).conditions.has(HIDDEN)
        || battle.combatant(on).conditions.has(AMBUSHED)
}
