//! Damage: dice and additions to them, armour, and what a won attack does. PCT-DMG, PCT-ARM, PCT-CHA-02, PCT-MNT-08.

use std::borrow::Cow;

use super::{
    bonds::mount_of,
    catalogue as ids, checks,
    conditions::{self, CHARGE, square},
    luck, manoeuvres, menu, resistance, settings,
    sheet::{DamageValue, Kind, sheet},
    step::{AttackStep, DamageStep, Exchange, Hit, Manner},
    strikes, to_hit, wounds,
};

use crate::{
    dice::{Face, Throw},
    rules::prelude::*,
};

/// Resolves a won attack: the option to raise the degree, PCT-CHK-12 (c), then damage.
pub fn won(battle: &Battle, exchange: &Exchange, margin: u8, context: &mut StepContext<'_>) {
    if exchange.manner.is_manoeuvre() {
        // A manoeuvre deals no damage, PCT-MAN-01.
        let fate = Fate::Worked(manoeuvres::setback(exchange.manner));
        context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate, damage: 0 });
        manoeuvres::won(battle, exchange, context);
        then_settle(battle, exchange, context);
        return;
    }
    if resistance::is_immune(battle, exchange) {
        context.attack_result(AttackResult { by: exchange.by, on: exchange.on, fate: Fate::Hit, damage: 0 });
        context.note(exchange.on, ids::RES_06, "is immune");
        then_settle(battle, exchange, context);
        return;
    }
    let hit = checks::hit(battle, margin);
    let lucky = checks::is_lucky(battle, exchange.by, exchange.luck, context) && !exchange.luck.upgrade;
    if lucky && !hit.critical {
        context.ask(exchange.by, Upgrade(*exchange, margin));
    } else {
        context.step(DamageStep::Damage(*exchange, hit));
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
    let (dice, faces) = force.dice.roll(hit, &|dice| come(dice) as u32, context);
    let damage = come(dice);
    context.log(|| {
        force.dice.told((exchange.by, "Damage", ids::DMG_01), hit, (dice, &faces), |sum| {
            add_flat(battle, exchange, hit, sum);
            let stopped = damage - sum.value;
            debug_assert!(stopped <= 0 || sum.value < 0, "armour adds nothing: a term is missing");
            if !whole {
                sum.add(ids::ARM_01, armour_words(force.armour, force.penetration(hit)), stopped);
            }
        })
    });
    if !resistance::weigh(exchange, hit, (damage, whole), context) {
        inflict(battle, exchange, hit, (damage, whole), context);
    }
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
    tell_stopped(exchange.on, value - damage, context);
    land(battle, exchange, hit, (damage, None), context);
    then_settle(battle, exchange, context);
}

/// Tells what armour stops after resistance, PCT-ARM-01; before it, the damage roll tells it.
pub fn tell_stopped(who: CombatantId, stopped: i32, context: &mut StepContext<'_>) {
    if stopped > 0 {
        context.note(who, ids::ARM_01, format_args!("is spared {stopped} by armour"));
    }
}

/// Applies damage that has got through, with its consequences. In forecasts `stays` is already rolled.
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
    let shaken = wounds::hurt(battle, exchange.on, damage, context);
    // The strike's result comes after the check to stay standing, with the points it leaves.
    let waits = shaken && resistance::stay(battle, exchange.on, (exchange.points, exchange.by), result, context);
    match stays {
        _ if !shaken || waits => {}
        Some(stays) => wounds::stands(exchange.on, stays, ids::DMG_06, context),
        None => wounds::stand_or_fall(battle, exchange.on, context),
    }
    if let Some(exchange) = result.filter(|_| !waits) {
        context.step(DamageStep::Result(exchange));
    }
}

/// Puts the sequel of an attack on the agenda, if it can have one: forecasts explore it for every result of the attack.
pub fn then_settle(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if has_sequel(battle, exchange) {
        context.step(AttackStep::Settle(*exchange));
    }
}

/// Whether an attack can have a sequel that comes whatever its result.
pub fn has_sequel(battle: &Battle, exchange: &Exchange) -> bool {
    let (by, team) = (exchange.by, battle.combatant(exchange.on).team);
    let learns = battle.enemies(by).any(|enemy| enemy.team == team && !enemy.aware.of(by));
    learns || exchange.used(battle).kind == Kind::Thrown || conditions::anybody_readied(battle)
}

crate::rules::ruleset::prompt::asks! {
    /// Whether to raise the degree of a won attack, PCT-CHK-12 (c).
    Upgrade(Exchange, u8);
}

impl RulesetPrompt for Upgrade {
    fn offers(&self, _: &Battle, _: CombatantId) -> Vec<Offer> {
        luck::raise_offers(&menu::UPGRADE)
    }

    fn answer(&self, battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
        let Self(mut exchange, margin) = *self;
        let hit = luck::raise(battle, who, margin, choice, context);
        exchange.luck.upgrade |= choice.verb == menu::UPGRADE.verb;
        context.step(DamageStep::Damage(exchange, hit));
    }

    fn told(&self, battle: &Battle, who: CombatantId) -> Told {
        let Self(exchange, margin) = self;
        let degree = if checks::hit(battle, *margin).exceptional { "exceptional" } else { "basic" };
        let about = format!("The attack has won with {margin:02}, a {degree} success");
        let told = Told::new(battle, who, "may raise the degree", about, ids::CHK_13);
        to_hit::after_roll(told.on(exchange.on), battle, exchange, *margin)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        luck::describe_raise(battle, self.1, offer, wording)
    }
}

/// Additions to the dice of damage, PCT-DMG-01, PCT-DMG-02, PCT-UNA-05.
pub fn add_flat(battle: &Battle, exchange: &Exchange, hit: Hit, tally: &mut impl Tally) {
    let of = exchange.used(battle);
    let numbers = sheet(battle.combatant(exchange.by));
    tally.add(ids::DMG_01, of.dv.flat, || "Weapon".into());
    tally.add(ids::DMG_01, of.dv.bonus * damage_bonus(battle, exchange), || "Damage bonus".into());
    if of.kind == Kind::Unarmed {
        tally.add(ids::UNA_05, numbers.best_armour() / 3, || "Armoured fists".into());
    }
    tally.add(ids::DMG_02, i32::from(hit.bonus), || "Margin".into());
    add_charge(battle, exchange, tally);
    tally.add(ids::STR_05, might(battle, exchange, hit), || "Mighty blow".into());
}

/// The terms of a plain hit's damage: additions, and armour subtracted. PCT-DMG-01, PCT-ARM-01.
pub fn expected(battle: &Battle, exchange: &Exchange) -> (Cow<'static, str>, Verdict) {
    let of = exchange.used(battle);
    let mut sum = Verdict::default();
    add_flat(battle, exchange, Hit::PLAIN, &mut sum);
    let (armour, penetration) = (sheet(battle.combatant(exchange.on)).av(), of.ap);
    sum.add(ids::ARM_01, armour_words(armour, penetration), -(armour - penetration).max(0));
    let part = if of.dv.divide > 1 { format!(" / {}", of.dv.divide) } else { String::new() };
    (format!("Damage, {}d10{part}", of.dv.dice).into(), sum.pruned())
}

/// What a hit better than a plain one adds, as far as a roll against `number` can reach it, each with its name: by the
/// margin, PCT-DMG-02, by a strike, PCT-STR-05, PCT-STR-06, and the dice of a critical hit, PCT-DMG-03.
pub fn more_expected(
    battle: &Battle,
    exchange: &Exchange,
    number: i32,
) -> impl Iterator<Item = (&'static str, Verdict)> {
    let force = Force::of(battle, exchange);
    let bonus = |margin: u8| i32::from(checks::hit(battle, margin).bonus);
    let mut margin = Verdict::default();
    for (least, words) in [(30, "Margin of 30 or more"), (60, "Margin of 60 or more")] {
        if number >= i32::from(least) {
            margin.add(ids::DMG_02, words, bonus(least) - margin.value);
        }
    }
    let [might, gap] = force.exceptional;
    let passed = (force.armour - force.penetration).max(0).min(gap);
    let dice = force.dice.most() / force.dice.divide;
    let more = [
        ("Added by the margin, at most", margin),
        ("Added by a critical success below 30", Verdict::base(ids::DMG_02, "Margin", bonus(0))),
        ("Added by an exceptional success", Verdict::base(ids::STR_05, "Mighty blow", might)),
        ("Armour bypassed by an exceptional success", Verdict::base(ids::STR_06, "Armour gap", passed)),
        ("Dice of a critical success", Verdict::base(ids::DMG_03, "At their maximum", dice)),
    ];
    more.into_iter().filter(|(_, number)| number.value != 0)
}

/// "Armour 6, penetration 2".
pub fn armour_words(armour: i32, penetration: i32) -> String {
    format!("Armour {armour}, penetration {penetration}")
}

/// The armour subtracted from a damage value, PCT-ARM-01.
pub const fn taken(value: i32, armour: i32, penetration: i32) -> i32 {
    let stopped = if armour > penetration { armour - penetration } else { 0 };
    if value > stopped { value - stopped } else { 0 }
}

/// Dice, the divisor of their sum, and what is added to it. PCT-DMG-01.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Dice {
    pub count: u8,
    pub divide: i32,
    pub flat: i32,
}

impl Dice {
    /// The dice of a damage value, with `flat` added.
    pub fn of(dv: DamageValue, flat: i32) -> Self {
        Self { count: dv.dice, divide: dv.divide.max(1).into(), flat }
    }

    /// The throw.
    pub const fn throw(self) -> Throw {
        Throw::Sum { count: self.count, sides: 10 }
    }

    /// The sum of the dice at their maximum.
    pub fn most(self) -> i32 {
        i32::from(self.count) * 10
    }

    /// The value for a sum of the dice.
    pub const fn value(self, sum: i32) -> i32 {
        sum / self.divide + self.flat
    }

    /// Rolls the dice; on a critical hit they count their maximum and are not rolled, PCT-DMG-03.
    pub fn roll(self, hit: Hit, class: &dyn Fn(i32) -> u32, context: &mut StepContext<'_>) -> (i32, Vec<Face>) {
        if hit.critical {
            return (self.most(), Vec::new());
        }
        let thrown = context.throw(self.throw(), &|dice| class(dice.sum));
        (thrown.sum, thrown.faces)
    }

    /// The roll for the log, with the terms from `add`.
    pub fn told(
        self,
        (who, words, rule): (CombatantId, &'static str, RuleId),
        hit: Hit,
        (sum, faces): (i32, &[Face]),
        add: impl FnOnce(&mut Verdict),
    ) -> Entry {
        let (dice, rule) =
            if hit.critical { ("Critical success: dice at maximum", ids::DMG_03) } else { ("Dice", rule) };
        let mut verdict = Verdict::base(ids::DMG_01, dice, sum / self.divide);
        add(&mut verdict);
        Entry::Roll(Roll::of(who, words, rule, faces, sum).adding(verdict))
    }
}

/// The damage of an attack except for its rolls: dice, additions, and the armour against them. PCT-DMG-01, PCT-ARM-01.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Force {
    pub dice: Dice,
    pub armour: i32,
    pub penetration: i32,
    /// What a mighty blow adds to the DV, and a gap in the armour to the penetration, if the hit is good enough.
    pub exceptional: [i32; 2],
}

impl Force {
    /// The force of an attack.
    pub fn of(battle: &Battle, exchange: &Exchange) -> Self {
        let of = exchange.used(battle);
        let mut flat = Quick::default();
        add_flat(battle, exchange, Hit::PLAIN, &mut flat);
        let best = Hit { exceptional: true, ..Hit::PLAIN };
        Self {
            dice: Dice::of(of.dv, flat.sum()),
            armour: sheet(battle.combatant(exchange.on)).av(),
            penetration: of.ap,
            exceptional: [might(battle, exchange, best), gap(battle, exchange, best)],
        }
    }

    /// The damage value, PCT-DMG-01, PCT-DMG-02.
    pub fn value(&self, hit: Hit, dice: i32) -> i32 {
        self.dice.value(dice) + i32::from(hit.bonus) + if hit.exceptional { self.exceptional[0] } else { 0 }
    }

    /// What gets through the armour, PCT-ARM-01.
    pub const fn through(&self, hit: Hit, value: i32) -> i32 {
        taken(value, self.armour, self.penetration(hit))
    }

    /// The armour penetration of a hit.
    pub const fn penetration(&self, hit: Hit) -> i32 {
        self.penetration + if hit.exceptional { self.exceptional[1] } else { 0 }
    }
}

/// Whether a charge has covered enough distance, PCT-CHA-02.
pub fn has_momentum(battle: &Battle, who: CombatantId) -> bool {
    let combatant = battle.combatant(who);
    let least = settings::charge_min(battle);
    combatant.conditions.find(CHARGE).is_some_and(|charge| {
        if settings::charge_by_displacement(battle) {
            let now = combatant.placement.anchor();
            let start = square(charge).unwrap_or(now);
            let (x, y) = (i32::from(now.x) - i32::from(start.x), i32::from(now.y) - i32::from(start.y));
            x * x + y * y >= least * least
        } else {
            i32::from(charge.level) >= least * 2
        }
    })
}

/// The additions of a charge to the DV of a melee attack: +DB, PCT-CHA-02, and another +DB if mounted, PCT-MNT-08; a
/// braced weapon against a charger gets +DB too, PCT-CHA-04.
fn add_charge(battle: &Battle, exchange: &Exchange, tally: &mut impl Tally) {
    if exchange.braced {
        tally.add(ids::CHA_04, damage_bonus(battle, exchange), || "Braced".into());
    }
    if exchange.used(battle).is_blow() && has_momentum(battle, exchange.by) {
        let bonus = damage_bonus(battle, exchange);
        tally.add(ids::CHA_02, bonus, || "Charge".into());
        if mount_of(battle, exchange.by).is_some() {
            tally.add(ids::MNT_08, bonus, || "Mounted charge".into());
        }
    }
}

/// DB of a charger once it has momentum: with the mount's STR, if that is better, PCT-MNT-08.
pub fn charging_bonus(battle: &Battle, who: CombatantId) -> i32 {
    let numbers = sheet(battle.combatant(who));
    let with = mount_of(battle, who).map(|mount| (numbers.som + sheet(battle.combatant(mount)).strength) / 10);
    numbers.damage_bonus().max(with.unwrap_or(0))
}

/// DB of an attack; only melee blows get the mount's strength, PCT-MNT-08, PCT-CHA-02.
pub fn damage_bonus(battle: &Battle, exchange: &Exchange) -> i32 {
    if has_momentum(battle, exchange.by) && exchange.used(battle).is_blow() {
        charging_bonus(battle, exchange.by)
    } else {
        sheet(battle.combatant(exchange.by)).damage_bonus()
    }
}

/// The DV that a mighty blow adds, PCT-STR-05: only with at least an exceptional success, PCT-STR-01.
pub fn might(battle: &Battle, exchange: &Exchange, hit: Hit) -> i32 {
    if exchange.manner == Manner::MightyBlow && hit.exceptional { damage_bonus(battle, exchange) } else { 0 }
}

/// The AP that a gap in the armour adds, PCT-STR-06.
pub fn gap(battle: &Battle, exchange: &Exchange, hit: Hit) -> i32 {
    if exchange.manner == Manner::ArmourGap && hit.exceptional { damage_bonus(battle, exchange) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arm_01_armour_and_penetration() {
        assert_eq!([taken(14, 6, 2), taken(9, 3, 7), taken(5, 9, 1)], [10, 9, 0]);
    }
}
