//! Riders and mounts. TOT-MOVE-08.

use super::{
    catalogue as ids, conditions, menu, movement, reach,
    sheet::{MOVED, UNDER_WAY, sheet},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{
        ground::{can_stand, is_step_away},
        prelude::*,
    },
};

/// Separates rider and mount when one of them falls: the rider goes to the nearest free square, since only rider and
/// mount may share squares among the living. TOT-MOVE-03, TOT-MOVE-08.
pub fn part(battle: &Battle, who: CombatantId, context: &mut StepContext<'_>) {
    let rider = match (reach::mount_of(battle, who), reach::rider_of(battle, who)) {
        (Some(_), _) => who,
        (_, Some(rider)) => rider,
        _ => return,
    };
    let to = nearest_free(battle, rider, reach::body(battle, rider));
    conditions::RIDING.part(battle, rider, to, context);
    if to.is_some() && rider != who {
        // Being moved ends holds, TOT-COMP-06.
        conditions::end_holds(battle, rider, context);
    }
    context.note(rider, ids::MOVE_08, if rider == who { "falls off the mount" } else { "gets clear of the mount" });
}

/// The free square nearest to a combatant that is connected with `from`, the body it leaves.
pub fn nearest_free(battle: &Battle, who: CombatantId, from: Footprint) -> Option<Square> {
    let body = battle.combatant(who).footprint();
    let squares = movement::connected(&battle.scene.field, from, body.side);
    squares.into_iter().filter(|to| may_land(battle, who, *to)).min_by_key(|to| {
        let (x, y) = body.gap(Footprint { anchor: *to, side: body.side });
        (x.max(y), x + y, *to)
    })
}

/// Whether a combatant fits there with no living body in the way.
pub fn may_land(battle: &Battle, who: CombatantId, to: Square) -> bool {
    let body = battle.combatant(who).placement.at(to).0;
    let leaves_room = |other: CombatantId| other == who || !movement::is_alive(battle.combatant(other));
    can_stand(&battle.scene.field, body) && body.squares().all(|square| battle.bodies_at(square).all(leaves_room))
}

/// Offers to mount and dismount, each a whole movement action, TOT-MOVE-08.
pub fn offers(battle: &Battle, who: CombatantId) -> Vec<Offer> {
    let fighter = battle.combatant(who);
    let refusal = || movement::whole_action(battle, who);
    if let Some(mount) = reach::mount_of(battle, who) {
        let squares: Vec<Square> = beside(battle, who, battle.combatant(mount).footprint());
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::MOVE_03, "No free square"));
        return vec![
            Offer::new(&menu::DISMOUNT, &[ids::MOVE_08], cost(battle, who))
                .at(Target::Square(squares.into()))
                .refused(refusal())
                .refused(nowhere),
        ];
    }
    let near = |other: &Combatant<'_>| {
        let is_near = || is_step_away(&battle.scene.field, fighter.footprint(), other.footprint(), 2);
        other.team == fighter.team && other.fights() && sheet(*other).mount && is_near()
    };
    let free = battle.combatants().filter(near).filter(|other| reach::rider_of(battle, other.id).is_none());
    // A rider shares its mount's squares and may not cover more than those.
    let is_narrow = |other: Combatant<'_>| other.footprint().side < fighter.footprint().side;
    let refused = |other| is_narrow(other).then(|| Refusal::new(ids::MOVE_08, "Too large for it"));
    let found: Vec<_> = free.map(|other| Candidate { who: other.id, refusal: refused(other) }).collect();
    if found.is_empty() || sheet(fighter).mount {
        return Vec::new();
    }
    let offer = Offer::new(&menu::MOUNT, &[ids::MOVE_08], cost(battle, who));
    vec![offer.at_whom(found).refused(refusal())]
}

fn cost(battle: &Battle, who: CombatantId) -> Cost {
    if battle.combatant(who).budgets.get(MOVED) == 0 { Cost::FREE } else { menu::ap(1) }
}

fn beside(battle: &Battle, who: CombatantId, body: Footprint) -> Vec<Square> {
    let rider = battle.combatant(who).placement;
    // The anchor is the north-west square, so north and west of the mount it is as far away as the body is wide.
    let near = crate::geometry::reach_chebyshev(body, rider.0.side.into());
    let is_open = |to: &Square| is_step_away(&battle.scene.field, body, rider.at(*to).0, 2);
    let is_free = |to: &Square| may_land(battle, who, *to) && is_open(to);
    near.filter(is_free).collect()
}

/// Mounts or dismounts.
pub fn choose(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) {
    movement::begin_action(battle, who, context);
    context.effect(Effect::Budget(who, UNDER_WAY, 0));
    if let (Some(_), Some(square)) = (reach::mount_of(battle, who), choice.squares.first()) {
        conditions::RIDING.part(battle, who, Some(*square), context);
        context.note(who, ids::MOVE_08, "dismounts");
    } else if let Some(mount) = choice.on {
        conditions::RIDING.join(battle, who, mount, context);
        context.note(who, ids::MOVE_08, format_args!("mounts {}", battle.combatant(mount).identity.name));
    }
}
