//! Kegs, charges and fire, by the closest rules there are: blasts and burning. PCT-OBJ.

use super::{
    blast, bonds, catalogue as ids,
    conditions::{self, ActionType, BURNING, spend},
    damage, menu, reach, settings,
    sheet::sheet,
    step::BlastStep,
    wounds::{self, Body},
};
use crate::{
    geometry::{Footprint, Square, reach as squares_in_reach},
    rules::{
        Area, BoardRules, Explosive, ground,
        objects::{self, BlastEnd, Explosion},
        prelude::*,
    },
};

/// How many turns somebody burns who has entered fire, PCT-OBJ-02.
const TURNS: u8 = 3;

/// Which objects there are rules for, PCT-OBJ-01, PCT-OBJ-02.
pub fn board_rules(battle: &Battle) -> BoardRules {
    if !settings::objects(battle) {
        return BoardRules::default();
    }
    BoardRules {
        explosives: Some(ids::OBJ_01),
        fire: Some((ids::OBJ_02, "sets fire to anyone who enters or begins a turn here")),
        ..BoardRules::default()
    }
}

/// The offer to light an adjacent keg or charge, PCT-OBJ-01.
pub fn offer(battle: &Battle, who: CombatantId) -> Option<Offer> {
    let may = settings::objects(battle);
    let refusal = || conditions::standard(battle, who);
    may.then(|| {
        objects::light_offer(
            battle,
            bonds::feet(battle, who).footprint(),
            (&menu::LIGHT, &[ids::OBJ_01], menu::LARGE),
            refusal,
        )
    })
    .flatten()
}

/// Lights a fuse.
pub fn light(battle: &Battle, who: CombatantId, at: Square, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Standard, context);
    objects::light_fuse(battle, (who, at), ids::OBJ_01, context);
}

/// Puts the explosions at the end of a round on the agenda.
pub fn at_round_end(battle: &Battle, context: &mut StepContext<'_>) {
    if settings::objects(battle) && objects::is_due(battle) {
        context.step(BlastStep::Explode);
    }
}

/// The squares that an explosion reaches: its own, and those within `radius` metres, PCT-GRID-02, with no wall in the
/// line.
pub fn reached(battle: &Battle, at: Square, radius: u8) -> Vec<Square> {
    let (field, centre) = (&*battle.scene.field, Footprint::one(at));
    let near = squares_in_reach(centre, radius.into()).filter(|square| field.cell(*square).is_some());
    let open = near.filter(|square| ground::has_line(field, centre, Footprint::one(*square)));
    let mut squares: Vec<Square> = std::iter::once(at).chain(open).collect();
    squares.sort_unstable();
    squares
}

/// How many metres a body is from where something explodes.
fn metres(at: Square, body: Footprint) -> u16 {
    reach::distance(body, Footprint::one(at))
}

/// The next explosion at the end of a round: its damage is rolled once, less two for each metre, less armour,
/// PCT-OBJ-01, PCT-BLAST-01.
pub fn explode(battle: &Battle, context: &mut StepContext<'_>) {
    let reached = |at, radius| reached(battle, at, radius);
    let Some(explosion) = Explosion::next_within(battle, ids::OBJ_01, reached, context) else { return };
    let value = explosion.harm("Blast", ids::OBJ_01, context);
    let squares = reached(explosion.at, explosion.explosive.radius);
    let covers = |who: &CombatantId| {
        let body = bonds::feet(battle, *who).footprint();
        squares.iter().any(|square| body.contains(*square))
    };
    for who in blast::everybody(battle).into_iter().filter(covers) {
        let Some(came) = damage_to(battle, explosion.at, who, value) else {
            context.note(who, ids::BLAST_04, "is sheltered from it by total cover");
            continue;
        };
        if came < value {
            let far = metres(explosion.at, bonds::feet(battle, who).footprint());
            blast::tell_loss((who, far), (value, came), ids::OBJ_01, context);
        }
        let fate = if came > 0 { Fate::Hit } else { Fate::Stopped };
        context.attack_result(AttackResult { by: explosion.by, on: who, fate, damage: came as i16 });
        // A rider who falls with the mount makes no check to stay standing, PCT-DMG-06, PCT-MNT-07.
        if bonds::mount_of(battle, who).is_some_and(|mount| is_felled(battle, explosion.at, mount, value)) {
            wounds::hurt(battle, who, came, context);
        } else {
            wounds::harm(battle, who, came, context);
        }
    }
    context.step(BlastStep::Explode);
}

/// Whether an explosion with this damage puts somebody within its reach out of the fight.
fn is_felled(battle: &Battle, at: Square, who: CombatantId, value: i32) -> bool {
    let came = damage_to(battle, at, who, value).filter(|came| *came > 0);
    came.is_some_and(|came| Body::of(battle.combatant(who)).take(came).out.is_some())
}

/// The damage that an explosion does to somebody within its reach; `None` behind total cover, PCT-BLAST-04.
fn damage_to(battle: &Battle, at: Square, who: CombatantId, value: i32) -> Option<i32> {
    // A rider is where the mount is, PCT-MNT-01.
    let (body, place) = (battle.combatant(who), bonds::feet(battle, who).footprint());
    if blast::is_walled(battle, at, place, body.posture) {
        return None;
    }
    let value = value - 2 * i32::from(metres(at, place));
    Some(if value <= 0 { 0 } else { damage::taken(value, sheet(body).av(), 0) })
}

/// The end of an explosion for somebody.
fn ends(battle: &Battle, at: Square, who: CombatantId, value: i32) -> Vec<BlastEnd> {
    let end = match damage_to(battle, at, who, value) {
        None => (0, -1),
        Some(came) if came <= 0 => (0, 0),
        Some(came) => (Body::of(battle.combatant(who)).take(came).grade(), came as i16),
    };
    vec![(end, 1)]
}

/// The forecast of lighting one as things stand.
pub fn area(battle: &Battle, choice: &Choice) -> Option<Area> {
    let at = *choice.squares.first().filter(|_| choice.verb == menu::LIGHT.verb)?;
    let explosive = battle.scene.field.explosive(at)?;
    let (squares, metres) = (reached(battle, at, explosive.radius), |body| metres(at, body));
    Some(objects::area_within(battle, (at, explosive), (squares, &metres), |who, value| ends(battle, at, who, value)))
}

/// The average cost of an explosion to somebody.
pub fn blast_cost(battle: &Battle, at: Square, explosive: &Explosive, who: CombatantId) -> i32 {
    if settings::objects(battle) { objects::mean(explosive, |value| ends(battle, at, who, value)) } else { 0 }
}

/// The average cost of entering fire: a few points in each turn of burning.
pub fn fire_cost(battle: &Battle) -> i32 {
    if settings::objects(battle) { 3 * i32::from(TURNS) } else { 0 }
}

/// Combatants who enter fire, or begin a turn in it, burn for three turns, PCT-OBJ-02, PCT-BLAST-05, unless they burn
/// longer already.
pub fn catch_fire(battle: &Battle, context: &mut StepContext<'_>) {
    if !settings::objects(battle) {
        return;
    }
    for who in objects::taken_by_fire(battle, context) {
        let new = Condition::new(BURNING, Until::Turns(TURNS));
        match battle.combatant(who).conditions.find(BURNING) {
            Some(old) if conditions::outlasts(old, TURNS) => continue,
            Some(old) => context.effect(Effect::replaced(who, *old, Some(new))),
            None => context.effect(Effect::AddCondition(who, new)),
        }
        context.note(who, ids::OBJ_02, "is on fire");
    }
}
