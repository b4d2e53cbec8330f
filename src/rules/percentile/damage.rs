//! Damage, armour, wounds, staying on one's feet, and being out of the fight. PCT-DMG, PCT-ARM.

use serde::{Deserialize, Serialize};

use super::{
    appraise::{MOST_WOUNDS, OUT},
    attack, catalogue as ids, charge,
    checks::{self, Quick, Tally},
    luck, manoeuvres, mounts, resistance, settings,
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
        // A manoeuvre deals no damage, PCT-MAN-01.
        let fate = Fate::Worked(manoeuvres::setback(exchange.manner));
        context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate, damage: 0 });
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

/// What the dice of a hit are added to, and the armour in their way. PCT-DMG-01, PCT-ARM-01.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Force {
    dice: u8,
    divide: i32,
    flat: i32,
    armour: i32,
    penetration: i32,
    /// What a mighty blow adds to the DV, and a gap in the armour to the penetration, if the hit is good enough.
    exceptional: [i32; 2],
}

impl Force {
    /// That of an attack.
    pub fn of(battle: &Battle, exchange: &Exchange) -> Self {
        let of = attack::usage(battle, exchange);
        let mut flat = Quick::default();
        add_flat(battle, exchange, Hit { bonus: 0, exceptional: false, critical: false }, &mut flat);
        let best = Hit { bonus: 0, exceptional: true, critical: false };
        Self {
            dice: of.dv.dice,
            divide: i32::from(of.dv.divide.max(1)),
            flat: flat.sum(),
            armour: sheet(battle.combatant(exchange.on)).av(),
            penetration: of.ap,
            exceptional: [strikes::might(battle, exchange, best), strikes::gap(battle, exchange, best)],
        }
    }

    /// The dice.
    pub const fn throw(&self) -> Throw {
        Throw::Sum { count: self.dice, sides: 10 }
    }

    /// The dice at their maximum: those of a critical hit are not rolled, PCT-DMG-03.
    pub fn most(&self) -> i32 {
        i32::from(self.dice) * 10
    }

    /// The damage value, PCT-DMG-01, PCT-DMG-02.
    pub fn value(&self, hit: Hit, dice: i32) -> i32 {
        dice / self.divide + self.flat + i32::from(hit.bonus) + if hit.exceptional { self.exceptional[0] } else { 0 }
    }

    /// What gets through the armour, PCT-ARM-01.
    pub const fn through(&self, hit: Hit, value: i32) -> i32 {
        taken(value, self.armour, self.penetration(hit))
    }

    const fn penetration(&self, hit: Hit) -> i32 {
        self.penetration + if hit.exceptional { self.exceptional[1] } else { 0 }
    }
}

/// Rolls damage, PCT-ATK-02 (11 to 14).
pub fn strike(battle: &Battle, exchange: &Exchange, hit: Hit, context: &mut StepContext<'_>) {
    let force = Force::of(battle, exchange);
    let whole = exchange.points != 0 && settings::resist_before_armour(battle);
    let come = |dice: i32| {
        let value = force.value(hit, dice);
        if whole { value } else { force.through(hit, value) }
    };
    let (dice, faces) = if hit.critical {
        (force.most(), Vec::new())
    } else {
        let thrown = context.throw(force.throw(), &|dice| come(dice.sum) as u32);
        (thrown.sum, thrown.faces)
    };
    let damage = come(dice);
    context.log(|| {
        let words = if hit.critical { "Dice at maximum" } else { "Dice" };
        let mut sum = Verdict::base(ids::DMG_01, words, dice / force.divide);
        add_flat(battle, exchange, hit, &mut sum);
        let stopped = damage - sum.value;
        if !whole {
            sum.add(ids::ARM_01, armour_words(force.armour, force.penetration(hit)), stopped);
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
    let damage = if whole { Force::of(battle, exchange).through(hit, value) } else { value };
    land(battle, exchange, hit, (damage, None), context);
    attack::then_settle(battle, exchange, context);
}

/// Damage that has got through, with its consequences. Forecasts have rolled already whether the target stays up.
pub fn land(
    battle: &Battle,
    exchange: &Exchange,
    hit: Hit,
    (damage, stays): (i32, Option<bool>),
    context: &mut StepContext<'_>,
) {
    let fate = if hit.critical { Fate::Critical } else { Fate::Hit };
    context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate, damage: damage as i16 });
    let result = strikes::has_result(exchange, hit, damage).then_some(*exchange);
    let shaken = hurt(battle, exchange.on, damage, context);
    // The result comes after that check, with the points it leaves.
    let waits = shaken && resistance::stay(battle, exchange.on, (exchange.points, exchange.by), result, context);
    match stays {
        _ if !shaken || waits => {}
        Some(stays) => stands(exchange.on, stays, ids::DMG_06, context),
        None => stand_or_fall(battle, exchange.on, context),
    }
    if let Some(exchange) = result.filter(|_| !waits) {
        context.then(step(DamageStep::Result(exchange)));
    }
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
    let Toll { total, wounds, out, shaken } = Body::of(one).take(damage);
    context.effect(Effect::Vital(who, DAMAGE, total.min(30_000) as i16));
    if wounds > 0 {
        context.effect(Effect::Vital(who, WOUNDS, one.vitals.get(WOUNDS) + wounds as i16));
        context.log(|| {
            let words = if wounds == 1 { "a wound".into() } else { format!("{wounds} wounds").into() };
            Entry::Note { who, words, rule: ids::DMG_04 }
        });
    }
    if let Some(dead) = out {
        fall_out(one, dead, ids::DMG_07, context);
    }
    shaken
}

/// What decides what damage does to somebody.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    damage: i32,
    dur: i32,
    threshold: i32,
    stands: bool,
}

/// What damage does to somebody.
#[derive(Clone, Copy, Debug)]
pub struct Toll {
    /// All the damage taken so far.
    pub total: i32,
    /// New wounds, PCT-DMG-04.
    pub wounds: i32,
    /// Out of the fight, and whether dead, PCT-DMG-07.
    pub out: Option<bool>,
    /// Whether a check to stay on one's feet is due, PCT-DMG-06.
    pub shaken: bool,
}

impl Toll {
    /// How bad it is, [`grade`](super::appraise::grade).
    pub fn grade(&self) -> u8 {
        if self.out.is_some() { OUT } else { self.wounds.clamp(0, MOST_WOUNDS.into()) as u8 }
    }
}

impl Body {
    /// That of a combatant.
    pub fn of(one: Combatant<'_>) -> Self {
        let numbers = sheet(one);
        Self {
            damage: one.vitals.get(DAMAGE).into(),
            dur: numbers.dur,
            threshold: numbers.wound_threshold(),
            stands: one.fights() && one.posture != Posture::Prone,
        }
    }

    /// What damage above 0 does to it.
    pub fn take(&self, damage: i32) -> Toll {
        let (total, wounds) = (self.damage + damage, damage / self.threshold);
        let out = (total >= self.dur).then_some(total >= self.dur * 2);
        Toll { total, wounds, out, shaken: out.is_none() && wounds > 0 && self.stands }
    }
}

/// The number of a check to stay on one's feet, without points, PCT-DMG-06.
pub fn add_stay(one: Combatant<'_>, tally: &mut impl Tally) {
    tally.add(ids::DMG_06, sheet(one).som * 3, || "SOM \u{d7} 3".into());
    checks::add_wounds(one, tally);
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

/// Disabled or dead, by damage or by the rule of a strike: prone, what is held drops, out of the fight. PCT-DMG-07.
pub fn fall_out(one: Combatant<'_>, dead: bool, rule: RuleId, context: &mut StepContext<'_>) {
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
    context.note(one.id, rule, if dead { "is dead" } else { "is disabled" });
}

/// Resolves a check to stay on one's feet.
pub fn stands(who: CombatantId, success: bool, rule: RuleId, context: &mut StepContext<'_>) {
    if success {
        context.note(who, rule, "stays up");
    } else {
        fall(who, rule, context);
    }
}

/// Falls, by the rule that fells: a failed check to stay on one's feet, a trip, a maimed leg.
pub fn fall(who: CombatantId, rule: RuleId, context: &mut StepContext<'_>) {
    context.effect(Effect::Posture(who, Posture::Prone));
    context.note(who, rule, "falls prone");
}

/// Raising the degree of a won attack, PCT-CHK-13.
pub fn upgrade(battle: &Battle, exchange: &Exchange, margin: u8, spend: bool, context: &mut StepContext<'_>) {
    let mut exchange = *exchange;
    let mut hit = checks::hit(battle, margin);
    if spend {
        checks::pay_luck(battle, exchange.by, context);
        exchange.luck.upgrade = true;
        hit = checks::upgraded(hit);
        context.note(exchange.by, ids::CHK_13, format_args!("raises the degree: {}", checks::worth(hit)));
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
