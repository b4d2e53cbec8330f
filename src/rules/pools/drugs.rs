//! Berserk and meginserk: swallowed, counted down, and what comes after. POO-BER.

use super::{
    arms::{Dose, Drug, arm},
    catalogue as ids,
    conditions::{BERSERK, COMA, Detail, MEGINSERK, STABLE, at_level, detail, drug},
    settings, settle,
    sheet::{BUFFER, VITALITY, sheet},
    vitality,
};
use crate::rules::prelude::*;

/// Why a dose cannot be taken now: the other drug works. POO-BER-01.
pub fn refusal(battle: &Battle, who: CombatantId, item: ItemId) -> Option<Refusal> {
    let dose = arm(battle, item).dose?;
    let other = drug(battle.combatant(who)).is_some_and(|(kind, _)| kind != kind_of(dose));
    other.then(|| Refusal::new(ids::BER_01, "The other drug works"))
}

const fn kind_of(dose: Dose) -> ConditionKind {
    match dose.drug {
        Drug::Berserk => BERSERK,
        Drug::Meginserk => MEGINSERK,
    }
}

/// Swallows a dose, POO-BER-01, POO-BER-02.
pub fn swallow(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let Some(dose) = arm(battle, item).dose else { return };
    let kind = kind_of(dose);
    let fighter = battle.combatant(who);
    let old = fighter.conditions.find(kind).copied();
    let before = old.map_or(0, |condition| condition.level);
    let tier = before.max(dose.tier.into());
    let turns = settings::drug_turns(battle).clamp(1, 20) as u8;
    let detail = Detail::Turns(turns).into();
    let new = Condition { detail, ..at_level(kind, tier, Until::Indefinite) };
    match old {
        Some(old) => context.effect(Effect::ReplaceCondition(who, old, Some(new))),
        None => context.effect(Effect::AddCondition(who, new)),
    }
    let buffer = fighter.vitals.get(BUFFER) + 10 * (tier - before);
    context.effect(Effect::Vital(who, BUFFER, buffer));
    context.effect(Effect::Move(item, Location::Gone));
    context.note(who, ids::BER_01, format_args!("swallows {} {tier}", dose.drug.name()));
}

/// Counts the turns of a drug down, POO-BER-01; its end, POO-BER-07.
pub fn count_down(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let works = |condition: &&Condition| matches!(condition.kind, BERSERK | MEGINSERK);
    let Some(old) = fighter.conditions.0.iter().find(works) else { return };
    let Some(Detail::Turns(turns)) = detail(old) else { return };
    if turns > 1 {
        let new = Condition { detail: Detail::Turns(turns - 1).into(), ..*old };
        return context.effect(Effect::ReplaceCondition(who, *old, Some(new)));
    }
    context.effect(Effect::ReplaceCondition(who, *old, None));
    if fighter.vitals.get(BUFFER) != 0 {
        context.effect(Effect::Vital(who, BUFFER, 0));
    }
    let training = &sheet(fighter).training;
    let degree = if old.kind == BERSERK { training.berserk } else { training.meginserk };
    if old.level > i16::from(degree) {
        return vitality::kill(battle, who, ids::BER_07, context);
    }
    if fighter.vitals.get(VITALITY) >= 1 {
        settle::stun(battle, who, Until::Indefinite, context);
        return context.note(who, ids::BER_07, "falls into a stupor");
    }
    for kind in [COMA, STABLE] {
        settle::suffer(battle, who, Condition::new(kind, Until::Indefinite), context);
    }
    context.note(who, ids::BER_07, "falls into a coma");
    if fighter.fights() {
        vitality::fall(battle, who, context);
    }
}
