//! What an attack roll and all that follows it can depend on, so that equal situations are forecast once.

use super::{
    attack,
    conditions::{MOUNTED, RIDDEN},
    reactions,
    sheet::Kind,
    step::{AttackStep, Exchange, Method, Step},
};
use crate::rules::{Battle, Combatant, SituationKey, Whole};

/// The situation of a step: of the roll of a strike or shot between two on foot, with nobody else who has a part in it.
/// What the attacker's number is made of no longer matters by then.
pub fn of(battle: &Battle, step: &Step) -> Option<SituationKey> {
    let Step::Attack(AttackStep::Roll(exchange)) = step else { return None };
    let (by, on) = (battle.combatant(exchange.by), battle.combatant(exchange.on));
    if !is_plain(exchange) || is_mounted(by) || is_mounted(on) || reactions::anybody_readied(battle) {
        return None;
    }
    if battle.combatants().any(|one| one.team == on.team && !one.aware.of(by.id)) {
        return None;
    }
    let item = battle.item(exchange.item);
    let attack = (exchange, exchange.stance, exchange.finishes, item.at);
    let target = (on.placement, on.posture, on.status, on.vitals, on.hands);
    let situation = SituationKey::of(&(attack, target, &on.conditions, &by.conditions, by.hands));
    // Whoever strikes armour with the fist may be hurt too, PCT-UNA-04.
    let hurts = attack::usage(battle, exchange).kind == Kind::Unarmed;
    Some(if hurts { situation.with(&Whole(&battle.rows()[by.id.index()])) } else { situation })
}

/// Whether it is neither a manoeuvre nor an attack that points or a catch may change.
const fn is_plain(exchange: &Exchange) -> bool {
    !exchange.manner.is_manoeuvre() && exchange.points == 0 && !matches!(exchange.stance, Some((Method::Catch(_), _)))
}

fn is_mounted(one: Combatant<'_>) -> bool {
    one.conditions.has(MOUNTED) || one.conditions.has(RIDDEN)
}
