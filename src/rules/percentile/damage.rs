//! Damage, armour, wounds, staying on one's feet, and being out of the fight. PCT-DMG, PCT-ARM.

use serde::{Deserialize, Serialize};

use super::{
    attack, charge,
    checks::{self, Quick, Tally},
    ids, luck, manoeuvres, mounts, resistance, settings,
    sheet::{DAMAGE, Kind, WOUNDS, sheet},
    step::{Aid, Check, CheckStep, Exchange, Hit, Luck, Prompt, prompt, step},
    strikes,
};
use crate::{
    dice::Throw,
    rules::{
        AttackResult, Battle, Combatant, CombatantId, Die, Effect, Entry, Fate, Location, Posture, Roll, RuleId,
        Status, StepContext, Verdict,
    },
};
use std::borrow::Cow;

/// A step of what an attack or a fall does. PCT-DMG.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DamageStep {
    /// The attacker has won and may raise the degree, PCT-CHK-12 (c).
    Won(Exchange, u8),
    /// Damage.
    Damage(Exchange, Hit),
    /// The damage that is left after points have been spent on it, PCT-RES-03.
    /// The flag says that the armour is still to come.
    Inflict(Exchange, Hit, i16, bool),
    /// The hand is hurt on armour, PCT-UNA-04.
    Bruise(CombatantId),
    /// The effect of a strike besides damage, PCT-STR-01.
    Result(Exchange),
    /// The damage of a fall.
    Impact(CombatantId),
    /// A mount falls on its rider, PCT-MNT-07.
    Crush(CombatantId),
}

/// Resolves a step of this chapter.
pub fn resolve(battle: &Battle, step: &DamageStep, context: &mut StepContext<'_>) {
    match step {
        DamageStep::Won(exchange, margin) => won(battle, exchange, *margin, context),
        DamageStep::Damage(exchange, hit) => strike(battle, exchange, *hit, context),
        DamageStep::Inflict(exchange, hit, value, whole) => {
            inflict(battle, exchange, *hit, (i32::from(*value), *whole), context);
        }
        DamageStep::Bruise(who) => bruise(battle, *who, context),
        DamageStep::Result(exchange) => strikes::result(battle, exchange, context),
        DamageStep::Impact(who) => super::stunts::impact(battle, *who, context),
        DamageStep::Crush(who) => mounts::crush(battle, *who, context),
    }
}

/// Resolves a won attack: the chance to raise the degree, PCT-CHK-12 (c), then damage.
pub fn won(battle: &Battle, exchange: &Exchange, margin: u8, context: &mut StepContext<'_>) {
    if exchange.manner.is_manoeuvre() {
        context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate: Fate::Hit, damage: 0 });
        manoeuvres::won(battle, exchange, context);
        attack::then_settle(battle, exchange, context);
        return;
    }
    if resistance::is_immune(battle, exchange) {
        context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate: Fate::Hit, damage: 0 });
        context.note(exchange.on, ids::RES_06, "is immune");
        attack::then_settle(battle, exchange, context);
        return;
    }
    let hit = checks::hit(battle, margin);
    let lucky =
        !context.is_forecast() && checks::has_luck(battle, exchange.by, exchange.luck) && !exchange.luck.upgrade;
    if lucky && !hit.critical {
        context.then(prompt(exchange.by, Prompt::Upgrade(*exchange, margin)));
    } else {
        context.then(step(DamageStep::Damage(*exchange, hit)));
    }
}

/// Additions to the dice of damage, PCT-DMG-01, PCT-DMG-02, PCT-UNA-05.
fn add_flat(battle: &Battle, exchange: &Exchange, hit: Hit, tally: &mut impl Tally) {
    let of = attack::usage(battle, exchange);
    let numbers = sheet(battle.combatant(exchange.by));
    tally.add(ids::DMG_01, of.dv.flat, || "Weapon".into());
    tally.add(ids::DMG_01, of.dv.bonus * mounts::ride_by::damage_bonus(battle, exchange), || "Damage bonus".into());
    if of.kind == Kind::Unarmed {
        tally.add(ids::UNA_05, numbers.best_armour() / 3, || "Armoured fists".into());
    }
    tally.add(ids::DMG_02, i32::from(hit.bonus), || "Margin".into());
    charge::add(battle, exchange, tally);
    tally.add(ids::STR_05, strikes::might(battle, exchange, hit), || "Mighty blow".into());
}

/// The terms of a plain hit's damage: additions, and armour subtracted. PCT-DMG-01, PCT-ARM-01.
pub fn expected(battle: &Battle, exchange: &Exchange) -> (Cow<'static, str>, Verdict) {
    let of = attack::usage(battle, exchange);
    let hit = Hit { bonus: 0, exceptional: false, critical: false };
    let mut sum = Verdict::default();
    add_flat(battle, exchange, hit, &mut sum);
    let (armour, penetration) =
        (sheet(battle.combatant(exchange.on)).av(), of.ap + strikes::gap(battle, exchange, hit));
    sum.add(ids::ARM_01, armour_words(armour, penetration), -(armour - penetration).max(0));
    let part = if of.dv.divide > 1 { format!(" / {}", of.dv.divide) } else { String::new() };
    (format!("Damage, {}d10{part}", of.dv.dice).into(), sum.pruned())
}

/// "Armour 6, penetration 2".
fn armour_words(armour: i32, penetration: i32) -> String {
    format!("Armour {armour}, penetration {penetration}")
}

/// The armour subtracted from a damage value, PCT-ARM-01.
pub const fn taken(value: i32, armour: i32, penetration: i32) -> i32 {
    let stopped = if armour > penetration { armour - penetration } else { 0 };
    if value > stopped { value - stopped } else { 0 }
}

/// Rolls damage, PCT-ATK-02 (11 to 14).
pub fn strike(battle: &Battle, exchange: &Exchange, hit: Hit, context: &mut StepContext<'_>) {
    let of = attack::usage(battle, exchange);
    let other = battle.combatant(exchange.on);
    let mut flat = Quick::default();
    add_flat(battle, exchange, hit, &mut flat);
    let armour = sheet(other).av();
    let penetration = of.ap + strikes::gap(battle, exchange, hit);
    let divide = i32::from(of.dv.divide.max(1));
    let whole = exchange.points != 0 && settings::resist_before_armour(battle);
    let come = |dice: i32| {
        let value = dice / divide + flat.sum();
        if whole { value } else { taken(value, armour, penetration) }
    };
    let (dice, faces) = if hit.critical {
        // PCT-DMG-03: not rolled.
        (i32::from(of.dv.dice) * 10, Vec::new())
    } else {
        let throw = Throw::Sum { count: of.dv.dice, sides: 10 };
        let thrown = context.throw(throw, &|dice| come(dice.sum) as u32);
        (thrown.sum, thrown.faces)
    };
    let damage = come(dice);
    context.log(|| {
        let mut sum = Verdict::base(ids::DMG_01, if hit.critical { "Dice at maximum" } else { "Dice" }, dice / divide);
        add_flat(battle, exchange, hit, &mut sum);
        let stopped = damage - sum.value;
        if !whole {
            sum.add(ids::ARM_01, armour_words(armour, penetration), stopped);
        }
        Entry::Roll(Roll {
            who: exchange.by,
            words: "Damage".into(),
            rule: if hit.critical { ids::DMG_03 } else { ids::DMG_01 },
            dice: Die::counted(&faces),
            value: damage,
            against: Some(sum),
            success: None,
            upshot: "".into(),
        })
    });
    resistance::weigh(battle, exchange, hit, (damage, whole), context);
}

/// Applies the remaining damage, `whole` before armour, with its consequences, PCT-ATK-02 (14, 15).
pub fn inflict(
    battle: &Battle,
    exchange: &Exchange,
    hit: Hit,
    (value, whole): (i32, bool),
    context: &mut StepContext<'_>,
) {
    let damage = if whole {
        let penetration = attack::usage(battle, exchange).ap + strikes::gap(battle, exchange, hit);
        taken(value, sheet(battle.combatant(exchange.on)).av(), penetration)
    } else {
        value
    };
    let fate = if hit.critical { Fate::Critical } else { Fate::Hit };
    context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate, damage: damage as i16 });
    let result = strikes::has_result(exchange, hit, damage).then_some(*exchange);
    let shaken = hurt(battle, exchange.on, damage, context);
    // The result comes after that check, with the points it leaves.
    let waits = shaken && resistance::stay(battle, exchange.on, (exchange.points, exchange.by), result, context);
    if shaken && !waits {
        stand_or_fall(battle, exchange.on, context);
    }
    if let Some(exchange) = result.filter(|_| !waits) {
        context.then(step(DamageStep::Result(exchange)));
    }
    attack::then_settle(battle, exchange, context);
}

/// Writes damage: wounds, being disabled or dead, the check to stay on one's feet. PCT-DMG-04 to PCT-DMG-07.
pub fn harm(battle: &Battle, who: CombatantId, damage: i32, context: &mut StepContext<'_>) {
    harm_with(battle, who, damage, (0, who), context);
}

/// The same with points left for that check, against somebody, PCT-RES-03, PCT-RES-04.
pub fn harm_with(
    battle: &Battle,
    who: CombatantId,
    damage: i32,
    (points, by): (i8, CombatantId),
    context: &mut StepContext<'_>,
) {
    if hurt(battle, who, damage, context) && !resistance::stay(battle, who, (points, by), None, context) {
        stand_or_fall(battle, who, context);
    }
}

/// Writes damage, and says whether a check to stay on one's feet is due.
fn hurt(battle: &Battle, who: CombatantId, damage: i32, context: &mut StepContext<'_>) -> bool {
    if damage <= 0 {
        return false;
    }
    let one = battle.combatant(who);
    let numbers = sheet(one);
    let total = i32::from(one.vitals.get(DAMAGE)) + damage;
    context.effect(Effect::Vital(who, DAMAGE, total.min(30_000) as i16));
    let wounds = damage / numbers.wound_threshold();
    if wounds > 0 {
        context.effect(Effect::Vital(who, WOUNDS, one.vitals.get(WOUNDS) + wounds as i16));
        context.log(|| {
            let words = if wounds == 1 { "a wound".into() } else { format!("{wounds} wounds").into() };
            Entry::Note { who, words, rule: ids::DMG_04 }
        });
    }
    if total >= numbers.dur {
        fall_out(one, total >= numbers.dur * 2, context);
        return false;
    }
    wounds > 0 && one.fights() && one.posture != Posture::Prone
}

/// The check to stay on one's feet, PCT-DMG-06. It counts the new wounds, so there are always negatives that Luck could
/// ignore.
fn stand_or_fall(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let lucky = !context.is_forecast() && checks::has_luck(battle, who, Luck::default());
    context.then(if lucky {
        prompt(who, Prompt::Ignore(Check::Stay(Aid::default(), None)))
    } else {
        step(CheckStep::Try(who, Check::Stay(Aid::default(), None), Luck::default()))
    });
}

/// Answers whether a bad failure becomes a common one, which does not hurt the hand, PCT-CHK-13.
pub fn ease_blow(battle: &Battle, exchange: &Exchange, spend: bool, context: &mut StepContext<'_>) {
    if spend {
        checks::pay_luck(battle, exchange.by, context);
        luck::log(exchange.by, ids::CHK_13, "turns it into a common failure with Luck", context);
    } else {
        context.then(step(DamageStep::Bruise(exchange.by)));
    }
}

/// 1d10 / 2 for a fist on armour, which one's own armour does not stop, PCT-UNA-04.
pub fn bruise(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let thrown = context.throw(Throw::die(10), &|die| (die.sum / 2) as u32);
    let damage = thrown.sum / 2;
    context.log(|| {
        Entry::Roll(Roll {
            who,
            words: "Injury".into(),
            rule: ids::UNA_04,
            dice: Die::counted(&thrown.faces),
            value: damage,
            against: None,
            success: None,
            upshot: "".into(),
        })
    });
    harm(battle, who, damage, context);
}

/// Disabled or dead: prone, what is held drops, out of the fight. PCT-DMG-07.
pub fn fall_out(one: Combatant<'_>, dead: bool, context: &mut StepContext<'_>) {
    let status = if dead { Status::Dead } else { Status::Down };
    if one.status == status || one.status == Status::Dead {
        return;
    }
    context.effect(Effect::Status(one.id, status));
    if one.posture != Posture::Prone {
        context.effect(Effect::Posture(one.id, Posture::Prone));
    }
    for item in one.hands.held() {
        context.effect(Effect::Move(item, Location::Ground(one.placement.anchor())));
    }
    context.note(one.id, ids::DMG_07, if dead { "is dead" } else { "is disabled" });
}

/// Resolves a check to stay on one's feet.
pub fn stands(who: CombatantId, success: bool, rule: RuleId, context: &mut StepContext<'_>) {
    if success {
        context.note(who, rule, "stays up");
    } else {
        fall(who, context);
    }
}

/// A failed check to stay on one's feet.
pub fn fall(who: CombatantId, context: &mut StepContext<'_>) {
    context.effect(Effect::Posture(who, Posture::Prone));
    context.note(who, ids::DMG_06, "falls prone");
}

/// Raising the degree of a won attack, PCT-CHK-13.
pub fn upgrade(battle: &Battle, exchange: &Exchange, margin: u8, spend: bool, context: &mut StepContext<'_>) {
    let mut exchange = *exchange;
    let mut hit = checks::hit(battle, margin);
    if spend {
        checks::pay_luck(battle, exchange.by, context);
        exchange.luck.upgrade = true;
        hit = checks::upgraded(hit);
        context.note(exchange.by, ids::CHK_13, format!("raises the degree: {}", checks::worth(hit)));
    }
    context.then(step(DamageStep::Damage(exchange, hit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arm_01_armour_and_penetration() {
        assert_eq!([taken(14, 6, 2), taken(9, 3, 7), taken(5, 9, 1)], [10, 9, 0]);
    }
}
