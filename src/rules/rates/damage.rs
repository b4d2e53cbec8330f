//! The effects of an attack's result: the only place that makes them. RAT-ARM-04 (7), RAT-AVOID-05, RAT-RATE-03.

use std::cmp::Reverse;

use super::{
    arms::{DURABILITY, RECOVERY},
    attack::fate,
    attack_step::{AttackStep, Exchange, JointExchange, Onward, Place, Strike},
    catalogue as ids, defence,
    exchange::{Body, Came, Harm, Method},
    health, held,
    sheet::HEALTH,
    wounds,
};
use crate::rules::{
    exchange::{Whole as _, shares},
    prelude::*,
};

/// An attack on one target to be settled, and what every end of it needs, gathered once because forecasts settle all
/// ends.
pub struct Settling<'a> {
    battle: &'a Battle,
    exchange: &'a Exchange,
    shield: Option<Item<'a>>,
}

impl<'a> Settling<'a> {
    /// The settling of an exchange.
    pub fn of(battle: &'a Battle, exchange: &'a Exchange) -> Self {
        Self { battle, exchange, shield: defence::shield(battle, exchange.strike.on) }
    }

    /// The shield of the target.
    pub const fn shield(&self) -> Option<&Item<'a>> {
        self.shield.as_ref()
    }

    /// Turns the result into effects; then the attack goes on to its other targets. RAT-RATE-05.
    pub fn settle(&self, came: Came, harm: Harm, context: &mut StepContext<'_>) {
        let Self { battle, exchange: Exchange { strike, before, single, .. }, shield } = *self;
        let Strike { by, on, place, .. } = *strike;
        recover(battle, strike, &came, context);
        let damage = clamped(harm.damage);
        if !context.is_forecast() {
            tell_armour(on, &single.whole.of(std::iter::once(came)), harm.damage, context);
        }
        context.attack_result(AttackResult { by, on, fate: fate(&came, harm.damage), damage });
        defence::pay(battle, on, came.method, context);
        let broken = wear(on, shield, came.shield, context);
        if came.reached() > 0 {
            hurt(battle, on, place, (single.whole.health(harm.damage), harm), context);
            tell_spared(on, &single.whole, harm, context);
        }
        discard(broken, context);
        if came.left > 0 {
            let onward = Onward { strike: *strike, before: before.with(on), roll: came.roll, left: came.left };
            context.step(AttackStep::Onward(onward));
        }
    }
}

/// Settles several attacks on one target together: each has a fate, and those that reached the target share the damage
/// equally. The turns of those who joined are over with that. RAT-DISC-02, RAT-DISC-03.
pub fn settle_joint(
    battle: &Battle,
    exchange: &JointExchange,
    all: &[Came],
    harm: Harm,
    context: &mut StepContext<'_>,
) {
    let Strike { on, place, .. } = exchange.strikes[0];
    if !context.is_forecast() {
        let whole = exchange.joint.whole.of(all.iter().copied());
        tell_together(on, &whole, all, context);
        tell_armour(on, &whole, harm.damage, context);
    }
    let brought: Vec<i32> = all.iter().map(|came| i32::from(came.reached() > 0)).collect();
    for ((strike, came), share) in exchange.strikes.iter().zip(all).zip(shares(harm.damage, &brought)) {
        recover(battle, strike, came, context);
        context.attack_result(AttackResult { by: strike.by, on, fate: fate(came, share), damage: clamped(share) });
    }
    let thrown = all.iter().map(|came| came.method).find(|method| *method == Some(Method::ThrowAside));
    defence::pay(battle, on, thrown.flatten(), context);
    let broken = wear(on, defence::shield(battle, on), all.iter().map(|came| came.shield).sum(), context);
    if all.iter().any(|came| came.reached() > 0) {
        hurt(battle, on, place, (exchange.joint.whole.health(harm.damage), harm), context);
        tell_spared(on, &exchange.joint.whole, harm, context);
    }
    discard(broken, context);
    let joiners = exchange.strikes.iter().map(|strike| strike.by).filter(|who| *who != exchange.strikes[0].by);
    joiners.for_each(|who| held::close(battle, who, context));
}

/// Tells how the damages of several attacks on one target are combined, RAT-DMG-08, RAT-DMG-09.
fn tell_together(on: CombatantId, body: &Body, all: &[Came], context: &mut StepContext<'_>) {
    let mut each: Vec<i32> = all.iter().filter(|came| came.reached() > 0).map(|came| came.total).collect();
    let Some(together) = body.brought.filter(|_| each.len() > 1) else { return };
    each.sort_unstable_by_key(|damage| Reverse(*damage));
    let (between, rule) = if body.older { (" and half of ", ids::DMG_08) } else { (" and ", ids::DMG_09) };
    let each: Vec<String> = each.iter().map(i32::to_string).collect();
    context.note(on, rule, format_args!("faces damage {}: {together} together", each.join(between)));
}

/// Tells what armour and the saddle take off; where Strength is rolled, the roll tells it. RAT-ARM-02, RAT-MNT-02.
fn tell_armour(on: CombatantId, body: &Body, damage: i32, context: &mut StepContext<'_>) {
    let Some(brought) = body.brought.filter(|_| !body.rolls_strength()) else { return };
    let left = body.past_armour(brought);
    if left < brought {
        context.note(on, ids::ARM_02, format_args!("is spared {} by armour", brought - left));
    }
    if damage < left {
        context.note(on, ids::MNT_02, format_args!("is spared {} as a rider", left - damage));
    }
}

/// Damage within the range that results carry.
pub fn clamped(damage: i32) -> i16 {
    damage.clamp(0, i16::MAX.into()) as i16
}

/// Sets the rounds that the weapon needs to recover, RAT-RATE-04.
fn recover(battle: &Battle, strike: &Strike, came: &Came, context: &mut StepContext<'_>) {
    let known = battle.item(strike.item).numbers.get(RECOVERY);
    if let Some(rounds) = came.recovery.map(i16::from).filter(|rounds| *rounds != known) {
        context.effect(Effect::ItemNumber(strike.item, RECOVERY, rounds));
    }
}

/// Damages a shield, and returns it if it is broken. Forecasts tell only whether it breaks: nobody reads from them what
/// it will still take, and there are many such numbers. RAT-AVOID-04, RAT-AVOID-05.
pub fn wear(on: CombatantId, shield: Option<Item<'_>>, damage: i32, context: &mut StepContext<'_>) -> Option<ItemId> {
    let shield = shield.filter(|_| damage > 0)?;
    let left = i16::try_from(i32::from(shield.numbers.get(DURABILITY)) - damage).unwrap_or(i16::MIN).max(0);
    if left > 0 && context.is_forecast() {
        return None;
    }
    context.effect(Effect::ItemNumber(shield.id, DURABILITY, left));
    if left == 0 && !context.is_forecast() {
        context.note(on, ids::AVOID_05, format_args!("has a broken {}", shield.name));
    }
    (left == 0).then_some(shield.id)
}

/// Removes a broken shield after the attack, even one that its bearer has dropped. RAT-AVOID-05, RAT-HP-03.
pub fn discard(broken: Option<ItemId>, context: &mut StepContext<'_>) {
    if let Some(shield) = broken {
        context.effect(Effect::Move(shield, Location::Gone));
    }
}

/// Tells that damage to a limb would have killed but leaves Health at 0: RAT-AIM-09.
fn tell_spared(on: CombatantId, body: &Body, harm: Harm, context: &mut StepContext<'_>) {
    let lost = i32::from(body.health) - harm.damage;
    if body.spares && lost < i32::from(body.health(harm.damage)) && !context.is_forecast() {
        context.note(on, ids::AIM_09, "keeps 0 Health: no blow at a limb kills");
    }
}

/// Sets the Health that final damage leaves, then applies the effects of the location. RAT-ARM-04 (7).
pub fn hurt(battle: &Battle, on: CombatantId, place: Place, (left, harm): (i16, Harm), context: &mut StepContext<'_>) {
    if harm.damage < 1 {
        return;
    }
    if left != battle.combatant(on).vitals.get(HEALTH) || left < 1 {
        health::leave(battle, on, left, context);
    }
    if left >= 0 {
        wounds::suffer(battle, on, place, harm, context);
    }
}
