//! Kegs, charges and fire, by the closest existing rules: Thermal damage past cover and armour. VIG-OBJ-03, VIG-OBJ-04.

use super::{
    attack, catalogue as ids,
    conditions::{cannot_move, is_target},
    cover::{self, Aim, feet},
    damage::{self, Settling},
    exchange::{Ended, Outcome, Situation},
    guard::Course,
    menu::{self, Price},
    settings,
    step::{Exchange, Manner, Mark, SpecialStep, Strike, With},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        Area, BoardRules, Explosive, HarmDice,
        exchange::Situation as _,
        objects::{self, BlastEnd, Explosion},
        prelude::*,
    },
};

/// The damage of fire, VIG-OBJ-04.
const FIRE: HarmDice = HarmDice { count: 1, sides: 8, bonus: 0 };

/// The objects and veils that have rules; thin veils are reduced visibility, VIG-VIS-02.
pub fn board_rules(battle: &Battle) -> BoardRules {
    let thin = BoardRules { thin_veils: Some((ids::VIS_02, "reduced visibility")), ..BoardRules::default() };
    if !settings::objects(battle) {
        return thin;
    }
    BoardRules {
        explosives: Some(ids::OBJ_03),
        fire: Some((ids::OBJ_04, "1d8 Thermal to anyone who enters or begins a turn here")),
        ..thin
    }
}

/// The offer to light a keg or charge beside or under the combatant, VIG-OBJ-03.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let cost = Price::Actions.of(battle, 1, 0);
    let (fighter, may) = (battle.combatant(who), settings::objects(battle));
    let stuck = || cannot_move(fighter);
    may.then(|| objects::light_offer(battle, fighter.footprint(), (&menu::LIGHT, &[ids::OBJ_03], cost), stuck))
        .flatten()
}

/// Lights a fuse.
pub fn light(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    Price::Actions.pay(battle, who, 1, 0, context);
    let Some(at) = choice.squares.first() else { return };
    objects::light_fuse(battle, (who, *at), ids::OBJ_03, context);
}

/// Puts the explosions at the end of a round on the agenda.
pub fn at_round_end(battle: &Battle, context: &mut StepContext<'_>) {
    if settings::objects(battle) && objects::is_due(battle) {
        context.step(SpecialStep::Explode);
    }
}

/// The next explosion at the end of a round: one damage roll for all, past armour and past cover on the line from where
/// it goes off. VIG-OBJ-03, VIG-ATK-08, VIG-DMG-05.
pub fn explode(battle: &Battle, context: &mut StepContext<'_>) {
    let Some(explosion) = Explosion::next(battle, ids::OBJ_03, context) else { return };
    let dealt = explosion.harm("Damage", ids::OBJ_03, context);
    for who in reached(battle, &explosion) {
        settle(battle, (explosion.by, who), Some(explosion.at), dealt, context);
    }
    context.step(SpecialStep::Explode);
}

/// Those in an explosion whom it can harm, by id.
fn reached(battle: &Battle, explosion: &Explosion) -> Vec<CombatantId> {
    let mut all = explosion.caught(battle);
    all.retain(|who| is_target(battle.combatant(*who)));
    all
}

/// The harm to a combatant as an exchange that has hit: from a square, with the cover on the way, or on the spot.
fn exchange(battle: &Battle, (by, on): (CombatantId, CombatantId), from: Option<Square>) -> Exchange {
    let strike = Strike::new(by, Mark::Combatant(on), With::Hazard(from.is_some()), Manner::Action);
    let body = battle.combatant(on).footprint();
    let centre = from.map_or(body, Footprint::one);
    let line = cover::between(battle, centre, body, Aim::Burst);
    let course = Course { line, feet: feet(centre, body), area: true, penalty: Some(0) };
    let situation = attack::situate(battle, &strike, &strike.means(battle), &course);
    Exchange { strike, situation, stage: situation.begin() }
}

fn settle(
    battle: &Battle,
    (by, on): (CombatantId, CombatantId),
    from: Option<Square>,
    dealt: i32,
    context: &mut StepContext<'_>,
) {
    let exchange = exchange(battle, (by, on), from);
    let came = Outcome { ended: Ended::Hit, defended: None, critical: false, dealt: dealt as i16, failed: 0 };
    if !context.is_forecast() {
        damage::tell_stopped(on, dealt as i16, &exchange.situation.harm(dealt as i16), context);
    }
    Settling::of(battle, &exchange).settle_on(came, context);
}

/// How this much damage ends for a combatant: its grade, and the body damage.
fn end(situation: &Situation, dealt: i32) -> (u8, i16) {
    let harm = situation.harm(dealt as i16);
    match harm.body {
        taken if harm.fall.is_out() => (3, taken),
        0 => (0, 0),
        taken if i32::from(taken) * 2 >= situation.body.durability.into() => (2, taken),
        taken => (1, taken),
    }
}

/// What lighting a keg or charge would do as things stand.
pub fn area(battle: &Battle, choice: &Choice) -> Option<Area> {
    let at = *choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb)?;
    let explosive = battle.scene.field.explosive(at)?;
    Some(objects::area(battle, (at, explosive), |who, dealt| ends(battle, at, who, dealt)))
}

fn ends(battle: &Battle, at: Square, who: CombatantId, dealt: i32) -> Vec<BlastEnd> {
    vec![(end(&exchange(battle, (who, who), Some(at)).situation, dealt), 1)]
}

/// What an explosion costs a combatant on average.
pub fn blast_cost(battle: &Battle, at: Square, explosive: &Explosive, who: CombatantId) -> i32 {
    if settings::objects(battle) { objects::mean(explosive, |dealt| ends(battle, at, who, dealt)) } else { 0 }
}

/// What entering fire costs a combatant on average.
pub fn fire_cost(battle: &Battle, who: CombatantId) -> i32 {
    let mean = FIRE.twice_mean() / 2;
    if settings::objects(battle) { end(&exchange(battle, (who, who), None).situation, mean).1.into() } else { 0 }
}

/// Burns combatants who enter fire or begin a turn in it, VIG-OBJ-04.
pub fn catch_fire(battle: &Battle, context: &mut StepContext<'_>) {
    if !settings::objects(battle) {
        return;
    }
    for who in objects::taken_by_fire(battle, context) {
        for _ in 0..steps_into_fire(battle, who, context).max(1) {
            context.at_once(AgendaItem::step(SpecialStep::Burn(who)));
        }
    }
}

/// How many burning squares a combatant enters: a push goes step by step, VIG-MOVE-05.
fn steps_into_fire(battle: &Battle, who: CombatantId, context: &StepContext<'_>) -> usize {
    let burns = |body: Footprint| body.squares().any(|square| battle.scene.field.burns(square));
    let leads_there = |effect: &&Effect| matches!(effect, Effect::Place(goes, to) if *goes == who && burns(to.0));
    context.effects().filter(leads_there).count()
}

/// Fire burns a combatant: Thermal damage, which armour against it reduces. VIG-OBJ-04.
pub fn burn(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if !is_target(battle.combatant(who)) {
        return;
    }
    context.note(who, ids::OBJ_04, "is burnt by fire");
    let dealt = objects::roll_harm(FIRE, (who, "Damage", ids::OBJ_04), context);
    settle(battle, (who, who), None, dealt, context);
}
