//! Parrying. DRL-PAR.

use super::{
    attack::check,
    catalogue::PAR_01,
    conditions::REELING,
    sheet::PARRIED,
    step::{Blow, Step},
};
use crate::rules::{AgendaItem, AttackResult, Averting, Battle, CombatantId, Effect, Fate, StepContext};

/// Whether somebody may parry now.
pub fn can_parry(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.fights() && one.budgets.get(PARRIED) == 0 && !one.conditions.has(REELING)
}

/// Rolls a parry: the strike is averted, or does its damage.
pub fn parry(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let Blow { by, on, .. } = blow;
    context.effect(Effect::Budget(on, PARRIED, 1));
    if check(battle, on, ("Parry", PAR_01), context) {
        context.attack_result(AttackResult { by, on, fate: Fate::Averted(Averting::Parry), damage: 0 });
    } else {
        context.then(AgendaItem::step(Step::Damage(blow)));
    }
}
