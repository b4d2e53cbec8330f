//! Damage, armour, wounds, staying on one's feet, and being out of the fight. PCT-DMG, PCT-ARM.

use super::{
    asking::{Asking, Told, asks},
    catalogue as ids, checks, conditions,
    force::{self, Force},
    luck, manoeuvres, menu, resistance, settings,
    sheet::Kind,
    step::{AttackStep, DamageStep, Exchange, Hit},
    strikes, wounds,
};
use crate::rules::{AttackResult, Battle, Choice, CombatantId, Fate, Offer, StepContext, Wording};

/// Resolves a won attack: the chance to raise the degree, PCT-CHK-12 (c), then damage.
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
            force::add_flat(battle, exchange, hit, sum);
            let stopped = damage - sum.value;
            if !whole {
                sum.add(ids::ARM_01, force::armour_words(force.armour, force.penetration(hit)), stopped);
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
    land(battle, exchange, hit, (damage, None), context);
    then_settle(battle, exchange, context);
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
    let shaken = wounds::hurt(battle, exchange.on, damage, context);
    // The result comes after that check, with the points it leaves.
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

/// Puts what follows an attack on the agenda, if anything can follow: forecasts explore it for every result of the
/// attack.
pub fn then_settle(battle: &Battle, exchange: &Exchange, context: &mut StepContext<'_>) {
    if has_sequel(battle, exchange) {
        context.step(AttackStep::Settle(*exchange));
    }
}

/// Whether anything can follow an attack whatever its result.
pub fn has_sequel(battle: &Battle, exchange: &Exchange) -> bool {
    let (by, team) = (exchange.by, battle.combatant(exchange.on).team);
    let learns = battle.enemies(by).any(|one| one.team == team && !one.aware.of(by));
    learns || exchange.used(battle).kind == Kind::Thrown || conditions::anybody_readied(battle)
}

asks! {
    /// Whether to raise the degree of a won attack, PCT-CHK-12 (c).
    Upgrade(Exchange, u8);
}

impl Asking for Upgrade {
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
        let degree = if checks::hit(battle, *margin).exceptional { "exceptional" } else { "plain" };
        let about = format!("The attack has won with {margin:02}, a {degree} success");
        let told = Told::new(battle, who, "may raise the degree", about, ids::CHK_13);
        told.on(Some(exchange.on)).after_roll(battle, who, exchange, *margin)
    }

    fn describe(&self, battle: &Battle, _: CombatantId, offer: &Offer, wording: Wording) -> Wording {
        luck::describe_raise(battle, self.1, offer, wording)
    }
}
