//! Kegs and charges, by the nearest rule there is, that of Burning: harm that nothing opposes. POO-OBJ-01.

use super::{
    card, catalogue as ids, menu, reach, settings, settle,
    sheet::{AP, BUFFER, VITALITY},
    step::TurnStep,
    vitality,
};
use crate::rules::{
    Area, BoardRules, Explosive,
    objects::{self, BlastEnd, Explosion},
    prelude::*,
};

/// Which objects there are rules for, POO-OBJ-01, POO-COND-15, POO-COV-02.
pub fn board_rules(battle: &Battle) -> BoardRules {
    BoardRules {
        explosives: settings::objects(battle).then_some(ids::OBJ_01),
        pits: None,
        fire: Some((ids::COND_15, "burns for 1d10 at the start of each turn")),
        thin_veils: Some((ids::COV_02, "a die less to attack through it")),
    }
}

/// The offer to light an adjacent keg or charge, POO-OBJ-01.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    if !settings::objects(battle) {
        return None;
    }
    let kind = (&menu::LIGHT, &[ids::OBJ_01] as &[RuleId], Cost::of(&menu::AP, 1));
    let none = || (battle.combatant(who).budgets.get(AP) < 1).then(|| Refusal::new(ids::TURN_09, "No AP left"));
    objects::light_offer(battle, reach::body(battle, who), kind, none)
}

/// Lights the keg or charge that a choice names; its price is paid already.
pub fn light(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    if let Some(at) = choice.squares.first() {
        objects::light_fuse(battle, (who, *at), ids::OBJ_01, context);
    }
}

/// Puts the explosions at the end of a round on the agenda.
pub fn at_round_end(battle: &Battle, context: &mut StepContext<'_>) {
    if settings::objects(battle) && objects::is_due(battle) {
        context.step(TurnStep::Explode);
    }
}

/// Sets off the next explosion at the end of a round: its damage is rolled once, and everybody within it loses that
/// much, in the order of turns. POO-OBJ-01, POO-END-02.
pub fn explode(battle: &Battle, context: &mut StepContext<'_>) {
    let Some(explosion) = Explosion::next(battle, ids::OBJ_01, context) else { return };
    let harm = explosion.harm("Damage", ids::OBJ_01, context) as i16;
    for who in reach::in_order(battle, explosion.caught(battle)) {
        context.step(TurnStep::Blasted(explosion.by, who, harm));
    }
    context.step(TurnStep::Explode);
}

/// Somebody within an explosion loses the damage that was rolled, POO-OBJ-01, POO-DMG-06.
pub fn blasted(battle: &Battle, (by, on): (CombatantId, CombatantId), damage: i16, context: &mut StepContext<'_>) {
    if battle.combatant(on).status == Status::Dead {
        return;
    }
    let fate = if damage > 0 { Fate::Hit } else { Fate::Stopped };
    context.attack_result(AttackResult { by, on, fate, damage });
    vitality::hurt(battle, on, damage, context);
    if damage > 0 {
        settle::lose_charm(battle, by, on, context);
    }
}

/// How an explosion ends for somebody: nothing opposes it.
fn end(battle: &Battle, who: CombatantId, loss: i32) -> Vec<BlastEnd> {
    let full = card::health(battle, who).1;
    let left: i32 = [VITALITY, BUFFER].map(|vital| i32::from(battle.combatant(who).vitals.get(vital))).iter().sum();
    let grade = match loss {
        ..=0 => 0,
        loss if loss >= left => 3,
        loss if loss * 2 >= full => 2,
        _ => 1,
    };
    vec![((grade, loss.max(0) as i16), 1)]
}

/// What lighting one would do as things stand.
pub fn area(battle: &Battle, choice: &Choice) -> Option<Area> {
    let at = *choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb)?;
    let explosive = battle.scene.field.explosive(at)?;
    Some(objects::area(battle, (at, explosive), |who, value| end(battle, who, value)))
}

/// What an explosion costs somebody on average.
pub fn blast_cost(battle: &Battle, explosive: &Explosive, who: CombatantId) -> i32 {
    if settings::objects(battle) { objects::mean(explosive, |value| end(battle, who, value)) } else { 0 }
}
