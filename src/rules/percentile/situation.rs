//! What an attack roll and all that follows it can depend on, so that equal situations are forecast once.

use super::{
    attack,
    conditions::{MOUNTED, RIDDEN},
    reactions,
    sheet::Kind,
    solved,
    step::{AttackStep, Exchange, Method, Step},
};
use crate::rules::{Battle, Combatant, CombatantSet, SituationKey, Whole};

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

/// Those whose damage, wounds and Luck make no difference to an attack: everybody but attacker and target, where nobody
/// else can be drawn into it. To what follows an attack whatever its result, nobody's do.
pub fn unread_vitals(battle: &Battle, step: &Step) -> CombatantSet {
    let Step::Attack(step) = step else { return CombatantSet::default() };
    let (exchange, parties) = match step {
        AttackStep::Settle(exchange) => (exchange, None),
        AttackStep::Declare(exchange) | AttackStep::Notice(exchange) | AttackStep::Roll(exchange) => {
            (exchange, Some([exchange.by, exchange.on]))
        }
        AttackStep::Judge(..) => return CombatantSet::default(),
    };
    let alone = is_plain(exchange)
        && !is_mounted(battle.combatant(exchange.by))
        && !is_mounted(battle.combatant(exchange.on))
        && !reactions::anybody_readied(battle)
        && !solved::is_entangled(battle, exchange);
    let others =
        battle.combatants().map(|one| one.id).filter(|who| parties.is_none_or(|parties| !parties.contains(who)));
    if alone { others.collect() } else { CombatantSet::default() }
}

/// Whether it is neither a manoeuvre nor an attack that points or a catch may change.
const fn is_plain(exchange: &Exchange) -> bool {
    !exchange.manner.is_manoeuvre() && exchange.points == 0 && !matches!(exchange.stance, Some((Method::Catch(_), _)))
}

fn is_mounted(one: Combatant<'_>) -> bool {
    one.conditions.has(MOUNTED) || one.conditions.has(RIDDEN)
}
