//! Berserk and meginserk: swallowed, counted down, and what comes after. POO-BER.

use super::{
    arms::arm,
    catalogue as ids,
    conditions::{COMA, DRUGS, STABLE},
    settings, settle,
    sheet::sheet,
    vitality,
};
use crate::rules::{Aftermath, hands, prelude::*};

/// Why a dose cannot be taken now: the other drug works. POO-BER-01.
pub fn refusal(battle: &Battle, who: CombatantId, item: ItemId) -> Option<Refusal> {
    let clash = DRUGS.clash(battle.combatant(who), arm(battle, item).dose?);
    clash.then(|| Refusal::new(ids::BER_01, "The other drug works"))
}

/// Swallows a dose: ten points of Buffer for each tier, POO-BER-01, POO-BER-02.
pub fn swallow(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) {
    let Some(dose) = arm(battle, item).dose else { return };
    DRUGS.set_in(battle.combatant(who), dose, settings::drug_turns(battle).clamp(1, 20) as u8, 10, context);
    hands::use_up(battle, item, context);
    context.note(who, ids::BER_01, format_args!("swallows a dose of {}, tier {}", dose.drug.name(), dose.tier));
}

/// Counts the turns of a drug down, POO-BER-01; its end, POO-BER-07.
pub fn count_down(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let training = &sheet(fighter).training;
    match DRUGS.run_down(fighter, [training.berserk, training.meginserk], context) {
        None => {}
        Some(Aftermath::Death) => vitality::kill(battle, who, ids::BER_07, context),
        Some(Aftermath::Stupor) => {
            settle::stun(battle, who, Until::Indefinite, context);
            context.note(who, ids::BER_07, "falls into a stupor");
        }
        Some(Aftermath::Coma) => {
            for kind in [COMA, STABLE] {
                settle::suffer(battle, who, Condition::new(kind, Until::Indefinite), context);
            }
            context.note(who, ids::BER_07, "falls into a coma");
            if fighter.fights() {
                vitality::fall(battle, who, context);
            }
        }
    }
}
