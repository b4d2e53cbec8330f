//! Counterspelling, by attack and by shield, and energy shields that last. TOT-CTR.
//!
//! `pools` has counterspells too, but shares no code with this: here a counter is a question with steps of its own,
//! there it is one defence among others inside the machine of an action. Only the table of opposed energies is the
//! same. Sharing it would save 13 lines and cost 19: each system numbers its energies in its own order, which
//! recordings contain, and only in `pools` does Life counter Death.

use super::{
    cast::{Extra, held_or_not, known, spell_offer},
    catalogue as ids,
    conditions::{self, CONCENTRATES, SHIELD, available, lasting, pay, spell_of},
    contact, damage, guard, menu,
    pool::{staked, with_luck},
    settings,
    spell::{Energy, Spell, Structure},
    step::{Blow, DefenceStep, Guard, Stake},
    stored,
};
use crate::rules::prelude::*;

/// The energies that negate each other, TOT-CTR-01.
pub const OPPOSING: [Energy; 2] = [Energy::Fire, Energy::Cold];

/// The offer of a counterspell; `None` without a suitable energy.
fn begin(battle: &Battle, blow: &Blow, kind: &'static OfferKind, rules: &'static [RuleId]) -> Option<Offer> {
    let energies = guard::means(battle, blow);
    energies.first()?;
    let offer = Offer::new(kind, rules, menu::ap(1));
    let value = |energy: &Energy| ParameterValue::new(*energy as i32, energy.name(), energy.title());
    let which = || Parameter::new(&menu::WITH, energies.iter().map(value).collect::<Vec<_>>());
    Some(if energies.len() > 1 { offer.parameter(which()) } else { offer })
}

/// The energy a choice counters with.
pub fn chosen(battle: &Battle, blow: &Blow, choice: &Choice) -> Energy {
    let first = guard::means(battle, blow).first().map_or(0, |energy| *energy as i32);
    Energy::ALL[choice.value("with", first) as usize % Energy::ALL.len()]
}

/// Name and second line of the two counterspells against an attack: by attack, then by shield.
pub fn wordings(battle: &Battle, blow: &Blow) -> [(String, String); 2] {
    let energies = guard::means(battle, blow);
    let only = energies.first().filter(|_| energies.len() == 1).map(|energy| energy.name());
    let attack = only.map_or_else(|| "Counterspell".into(), |energy| format!("Counterspell with {energy}"));
    let own = own_block(battle, blow);
    let shield = format!("Energy shield of {}", only.unwrap_or("energy"));
    let dice = guard::dice(battle, blow, Guard::Counter);
    [(attack, format!("{dice}d10, no other defence")), (shield, format!("{own}d10, and 1d10 for each AP"))]
}

/// Dice of a block behind a new energy shield, which replaces a standing one.
fn own_block(battle: &Battle, blow: &Blow) -> u8 {
    guard::dice(battle, blow, Guard::Block).saturating_sub(guard::shield_dice(battle, blow))
}

/// Countering by attack, in place of evasion and block, TOT-CTR-02.
pub fn attack_offer(battle: &Battle, blow: &Blow) -> Option<Offer> {
    let offer = begin(battle, blow, &menu::COUNTER, &[ids::CTR_02, ids::CTR_01, ids::CTR_04])?;
    Some(with_luck(battle, blow.on, guard::dice(battle, blow, Guard::Counter), offer))
}

/// Countering by shield, with Block and Luck added, TOT-CTR-03.
pub fn shield_offer(battle: &Battle, blow: &Blow) -> Option<Offer> {
    let offer = begin(battle, blow, &menu::SHIELD, &[ids::CTR_03, ids::CTR_01, ids::DEF_02])?;
    let ap = available(battle, blow.on);
    let counts = |from: u8, to: u8| crate::rules::counts(from..=to.min(Spell::MOST));
    let mut offer = offer.parameter(Parameter::new(&menu::IN_SHIELD, counts(1, ap)));
    if ap > 1 {
        offer = offer
            .parameter(Parameter::new(&menu::AP_ON_BLOCK, counts(0, ap - 1)))
            .parameter(Parameter::new(&menu::LASTING, counts(0, ap - 1)))
            .parameter(Parameter::new(&menu::HELD, held_or_not()))
            .limited(
                vec![("shield", 1), ("ap", 1), ("lasting", 1), ("held", 1)],
                ap.into(),
                Refusal::new(ids::TURN_02, "Not enough AP"),
            )
            .limited(vec![("lasting", 1), ("held", 40)], 40, Refusal::new(ids::MAG_08, "Lasting or held, not both"));
    }
    Some(staked(battle, blow.on, offer, own_block(battle, blow), &["shield", "ap"]))
}

/// The shield a choice raises against an attack.
pub fn shield(battle: &Battle, blow: &Blow, choice: &Choice) -> Spell {
    Spell::new(Structure::Shield)
        .with(chosen(battle, blow, choice), choice.value("shield", 1) as u8)
        .for_turns(choice.value("lasting", 0) as u8)
        .held(choice.value("held", 0) == 1)
}

/// Raising a shield that lasts in one's own turn, TOT-CTR-03.
pub fn raise_offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let energies = known(battle, who, &OPPOSING);
    if energies.is_empty() {
        return None;
    }
    let offer = Offer::new(&menu::WARD, &[ids::CTR_03, ids::MAG_08], menu::ap(2));
    let few = (available(battle, who) < 2).then(|| Refusal::new(ids::MAG_08, "Needs 2 AP to last"));
    if few.is_some() {
        return Some(offer.refused(few));
    }
    let mut offer = spell_offer(battle, who, offer, &energies, &[Extra::Lasting, Extra::Concentration]);
    // The shield has to last. The default is 1 turn, so the 0 goes to the end.
    if let Some(lasting) = offer.parameters.iter_mut().find(|parameter| parameter.key == "lasting") {
        lasting.values.to_mut().rotate_left(1);
    }
    let must = Refusal::new(ids::CTR_03, "It must last");
    Some(offer.limited(vec![("lasting", -1), ("held", -1)], -1, must))
}

/// Raises a shield, one at a time, TOT-CTR-03.
pub fn raise(battle: &Battle, who: CombatantId, spell: Spell, context: &mut StepContext<'_>) {
    let old = battle.combatant(who).conditions.find(SHIELD);
    let was_held = old.and_then(spell_of).is_some_and(|spell| spell.held);
    if was_held || spell.held {
        // This also ends a shield that was held.
        stored::lose_concentration(battle, who, context);
    }
    if let Some(old) = old.filter(|_| !was_held) {
        context.effect(Effect::replaced(who, *old, None));
    }
    if spell.held {
        context.effect(Effect::AddCondition(who, lasting(CONCENTRATES)));
    }
    let until = if spell.held { Until::Indefinite } else { Until::Turns(spell.lasting) };
    let shield = Condition { until, ..conditions::keeping(SHIELD, spell) };
    context.effect(Effect::AddCondition(who, shield));
    context.note(who, ids::CTR_03, format_args!("raises a shield of {}", spell.words()));
}

/// Pays for a shield against an attack and goes on to the block, TOT-CTR-03.
pub fn ward(battle: &Battle, blow: &Blow, spell: Spell, stake: Stake, context: &mut StepContext<'_>) {
    pay(battle, blow.on, spell.cost(), context);
    raise(battle, blow.on, spell, context);
    let spent = blow.spent + spell.power();
    let blow = Blow { spent, ..*blow };
    context.step(DefenceStep::Block(blow, stake));
}

/// After a block, ends the energy shield if it has countered the spell or is not a lasting one. TOT-CTR-03.
pub fn after_block(battle: &Battle, blow: &Blow, has_worked: bool, context: &mut StepContext<'_>) {
    let Some((condition, shield)) = guard::standing(battle, blow) else { return };
    if !has_worked && (shield.lasting > 0 || shield.held) {
        return;
    }
    if shield.held {
        stored::lose_concentration(battle, blow.on, context);
    } else {
        context.effect(Effect::replaced(blow.on, condition, None));
    }
}

/// A counterspell by this rule succeeds: the whole spell is gone, or only its opposed energies, TOT-CTR-04, TOT-CTR-05.
pub fn negated(battle: &Battle, blow: &Blow, (counter, rule): (Spell, RuleId), context: &mut StepContext<'_>) {
    let spell = blow.spell.unwrap_or(Spell::new(Structure::Projected));
    let is_met = |energy: Energy| energy.opposed_by().is_some_and(|opposed| counter.share(opposed) > 0);
    let rest =
        spell.energies().filter(|(energy, _)| is_met(*energy)).fold(spell, |rest, (energy, _)| rest.without(energy));
    let has_rest = rest.power() > 0;
    if has_rest && settings::only_opposed_are_countered(battle) {
        let met = spell.energies().map(|(energy, _)| energy).filter(|energy| is_met(*energy));
        let met = and_list(met.map(Energy::name));
        context.note(blow.on, ids::CTR_05, format_args!("takes the {met} out of the spell"));
        let ap = rest.damage().map(|(_, dice)| dice).sum();
        return damage::hit(battle, Blow { spell: Some(rest), ap, ..*blow }, context);
    }
    context.note(blow.on, if has_rest { ids::CTR_04 } else { rule }, "counters the spell");
    contact::attack_result(blow, Fate::Averted(Averting::Counter), 0, context);
    contact::close_attack(battle, blow, context);
}

/// After a successful block: if an energy shield took part in it, counters the spell and returns true. TOT-CTR-03.
pub fn negated_by_shield(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) -> bool {
    let Some((_, shield)) = guard::standing(battle, blow) else { return false };
    after_block(battle, blow, true, context);
    negated(battle, blow, (shield, ids::CTR_03), context);
    true
}

/// The stake that a choice puts on a counter by attack: always 1 AP, and its Luck, TOT-CTR-02.
pub fn stake(choice: &Choice) -> Stake {
    Stake { ap: 1, luck: choice.value("luck", 0) as u8 }
}
