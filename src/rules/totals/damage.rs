//! Damage, mitigation, losses, and attacks turned back. TOT-DMG, TOT-SIZE-02, TOT-CRIT-05.

use serde::{Deserialize, Serialize};

use super::{
    catalogue as ids, conditions, contact, drugs, flight, menu,
    pool::{self, Added, Pool},
    settings,
    sheet::{arm, sheet},
    spell::{Energy, Spell},
    step::{AttackStep, Blow, Contact, DamageStep, Damages, Manner, Toll},
};
use crate::rules::{StageState, prelude::*};

/// The attack hits.
pub fn hit(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    before_damage(battle, Blow { critical: blow.critical, ..blow.decided() }, context);
}

/// What follows a hit: the question about Luck on the damage roll, A2, or the roll at once. A spell that does no damage
/// goes on to resistance, a wrestling attack to the hold.
pub fn before_damage(battle: &Battle, blow: Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Cast && !blow.spell.is_some_and(Spell::is_damaging) {
        return contact::resist_or_inflict(battle, &blow, Toll::new(Contact::Struck), context);
    }
    if blow.manner == Manner::Wrestle {
        context.step(AttackStep::Hold(blow));
    } else if !context.is_forecast() && pool::may_stake(battle, blow.by) {
        context.ask(blow.by, Damage(blow));
    } else {
        context.step(DamageStep::Damage(blow, 0));
    }
}

/// A wrestling attack has hit: the target is held and takes no damage, TOT-COMP-06.
pub fn hold(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    conditions::HOLD.begin(blow.on, blow.by).into_iter().for_each(|half| context.effect(half));
    context.note(blow.on, ids::COMP_06, "is held");
    // A charge in the hands goes off on any contact, TOT-HYB-05.
    contact::release_or_inflict(battle, blow, Toll::new(Contact::Struck), context);
}

/// Luck dice on damage, A2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Damage(pub Blow);

impl RulesetPrompt for Damage {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let luck = pool::most_luck(battle, who, dice(battle, &self.0));
        pool::staking(&menu::ROLL, luck, &[ids::DMG_01, ids::LUCK_03])
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        context.step(DamageStep::Damage(self.0, choice.value("luck", 0) as u8));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let about = format!("{} is hit: {}d10", battle.combatant(self.0.on).identity.name, dice(battle, &self.0));
        after(Told::new(battle, who, "rolls damage", about, ids::DMG_01).on(self.0.on), battle, &self.0, &[], &[])
    }

    fn describe(&self, battle: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        wording.about(format!("{}d10", dice(battle, &self.0)))
    }
}

/// Luck dice on mitigation, D3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Mitigate(pub Blow, pub Damages);

impl RulesetPrompt for Mitigate {
    fn offers(&self, battle: &Battle, who: CombatantId) -> Vec<Offer> {
        let luck = pool::most_luck_in_defence(battle, who, mitigation_dice(battle, &self.0));
        pool::staking(&menu::ROLL_MITIGATION, luck, &[ids::DMG_02, ids::LUCK_03])
    }

    fn answer(&self, _: &Battle, _: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        context.step(DamageStep::Mitigate(self.0, self.1, choice.value("luck", 0) as u8));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let open = settings::open_rolls(battle);
        let about = if open { format!("Damage {}", self.1.total()) } else { "The damage is not known".into() };
        let (about, rule) = match passing(battle, &self.0) {
            Some(energy) => (format!("{about}; the armour does not count against {energy}"), ids::MAG_04),
            None => (about, ids::DMG_02),
        };
        let told = Told::new(battle, who, "rolls mitigation", about, rule).on(self.0.by);
        let stages = [StageState::Done, StageState::Done, StageState::Now];
        after(told, battle, &self.0, &[("Damage", self.1.total())], &stages)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, _: &Offer, wording: Wording) -> Wording {
        let dice = mitigation_dice(battle, &self.0);
        let armour = sheet(battle.combatant(self.0.on)).armour.dice();
        wording.about(match passing(battle, &self.0) {
            Some(energy) => format!("{dice}d10, but not the armour's {armour}d10 against {energy}"),
            None => format!("{dice}d10"),
        })
    }
}

/// Adds to a question during an attack the rolls so far, if they are open, and the stages of the defender's three
/// answers. TOT-ATK-04.
pub fn after(told: Told, battle: &Battle, blow: &Blow, rolls: &[(&'static str, i32)], stages: &[StageState]) -> Told {
    let open = rolls.iter().filter(|_| settings::open_rolls(battle));
    let told = open.fold(told.by(blow.by, blow.item), |told, (words, value)| told.rolled(words, *value, None));
    told.staged(["Evade", "Block", "Mitigate"].into_iter().zip(stages.iter().copied()))
}

/// The means of an attack: the weapon with the energy it carries, or the spell.
pub fn means(battle: &Battle, blow: &Blow) -> String {
    let spell = blow.spell.map(Spell::words);
    match (blow.item.map(|item| battle.item(item).name), spell) {
        (Some(name), Some(spell)) => format!("{name} with {spell}"),
        (Some(name), None) => name.to_string(),
        (None, spell) => spell.unwrap_or_default(),
    }
}

/// Additions to the damage dice: the weapon's modifier first, size last. TOT-DMG-01, TOT-SIZE-02.
pub fn bonus(battle: &Battle, blow: &Blow) -> [Added; 2] {
    let size = sheet(battle.combatant(blow.by)).size.against(sheet(battle.combatant(blow.on)).size);
    let weapon = blow.item.map_or(0, |item| arm(battle, item).damage_mod);
    [(ids::DMG_01, "Weapon", weapon), (ids::SIZE_02, "Difference in size", -size)]
}

/// Damage dice: AP and drugs, TOT-DMG-01, TOT-BERS-04; none for wrestling, TOT-COMP-06.
pub fn dice(battle: &Battle, blow: &Blow) -> u8 {
    match blow.manner {
        Manner::Cast => blow.ap,
        Manner::Wrestle => 0,
        _ => drugs::martial_dice(battle, blow.by, blow.ap),
    }
}

/// Damage dice in words, with additions: "1d10+15 damage".
pub fn words(battle: &Battle, blow: &Blow) -> String {
    if blow.manner == Manner::Wrestle {
        return "to hold".into();
    }
    let dice = dice(battle, blow);
    if dice == 0 {
        return "no damage".into();
    }
    // Size goes on the first damaging energy of a spell, TOT-MAG-04.
    let flat = pool::flat(&bonus(battle, blow));
    let past = passing(battle, blow).map_or_else(String::new, |energy| format!(", {energy} bypasses armour"));
    let flat = match flat {
        0 => String::new(),
        more => format!("{more:+}").replace('-', "\u{2212}"),
    };
    format!("{dice}d10{flat} damage{past}")
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
    let flat: i32 = pool::flat(&more);
    let pool = Pool { dice: dice(battle, blow), luck, marked: false };
    let rolled = pool::roll_for(
        battle,
        (blow.by, "Damage", ids::DMG_01),
        pool,
        &|sum, _| (sum + flat).max(0) as u32,
        &more,
        context,
    );
    Damages::of_weapon((rolled.total() + flat).max(0))
}

/// The spell, if the blow is one that is cast.
pub fn spell(blow: &Blow) -> Option<Spell> {
    blow.spell.filter(|_| blow.manner == Manner::Cast)
}

/// The damage roll, A2. TOT-DMG-01.
pub fn strike(battle: &Battle, blow: &Blow, luck: u8, context: &mut StepContext<'_>) {
    pool::stake(battle, blow.by, luck, context);
    let damage = rolled_damage(battle, blow, luck, context);
    let who = blow.on;
    let dice = mitigation_dice(battle, blow);
    let asks = !context.is_forecast() && pool::most_luck_in_defence(battle, who, dice) > 0;
    if asks {
        context.ask(who, Mitigate(*blow, damage));
    } else {
        context.step(DamageStep::Mitigate(*blow, damage, 0));
    }
}

/// The energy of a spell that bypasses the armour the target wears, TOT-MAG-04.
fn passing(battle: &Battle, blow: &Blow) -> Option<&'static str> {
    let wears = sheet(battle.combatant(blow.on)).armour.dice() > 0;
    let passing = spell(blow)?.damage().map(|(energy, _)| energy).find(|energy| energy.bypasses());
    passing.filter(|_| wears).map(Energy::name)
}

/// Dice on mitigation from armour, which are taken off again if all of the attack bypasses armour. TOT-DMG-02,
/// TOT-MAG-04.
pub fn mitigation_against(battle: &Battle, blow: &Blow) -> Verdict {
    let mut dice = mitigation(battle, blow.on, 0, blow.pierce);
    if spell(blow).is_some_and(flight::passes_armour) {
        let count = dice.value;
        dice.add(ids::MAG_04, flight::PASSED, -count);
    }
    dice
}

/// Dice on mitigation: armour, and one for each AP of the defence. TOT-DMG-02.
pub fn mitigation(battle: &Battle, who: CombatantId, spent: u8, pierce: u8) -> Verdict {
    let armour = sheet(battle.combatant(who)).armour.dice().saturating_sub(pierce);
    let mut verdict = Verdict::base(ids::DMG_02, "Armour", armour.into());
    verdict.add(ids::DMG_02, "AP of the defence", spent.into());
    verdict
}

/// The number of mitigation dice against a blow.
pub fn mitigation_dice(battle: &Battle, blow: &Blow) -> u8 {
    mitigation(battle, blow.on, blow.spent, blow.pierce).value.max(0) as u8
}

/// The mitigation roll and the loss, D3. TOT-DMG-02, TOT-DMG-03.
pub fn mitigate(battle: &Battle, blow: &Blow, damage: Damages, luck: u8, context: &mut StepContext<'_>) {
    pool::stake(battle, blow.on, luck, context);
    if let Some(spell) = spell(blow) {
        let (loss, spare) = flight::absorb(battle, (spell, blow.on), damage, (blow.spent, luck), context);
        return lost(battle, blow, loss, spare, context);
    }
    let damage = damage.weapon();
    let dice = mitigation_dice(battle, blow);
    let stopped = rolled_mitigation(battle, (blow, blow.on), (dice, luck), damage, context);
    contact::release_or_inflict(battle, blow, Toll::after(Contact::Struck, damage - stopped), context);
}

/// Continues with resistance, given the loss from a spell and the mitigation left over.
fn lost(battle: &Battle, blow: &Blow, loss: i32, spare: i32, context: &mut StepContext<'_>) {
    let toll = Toll { burns: loss > 0, ..Toll::after(Contact::Struck, if loss > 0 { loss } else { -spare }) };
    contact::resist_or_inflict(battle, blow, toll, context);
}

fn rolled_mitigation(
    battle: &Battle,
    (blow, who): (&Blow, CombatantId),
    (dice, luck): (u8, u8),
    damage: i32,
    context: &mut StepContext<'_>,
) -> i32 {
    let pool = Pool { dice, luck, marked: false };
    // The exact surplus matters only if a carried energy follows, TOT-HYB-04.
    let class = |sum: i32, _| if sum > damage && blow.spell.is_none() { u32::MAX } else { sum as u32 };
    let rolled = pool::roll_for(battle, (who, "Mitigation", ids::DMG_02), pool, &class, &[], context);
    rolled.total().max(0)
}

/// The attack is turned back: rolls its damage, without Luck, against the attacker. TOT-CRIT-05.
pub fn turn_back(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    if blow.manner == Manner::Wrestle {
        return let_pass(battle, blow, context);
    }
    averted(blow, context);
    if spell(blow).is_some_and(|spell| !spell.is_damaging()) {
        return contact::resist_or_inflict(battle, blow, Toll::new(Contact::Returned), context);
    }
    let damage = rolled_damage(battle, blow, 0, context);
    context.step(DamageStep::Suffered(*blow, damage));
}

/// Records that the attack does nothing to its target and is turned back.
pub fn averted(blow: &Blow, context: &mut StepContext<'_>) {
    contact::attack_result(blow, Fate::Averted(Averting::Return), 0, context);
    context.note(blow.on, ids::CRIT_05, "turns the attack back");
}

/// The attacker mitigates with armour alone and loses the rest, TOT-CRIT-05.
pub fn turned_back(battle: &Battle, blow: &Blow, damage: Damages, context: &mut StepContext<'_>) {
    let returned = |loss: i32, spare: i32| Toll {
        loss: loss.max(0) as i16,
        spare: spare.max(0) as i16,
        ..Toll::new(Contact::Returned)
    };
    if let Some(spell) = spell(blow) {
        let (loss, spare) = flight::absorb(battle, (spell, blow.by), damage, (0, 0), context);
        return contact::resist_or_inflict(battle, blow, Toll { burns: loss > 0, ..returned(loss, spare) }, context);
    }
    let dice = sheet(battle.combatant(blow.by)).armour.dice();
    let loss = damage.weapon() - rolled_mitigation(battle, (blow, blow.by), (dice, 0), damage.weapon(), context);
    contact::release_or_inflict(battle, blow, returned(loss, -loss), context);
}

/// No counterattack: the attack is a plain miss.
pub fn let_pass(battle: &Battle, blow: &Blow, context: &mut StepContext<'_>) {
    contact::attack_result(blow, Fate::Missed, 0, context);
    contact::close_attack(battle, blow, context);
}
