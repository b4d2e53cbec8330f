//! The drugs berserk and meginserk: they give strength, limit what their takers can do, and may kill them. TOT-BERS.

use super::{
    catalogue as ids,
    conditions::{self, COMA, DRUGS, STUPOR, available, broke, lasting, pay},
    life, menu, movement, settings,
    sheet::{Component, arm, sheet},
    step::Manner,
    stored,
};
use crate::rules::{Aftermath, Dose, Drug, hands, prelude::*};

/// Why a drugged combatant may not attack in this manner, TOT-BERS-07.
pub fn forbids_attack(battle: &Battle, who: CombatantId, manner: Manner) -> Option<Refusal> {
    match (conditions::active(battle, who)?.drug, manner) {
        (Drug::Meginserk, _) => Some(Refusal::new(ids::BERS_07, "Meginserk allows only magic")),
        (Drug::Berserk, Manner::Shoot | Manner::Cast) => Some(Refusal::new(ids::BERS_07, "Not while berserk")),
        (Drug::Berserk, _) => None,
    }
}

/// Why a drugged combatant may not cast, TOT-BERS-07.
pub fn forbids_magic(battle: &Battle, who: CombatantId) -> Option<Refusal> {
    (conditions::active(battle, who)?.drug == Drug::Berserk).then(|| Refusal::new(ids::BERS_07, "Not while berserk"))
}

/// Whether a combatant can use a component now: the berserk lose some, those on meginserk all, TOT-BERS-07.
pub fn knows(battle: &Battle, who: CombatantId, component: Component) -> bool {
    let forgotten = match conditions::active(battle, who).map(|dose| dose.drug) {
        Some(Drug::Berserk) => !component.is_left_to_the_berserk(),
        Some(Drug::Meginserk) => true,
        None => false,
    };
    sheet(battle.combatant(who)).knows(component) && !forgotten
}

/// The offer to take a carried dose, TOT-BERS-01.
pub fn offer(battle: &Battle, who: CombatantId, item: Item<'_>) -> Option<Offer> {
    let dose = arm(battle, item.id).dose.filter(|_| item.at.bearer() == Some(who))?;
    let clash = DRUGS.clash(battle.combatant(who), dose);
    let clash = clash.then(|| Refusal::new(ids::BERS_01, "Another drug already works"));
    let broke = broke(battle, who);
    let offer = Offer::new(&menu::DRINK, &[ids::BERS_01, ids::BERS_08], menu::ap(1));
    Some(offer.with(item.id).refused(clash).refused(broke))
}

/// What a dose does, in words.
pub fn about(battle: &Battle, who: CombatantId, item: ItemId) -> Option<String> {
    let dose = arm(battle, item).dose?;
    // The highest tier taken decides, TOT-BERS-08.
    let tier = dose.tier.max(conditions::tier_of(battle, who, dose.drug));
    let end = if tier > training(battle, who)[dose.drug as usize] { "then death" } else { "then stupor" };
    Some(format!("Tier {}, {}, {end}", dose.tier, counted(settings::drug_turns(battle), "turn")))
}

/// Tiers of training in each drug.
fn training(battle: &Battle, who: CombatantId) -> [u8; 2] {
    let numbers = sheet(battle.combatant(who));
    [numbers.berserk, numbers.meginserk]
}

/// Takes a dose; false if the item is not one. TOT-BERS-01.
pub fn drink(battle: &Battle, who: CombatantId, item: ItemId, context: &mut StepContext<'_>) -> bool {
    let Some(dose) = arm(battle, item).dose else { return false };
    movement::end_action(battle, who, context);
    pay(battle, who, 1, context);
    hands::use_up(battle, item, context);
    context.note(who, ids::BERS_01, format_args!("takes a dose of {}, tier {}", dose.drug.name(), dose.tier));
    set_in(battle, who, dose, context);
    true
}

/// A dose begins to work: it gives temporary Vitality at once; a higher dose adds only the difference. TOT-BERS-01,
/// TOT-BERS-02.
pub fn set_in(battle: &Battle, who: CombatantId, dose: Dose, context: &mut StepContext<'_>) {
    let (turns, worth) = (settings::drug_turns(battle) as u8, settings::vitality_per_rank(battle) as i16);
    DRUGS.set_in(battle.combatant(who), dose, turns, worth, context);
}

/// Counts a drug down one turn; after the last it wears off, TOT-BERS-01, TOT-BERS-08.
pub fn run_down(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let drug = conditions::active(battle, who).map(|dose| dose.drug);
    let Some(left) = DRUGS.run_down(battle.combatant(who), training(battle, who), context) else { return };
    let is_berserk = drug == Some(Drug::Berserk);
    context.note(who, ids::BERS_08, if is_berserk { "is no longer berserk" } else { "is free of meginserk" });
    match left {
        Aftermath::Death => life::kill(battle, who, context),
        Aftermath::Stupor => sink_into(battle, who, STUPOR, context),
        Aftermath::Coma => sink_into(battle, who, COMA, context),
    }
}

/// A combatant falls into a stupor or coma and is out of the fight, TOT-BERS-08, TOT-COND-01.
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

/// Why a turn may not be ended yet: meginserk demands magic while AP for it are left, TOT-BERS-07.
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
