//! Damage, mitigation, losses, and attacks turned back. TOT-DMG, TOT-SIZE-02, TOT-CRIT-05.

use serde::{Deserialize, Serialize};

use super::{
    attack, catalogue as ids, defence,
    magic::{Spell, contact, flight},
    pool::{self, Pool},
    sheet::{arm, sheet},
    step::{Blow, Contact, Damages, Manner, Prompt, Toll, prompt, step},
};
use crate::{
    dice::{Reading, Throw},
    rules::{Averting, Battle, CombatantId, Entry, Fate, RuleId, StepContext, Verdict},
};

/// A step of what an attack does. TOT-DMG.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DamageStep {
    /// The damage roll with so many Luck dice.
    Damage(Blow, u8),
    /// The mitigation roll against a damage with so many Luck dice.
    Mitigate(Blow, Damages, u8),
    /// The attack turned back: damage against the attacker, TOT-CRIT-05.
    Return(Blow),
    /// The attacker's mitigation of it.
    Suffered(Blow, Damages),
    /// The energy that a weapon carries goes off, TOT-HYB-03.
    Release(Blow, Toll),
    /// The opposed roll against charm, TOT-ENG-04.
    Resist(Blow, Toll),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &DamageStep, context: &mut StepContext<'_>) {
    match step {
        DamageStep::Damage(blow, luck) => strike(battle, blow, *luck, context),
        DamageStep::Mitigate(blow, damage, luck) => mitigate(battle, blow, *damage, *luck, context),
        DamageStep::Return(blow) => turn_back(battle, blow, context),
        DamageStep::Suffered(blow, damage) => turned_back(battle, blow, *damage, context),
        DamageStep::Release(blow, toll) => contact::release(battle, blow, *toll, context),
        DamageStep::Resist(blow, toll) => contact::resist(battle, blow, *toll, context),
    }
}

/// Additions to the damage dice: the weapon's own first, for size last. TOT-DMG-01, TOT-SIZE-02.
pub fn bonus(battle: &Battle, blow: &Blow) -> [(RuleId, &'static str, i32); 2] {
    let size = sheet(battle.combatant(blow.by)).size.against(sheet(battle.combatant(blow.on)).size);
    let weapon = blow.item.map_or(0, |item| arm(battle, item).damage_mod);
    [(ids::DMG_01, "Weapon", weapon), (ids::SIZE_02, "Size of the target", -size)]
}

/// Damage dice: AP and drugs, TOT-DMG-01, TOT-BERS-04; none of a hold, TOT-COMP-06.
pub fn dice(battle: &Battle, blow: &Blow) -> u8 {
    match blow.manner {
        Manner::Cast => blow.ap,
        Manner::Wrestle => 0,
        _ => contact::martial_dice(battle, blow.by, blow.ap),
    }
}

/// Damage dice in words.
pub fn words(battle: &Battle, blow: &Blow) -> String {
    if blow.manner == Manner::Wrestle { "to hold".into() } else { format!("{}d10 damage", dice(battle, blow)) }
}

/// Damage dice, each with its reason.
pub fn dice_terms(battle: &Battle, blow: &Blow) -> Verdict {
    let all = i32::from(dice(battle, blow));
    match spell(blow) {
        Some(_) => Verdict::base(ids::MAG_04, "Energy", all),
        None => {
            let ap = i32::from(blow.ap).min(all);
            Verdict::base(ids::DMG_01, "AP", ap).plus(ids::BERS_04, "Berserk", all - ap)
        }
    }
}

fn rolled_damage(battle: &Battle, blow: &Blow, luck: u8, context: &mut StepContext<'_>) -> Damages {
    let more = bonus(battle, blow);
    if let Some(spell) = spell(blow) {
        return flight::damage(blow, spell, &more, luck, context);
    }
    let flat: i32 = more.iter().map(|(.., amount)| amount).sum();
    let pool = Pool { dice: dice(battle, blow), luck, marked: false };
    let rolled = pool::roll(battle, pool, &|sum, _| (sum + flat).max(0) as u32, context);
    context.log(|| Entry::Roll(pool::told(blow.by, "Damage", ids::DMG_01, &rolled, &more)));
    Damages::of_weapon((rolled.total() + flat).max(0))
}

/// The spell of a blow, if it is one.
pub fn spell(blow: &Blow) -> Option<Spell> {
    blow.spell.filter(|_| blow.manner == Manner::Cast)
}

/// The damage roll, A2. TOT-DMG-01.
pub fn strike(battle: &Battle, blow: &Blow, luck: u8, context: &mut StepContext<'_>) {
    if context.answers_by_default() && luck == 0 && blow.manner != Manner::Cast {
        return strike_and_mitigate(battle, blow, context);
    }
    if let Some(spell) = spell(blow).filter(|_| context.answers_by_default() && luck == 0) {
        let flat = bonus(battle, blow).iter().map(|(.., amount)| amount).sum();
        if let Some((loss, spare)) = flight::damage_and_absorb(battle, blow, spell, flat, context) {
            return lost(battle, blow, loss, spare, context);
        }
    }
    pool::stake(battle, blow.by, luck, context);
    let damage = rolled_damage(battle, blow, luck, context);
    let who = blow.on;
    let dice = mitigation(battle, who, blow.spent, blow.pierce).value.max(0) as u8;
    let asks = !context.is_forecast() && defence::luck(battle, who, dice) > 0;
    context.then(if asks {
        prompt(who, Prompt::Mitigate(*blow, damage))
    } else {
        step(DamageStep::Mitigate(*blow, damage, 0))
    });
}

/// Dice on mitigation: armour, and one for each AP of the defence. TOT-DMG-02.
pub fn mitigation(battle: &Battle, who: CombatantId, spent: u8, pierce: u8) -> Verdict {
    let armour = sheet(battle.combatant(who)).armour.mitigation().saturating_sub(pierce);
    let mut verdict = Verdict::base(ids::DMG_02, "Armour", armour.into());
    verdict.add(ids::DMG_02, "AP of the defence", spent.into());
    verdict
}

/// The mitigation roll and the loss, D3. TOT-DMG-02, TOT-DMG-03.
pub fn mitigate(battle: &Battle, blow: &Blow, damage: Damages, luck: u8, context: &mut StepContext<'_>) {
    pool::stake(battle, blow.on, luck, context);
    if let Some(spell) = spell(blow) {
        let (loss, spare) = flight::absorb(battle, (spell, blow.on), damage, (blow.spent, luck), context);
        return lost(battle, blow, loss, spare, context);
    }
    let damage = damage.weapon();
    let dice = mitigation(battle, blow.on, blow.spent, blow.pierce).value.max(0) as u8;
    let stopped = rolled_mitigation(battle, (blow, blow.on), (dice, luck), damage, context);
    take(battle, blow, damage - stopped, context);
}

/// Goes on with the loss from a spell and the mitigation left over: to resistance and the end.
fn lost(battle: &Battle, blow: &Blow, loss: i32, spare: i32, context: &mut StepContext<'_>) {
    let toll = Toll { burns: loss > 0, ..Toll::after(Contact::Struck, if loss > 0 { loss } else { -spare }) };
    contact::resisted(battle, blow, toll, context);
}

/// Damage and mitigation at once, for forecasts in which nobody stakes Luck: only the difference counts.
fn strike_and_mitigate(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    let flat: i32 = bonus(battle, blow).iter().map(|(.., amount)| amount).sum();
    let dice = mitigation(battle, blow.on, blow.spent, blow.pierce).value.max(0) as u8;
    let pool = |count| Throw::Sum { count, sides: 10 };
    let loss = |damage: Reading, stopped: Option<Reading>| {
        (damage.sum + flat).max(0) - stopped.map_or(0, |stopped| stopped.sum)
    };
    let next = |_| (dice > 0).then(|| pool(dice));
    // How much is left over matters to an energy that follows.
    let least = if blow.spell.is_some() { i32::MIN } else { -1 };
    let class = |damage: Reading, stopped: Option<Reading>| loss(damage, stopped).max(least) as u32;
    let (damage, stopped) = context.throw_then(pool(self::dice(battle, blow)), &next, &class);
    take(battle, blow, loss(damage.reading, stopped.map(|stopped| stopped.reading)), context);
}

/// Applies the rest of the damage as a loss, unless armour has stopped it all, TOT-DMG-03.
fn take(battle: &Battle, blow: &Blow, loss: i32, context: &mut StepContext<'_>) {
    contact::made(battle, blow, Toll::after(Contact::Struck, loss), context);
}

fn rolled_mitigation(
    battle: &Battle,
    (blow, who): (&Blow, CombatantId),
    (dice, luck): (u8, u8),
    damage: i32,
    context: &mut StepContext<'_>,
) -> i32 {
    let pool = Pool { dice, luck, marked: false };
    // How much is left over matters to an energy that follows, TOT-HYB-04.
    let class = |sum: i32, _| if sum > damage && blow.spell.is_none() { u32::MAX } else { sum as u32 };
    let rolled = pool::roll(battle, pool, &class, context);
    if dice > 0 {
        context.log(|| Entry::Roll(pool::told(who, "Mitigation", ids::DMG_02, &rolled, &[])));
    }
    rolled.total().max(0)
}

/// The attack turned back: its damage, without Luck, against the attacker. TOT-CRIT-05.
pub fn turn_back(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Wrestle {
        return let_pass(battle, blow, context);
    }
    averted(blow, context);
    if spell(blow).is_some_and(|spell| !spell.is_damaging()) {
        return contact::resisted(battle, blow, Toll::new(Contact::Returned), context);
    }
    let damage = rolled_damage(battle, blow, 0, context);
    context.then(step(DamageStep::Suffered(*blow, damage)));
}

/// The attack does nothing to its target.
pub fn averted(blow: &Blow, context: &mut StepContext<'_>) {
    attack::attack_result(blow, Fate::Averted(Averting::Return), 0, context);
    context.note(blow.on, ids::CRIT_05, "turns the attack back");
}

/// The attacker mitigates with armour alone and takes the rest, TOT-CRIT-05.
pub fn turned_back(battle: &Battle, blow: &Blow, damage: Damages, context: &mut StepContext<'_>) {
    let returned = |loss: i32, spare: i32| Toll {
        loss: loss.max(0) as i16,
        spare: spare.max(0) as i16,
        ..Toll::new(Contact::Returned)
    };
    if let Some(spell) = spell(blow) {
        let (loss, spare) = flight::absorb(battle, (spell, blow.by), damage, (0, 0), context);
        return contact::resisted(battle, blow, Toll { burns: loss > 0, ..returned(loss, spare) }, context);
    }
    let dice = sheet(battle.combatant(blow.by)).armour.mitigation();
    let loss = damage.weapon() - rolled_mitigation(battle, (blow, blow.by), (dice, 0), damage.weapon(), context);
    contact::made(battle, blow, returned(loss, -loss), context);
}

/// Declines a counterattack: a plain miss.
pub fn let_pass(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    attack::attack_result(blow, Fate::Missed, 0, context);
    attack::end(battle, blow, context);
}
