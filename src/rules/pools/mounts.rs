//! Riders and mounts. POO-MOVE-09.

use super::{
    catalogue as ids,
    conditions::{RIDING, is_alive},
    menu, movement, reach,
    sheet::sheet,
};
use crate::{
    geometry::{Flood, Footprint, Square, reach_chebyshev},
    rules::{
        ground::{can_stand, distance, is_step_away, steps},
        prelude::*,
    },
};

/// How many steps from a body a free square is searched for.
const FARTHEST: u16 = 8;

/// Whether somebody is in a saddle.
pub fn is_mounted(battle: &Battle, who: CombatantId) -> bool {
    RIDING.second_of(battle, who).is_some()
}

/// Who rides somebody.
pub fn rider_of(battle: &Battle, mount: CombatantId) -> Option<CombatantId> {
    RIDING.first_of(battle, mount)
}

/// Parts a rider and a mount of which one falls: the rider is set on the nearest free square, and the movement action
/// on the mount ends.
pub fn part(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    if tied(battle, who).is_none() {
        return;
    }
    // One blow may fell several: each rider falls once, to where those before it have left room.
    let now = battle.after_written(context);
    let Some(rider) = tied(&now, who) else { return };
    let there = lands(&now, rider);
    let to = (there != reach::body(&now, rider)).then_some(there.anchor);
    RIDING.part(&now, rider, to, context);
    movement::close(&now, rider, context);
    movement::loosen(&now, rider, there, context);
    movement::ignite(&now, rider, there, context);
    context.note(rider, ids::MOVE_09, "is out of the saddle");
}

/// The rider of the pair that somebody belongs to.
fn tied(battle: &Battle, who: CombatantId) -> Option<CombatantId> {
    if is_mounted(battle, who) { Some(who) } else { rider_of(battle, who) }
}

/// Where a rider lands who falls out of the saddle: the nearest free square, or its own if there is none.
pub fn lands(battle: &Battle, rider: CombatantId) -> Footprint {
    let body = reach::body(battle, rider);
    nearest_free(battle, rider, body).map_or(body, |to| battle.combatant(rider).placement.at(to).0)
}

/// The free square nearest to a body, with a way to it from there: nobody falls through a wall.
pub fn nearest_free(battle: &Battle, who: CombatantId, from: Footprint) -> Option<Square> {
    let placement = battle.combatant(who).placement;
    let map = steps(&battle.scene.field, placement.at(from.anchor).0.side);
    let mut starts: Vec<(Square, u16)> = from.squares().map(|square| (square, 0)).collect();
    let mut flood = Flood::new();
    flood.run_from(map, &mut starts, FARTHEST);
    let near = flood.reached().map(|(square, _)| square).filter(|square| !from.contains(*square));
    near.filter(|square| is_free(battle, who, *square))
        .min_by_key(|square| (distance(from, placement.at(*square).0), *square))
}

/// Whether somebody fits there with nobody alive in the way.
pub fn is_free(battle: &Battle, who: CombatantId, at: Square) -> bool {
    let body = battle.combatant(who).placement.at(at).0;
    let meets = |other: Combatant<'_>| other.id != who && is_alive(other) && other.footprint().gap(body) == (0, 0);
    can_stand(&battle.scene.field, body) && !battle.combatants().any(meets)
}

/// Whether one step leads from one place to the other: nobody gets on or off through a wall or an arrow slit,
/// POO-MOVE-03.
fn is_step(battle: &Battle, from: Footprint, to: Footprint) -> bool {
    is_step_away(&battle.scene.field, from, to, 2)
}

/// Mounting and dismounting, each a whole movement action.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let (cost, stuck) = (movement::price(battle, who), movement::stuck(battle, who));
    if let Some(mount) = RIDING.second_of(battle, who) {
        let (body, own) = (battle.combatant(mount).footprint(), fighter.placement);
        let is_open = |to: &Square| is_step(battle, body, own.at(*to).0);
        // The anchor is the north-west square: to the north and west it is as far from the mount as the body is wide.
        let near = reach_chebyshev(body, own.0.side.into()).filter(|to| is_free(battle, who, *to));
        let beside = near.filter(is_open).collect::<Vec<_>>();
        let nowhere = beside.is_empty().then(|| Refusal::new(ids::MOVE_04, "No free square"));
        let offer = Offer::new(&menu::DISMOUNT, &[ids::MOVE_09], cost).at(Target::Square(beside.into()));
        return vec![offer.refused(stuck).refused(nowhere)];
    }
    let is_free = |other: &Combatant<'_>| {
        let is_mine = other.team == fighter.team && other.fights() && sheet(*other).mount;
        let is_near = || is_step(battle, fighter.footprint(), other.footprint());
        is_mine && RIDING.first_of(battle, other.id).is_none() && is_near()
    };
    // A rider shares the squares of the mount, and so covers no more than those.
    let is_narrow = |other: Combatant<'_>| other.footprint().side < fighter.footprint().side;
    let refused = |other| is_narrow(other).then(|| Refusal::new(ids::MOVE_09, "Too large for it"));
    let found: Vec<Candidate> =
        battle.combatants().filter(is_free).map(|other| Candidate { who: other.id, refusal: refused(other) }).collect();
    if found.is_empty() || sheet(fighter).mount {
        return Vec::new();
    }
    let lies = (fighter.posture == Posture::Prone).then(|| Refusal::new(ids::COND_10, "Lies prone"));
    let offer = Offer::new(&menu::MOUNT, &[ids::MOVE_09], cost).at_whom(found);
    vec![offer.refused(stuck).refused(lies)]
}

/// Mounts or dismounts; fire in the new squares ignites the rider, POO-COND-15.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    movement::use_whole(battle, who, context);
    if let (Some(_), Some(square)) = (RIDING.second_of(battle, who), choice.squares.first()) {
        RIDING.part(battle, who, Some(*square), context);
        movement::ignite(battle, who, battle.combatant(who).placement.at(*square).0, context);
        context.note(who, ids::MOVE_09, "dismounts");
    } else if let Some(mount) = choice.on {
        RIDING.join(battle, who, mount, context);
        movement::ignite(battle, who, battle.combatant(mount).footprint(), context);
        context.note(who, ids::MOVE_09, format_args!("mounts {}", battle.combatant(mount).identity.name));
    }
}
