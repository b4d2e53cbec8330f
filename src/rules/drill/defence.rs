//! Parrying. DRL-PAR.

use super::{
    attack::check,
    catalogue::PAR_01,
    conditions::REELING,
    sheet::{NOTCHES, PARRIED, arm},
    step::{Blow, Step},
};
use crate::rules::{AgendaItem, AttackResult, Averting, Battle, CombatantId, Effect, Fate, ItemId, StepContext};

/// Whether somebody may parry now.
pub fn can_parry(battle: &Battle, who: CombatantId) -> bool {
    let one = battle.combatant(who);
    one.fights() && one.budgets.get(PARRIED) == 0 && !one.conditions.has(REELING)
}

/// Rolls a parry: the strike is averted, or does its damage.
pub fn parry(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    let Blow { by, on, item } = blow;
    context.effect(Effect::Budget(on, PARRIED, 1));
    if check(battle, on, ("Parry", PAR_01), context) {
        notch(battle, item, context);
        context.attack_result(AttackResult { by, on, fate: Fate::Averted(Averting::Parry), damage: 0 });
    } else {
        context.then(AgendaItem::step(Step::Damage(blow)));
    }
}

/// A parried weapon gets a notch, DRL-PAR-02.
fn notch(battle: &Battle, item: ItemId, context: &mut StepContext<'_>) {
    if arm(battle, item).hands > 0 {
        context.effect(Effect::ItemNumber(item, NOTCHES, battle.item(item).numbers.get(NOTCHES) + 1));
    }
}
