//! Starting states: ambush, Over Watch, awareness. VIG-SETUP.

use super::{
    afflict::fall_unconscious,
    catalogue as ids,
    conditions::{AMBUSHED, AMBUSHER, BOUND, HIDDEN, OVER_WATCH, PINNED, UNCONSCIOUS, lasting},
    sheet::{Begins, sheet},
    space::{feet, octant},
};
use crate::{
    geometry::Direction,
    rules::{Battle, Combatant, CombatantId, Condition, ConditionKind, Effect, StepContext, Until},
};

/// Puts everybody into their starting states, VIG-SETUP-02.
pub fn begin(battle: &Battle, context: &mut StepContext<'_>) {
    for one in battle.combatants() {
        let enemies = || battle.enemies(one.id).filter(|enemy| enemy.fights());
        if enemies().next().is_some() && enemies().all(|enemy| !enemy.aware.of(one.id)) {
            add(one, HIDDEN, Until::Indefinite, context);
        }
        for begins in &sheet(one).begins {
            state(battle, one, *begins, context);
        }
    }
}

fn add(one: Combatant<'_>, kind: ConditionKind, until: Until, context: &mut StepContext<'_>) {
    if !one.conditions.has(kind) {
        context.effect(Effect::AddCondition(one.id, Condition::new(kind, until)));
    }
}

fn state(battle: &Battle, one: Combatant<'_>, begins: Begins, context: &mut StepContext<'_>) {
    let round_one = Until::RoundEnd(1);
    match begins {
        Begins::Ambusher => add(one, AMBUSHER, round_one, context),
        Begins::Ambushed if !watches(one) => ambush(battle, one, context),
        Begins::OverWatch(towards) if expects(battle, one.id, towards) => add(one, OVER_WATCH, round_one, context),
        Begins::OverWatch(_) => ambush(battle, one, context),
        Begins::Unconscious => {
            context.effect(Effect::AddCondition(one.id, lasting(UNCONSCIOUS)));
            fall_unconscious(battle, one.id, context);
        }
        Begins::Bound => add(one, BOUND, Until::Indefinite, context),
        Begins::Pinned => add(one, PINNED, Until::Indefinite, context),
        Begins::Ambushed | Begins::Initiator => {}
    }
}

/// Whether somebody is on Over Watch, which is tested in place of being Ambushed: VIG-SETUP-02.
fn watches(one: Combatant<'_>) -> bool {
    sheet(one).begins.iter().any(|state| matches!(state, Begins::OverWatch(_)))
}

/// Ambushed up to the end of the own first turn: one action if that is in round 1, unaware of every enemy. VIG-SETUP-03,
/// VIG-SETUP-06.
fn ambush(battle: &Battle, one: Combatant<'_>, context: &mut StepContext<'_>) {
    add(one, AMBUSHED, Until::Indefinite, context);
    for enemy in battle.enemies(one.id).filter(|enemy| one.aware.of(enemy.id)) {
        context.effect(Effect::Awareness(one.id, enemy.id, false));
    }
    context.note(one.id, ids::SETUP_03, "is ambushed");
}

/// Whether the attack comes from where somebody on Over Watch expects it, VIG-SETUP-05: from the combatant who is said to
/// have started the fight, otherwise from the nearest enemy, of several the one who is expected.
pub fn expects(battle: &Battle, who: CombatantId, towards: Direction) -> bool {
    let body = battle.combatant(who).footprint();
    let comes = |enemy: &Combatant<'_>| octant(body, enemy.footprint()) == Some(towards);
    let enemies = || battle.enemies(who).filter(|enemy| enemy.fights());
    if let Some(first) = enemies().find(|enemy| sheet(*enemy).begins_as(Begins::Initiator)) {
        return comes(&first);
    }
    let nearest = enemies().map(|enemy| feet(body, enemy.footprint())).min();
    enemies().filter(|enemy| Some(feet(body, enemy.footprint())) == nearest).any(|enemy| comes(&enemy))
}
