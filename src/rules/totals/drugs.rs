//! Berserk and meginserk: drugs that make strong, deaf to reason, and dead. TOT-BERS.

use super::{
    arms::{Dose, Drug},
    catalogue as ids,
    conditions::{self, COMA, Detail, STUPOR, available, broke, lasting, pay, turns_left},
    life, menu, movement, settings,
    sheet::{Component, TEMPORARY, VITALITY, arm, sheet},
    step::Manner,
    stored,
};
use crate::rules::prelude::*;

/// Why somebody drugged may not attack so, TOT-BERS-07.
pub fn forbids_attack(battle: &Battle, who: CombatantId, manner: Manner) -> Option<Refusal> {
    match (conditions::active(battle, who)?.0, manner) {
        (Drug::Meginserk, _) => Some(Refusal::new(ids::BERS_07, "Meginserk allows only magic")),
        (Drug::Berserk, Manner::Shoot | Manner::Cast) => Some(Refusal::new(ids::BERS_07, "Not while berserk")),
        (Drug::Berserk, _) => None,
    }
}

/// Why somebody drugged may not cast, TOT-BERS-07.
pub fn forbids_magic(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (conditions::active(battle, who)?.0 == Drug::Berserk).then(|| Refusal::new(ids::BERS_07, "Not while berserk"))
}

/// Whether a component can be used now: the berserk have forgotten some, TOT-BERS-07.
pub fn knows(battle: &Battle, who: CombatantId, component: Component) -> bool {
    let forgotten = match conditions::active(battle, who) {
        Some((Drug::Berserk, _)) => !component.is_left_to_the_berserk(),
        Some((Drug::Meginserk, _)) => true,
        None => false,
    };
    sheet(battle.combatant(who)).knows(component) && !forgotten
}

/// The offer to take a dose one carries, TOT-BERS-01.
pub fn offer(battle: &Battle, who: CombatantId, item: Item<'_>) -> Option<Offer> {
    let dose = arm(battle, item.id).dose.filter(|_| item.at.bearer() == Some(who))?;
    let other = conditions::active(battle, who).is_some_and(|(drug, _)| drug != dose.drug);
    let clash = other.then(|| Refusal::new(ids::BERS_01, "Another drug already works"));
    let broke = broke(battle, who);
    let offer = Offer::new(&menu::DRINK, &[ids::BERS_01, ids::BERS_08], menu::ap(1));
    Some(offer.with(item.id).refused(clash).refused(broke))
}

/// What a dose does, in words.
pub fn about(battle: &Battle, who: CombatantId, item: ItemId) -> Option<String> {
    let dose = arm(battle, item).dose?;
    let end = if dose.tier > training(battle, who, dose.drug) { "then death" } else { "then stupor" };
    Some(format!("Tier {}, {} turns, {end}", dose.tier, settings::drug_turns(battle)))
}

fn training(battle: &Battle, who: CombatantId, drug: Drug) -> u8 {
    let numbers = sheet(battle.combatant(who));
    match drug {
        Drug::Berserk => numbers.berserk,
        Drug::Meginserk => numbers.meginserk,
    }
}

/// Takes a dose; false if the item is not one. TOT-BERS-01.
pub fn drink(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) -> bool {
    let Some(dose) = arm(battle, item).dose else { return false };
    movement::end_action(battle, who, context);
    pay(battle, who, 1, context);
    match battle.item(item).count {
        Some(left) if left > 1 => context.effect(Effect::Count(item, left - 1)),
        _ => context.effect(Effect::Move(item, Location::Gone)),
    }
    context.note(who, ids::BERS_01, format_args!("takes {}, tier {}", dose.drug.name(), dose.tier));
    set_in(battle, who, dose, context);
    true
}

/// A dose begins to work: temporary Vitality at once, a higher one adds only the difference. TOT-BERS-01, TOT-BERS-02.
pub fn set_in(battle: &Battle, who: CombatantId, dose: Dose, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let before = conditions::tier_of(battle, who, dose.drug);
    let tier = before.max(dose.tier);
    if let Some(old) = fighter.conditions.find(conditions::kind_of(dose.drug)) {
        context.effect(Effect::ReplaceCondition(who, *old, None));
    }
    let detail = Detail::Turns(settings::drug_turns(battle) as u8).into();
    context.effect(Effect::AddCondition(
        who,
        Condition { level: tier.into(), detail, ..lasting(conditions::kind_of(dose.drug)) },
    ));
    let more = i32::from(tier - before) * settings::vitality_per_rank(battle);
    if more > 0 {
        context.effect(Effect::Vital(who, TEMPORARY, fighter.vitals.get(TEMPORARY) + more as i16));
    }
}

/// One turn less of a drug; at the end it wears off, TOT-BERS-01, TOT-BERS-08.
pub fn run_down(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let Some((drug, tier)) = conditions::active(battle, who).filter(|_| battle.combatant(who).status != Status::Dead)
    else {
        return;
    };
    let Some(old) = battle.combatant(who).conditions.find(conditions::kind_of(drug)) else { return };
    let turns = turns_left(old);
    if turns > 1 {
        let left = Condition { detail: Detail::Turns(turns - 1).into(), ..*old };
        context.effect(Effect::ReplaceCondition(who, *old, Some(left)));
        return;
    }
    context.effect(Effect::ReplaceCondition(who, *old, None));
    if battle.combatant(who).vitals.get(TEMPORARY) != 0 {
        context.effect(Effect::Vital(who, TEMPORARY, 0));
    }
    context.note(
        who,
        ids::BERS_08,
        match drug {
            Drug::Berserk => "is no longer berserk",
            Drug::Meginserk => "is free of meginserk",
        },
    );
    if tier > training(battle, who, drug) {
        life::kill(battle, who, context);
    } else {
        let kind = if battle.combatant(who).vitals.get(VITALITY) > 0 { STUPOR } else { COMA };
        sink_into(battle, who, kind, context);
    }
}

/// Stupor or coma: out of the fight, TOT-BERS-08, TOT-COND-01.
fn sink_into(battle: &Battle, who: CombatantId, kind: ConditionKind, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    context.effect(Effect::AddCondition(who, lasting(kind)));
    let words = if kind == STUPOR { "sinks into a stupor" } else { "falls into a coma" };
    context.note(who, if kind == STUPOR { ids::BERS_08 } else { ids::BERS_09 }, words);
    if fighter.fights() {
        context.effect(Effect::Status(who, Status::Down));
        life::lose_ap(battle, who, context);
    }
    if kind == COMA {
        life::leave(battle, who, context);
    } else {
        stored::lose_concentration(battle, who, context);
    }
}

/// Why a turn may not be ended yet: meginserk demands magic while there are AP for it, TOT-BERS-07.
pub fn must_cast(battle: &Battle, who: CombatantId, can_cast: impl FnOnce() -> bool) -> Option<Refusal> {
    let driven = conditions::tier_of(battle, who, Drug::Meginserk) > 0
        && available(battle, who) > 0
        && !battle.combatant(who).conditions.has(conditions::CAST);
    (driven && can_cast()).then(|| Refusal::new(ids::BERS_07, "Must use magic first"))
}

/// Damage dice of a martial attack: AP, and those of berserk, TOT-DMG-01, TOT-BERS-04.
pub fn martial_dice(battle: &Battle, by: CombatantId, ap: u8) -> u8 {
    ap + conditions::tier_of(battle, by, Drug::Berserk)
}

/// The damage dice of berserk, in words: " and 2d10".
pub fn extra_dice(battle: &Battle, who: CombatantId) -> String {
    let more = martial_dice(battle, who, 0);
    if more == 0 { String::new() } else { format!(" and {more}d10") }
}
