//! Getting on a mount, off it, and losing it. RAT-MNT-07 to RAT-MNT-09.

use super::{
    catalogue as ids,
    conditions::{IN_PIT, RIDING, agility, body, is_target, mount_of, rider_of},
    magic, menu,
    movement::{has_room, is_step_away, use_up},
    reach,
    sheet::{Discipline, STEPPED, WALKED, sheet},
    step::SpecialStep,
};
use crate::{
    dice::Throw,
    geometry::{Square, reach_chebyshev},
    rules::prelude::*,
};

/// The offer to get on an adjacent mount, or off the one that is ridden.
pub fn offers(battle: &Battle, who: CombatantId) -> Option<Offer> {
    if let Some(mount) = mount_of(battle, who) {
        // Dismounting uses up the movement without a step, so `STEPPED` would not show it.
        let has_moved = battle.combatant(who).budgets.get(WALKED) > 0;
        let refusal = has_moved.then(|| Refusal::new(ids::MNT_08, "Has moved already"));
        let squares = beside(battle, who, mount);
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::MNT_08, "No free square"));
        let offer = Offer::new(&menu::DISMOUNT, &[ids::MNT_08], Cost::FREE).at(Target::Square(squares.into()));
        return Some(offer.refused(refusal).refused(nowhere));
    }
    let steeds = steeds(battle, who);
    let in_pit = battle.combatant(who).conditions.has(IN_PIT).then(|| Refusal::new(ids::ACT_02, "In a pit"));
    (!steeds.is_empty()).then(|| {
        let offer = Offer::new(&menu::MOUNT, &[ids::MNT_07, ids::MNT_01], menu::AN_ACTION).at_whom(steeds);
        offer.refused(in_pit)
    })
}

/// The mounts of somebody's own side beside it, each with the reason if it cannot be mounted. A free mount is read as
/// one that nobody rides and that belongs to the rider's side: enemies keep hold of theirs. RAT-MNT-07.
fn steeds(battle: &Battle, who: CombatantId) -> Vec<Candidate> {
    let (fighter, from) = (battle.combatant(who), body(battle, who));
    let mounts = battle.combatants().filter(|mount| {
        mount.team == fighter.team && mount.fights() && sheet(*mount).mount_data.is_some() && mount.id != who
    });
    let near = mounts.filter(|mount| is_step_away(battle, from, mount.footprint()));
    let candidate = |mount: Combatant<'_>| {
        let refusal = if rider_of(battle, mount.id).is_some() {
            Some(Refusal::new(ids::MNT_07, "Has a rider"))
        } else if mount.footprint().side <= fighter.footprint().side {
            Some(Refusal::new(ids::MNT_07, "Not larger than the rider"))
        } else {
            None
        };
        Candidate { who: mount.id, refusal }
    };
    near.map(candidate).collect()
}

/// The Agility roll that mounting takes: 10 more for an untamed animal. RAT-MNT-07.
pub fn difficulty(battle: &Battle, mount: CombatantId) -> i32 {
    sheet(battle.combatant(mount))
        .mount_data
        .map_or(0, |mount| i32::from(mount.difficulty) + if mount.tamed { 0 } else { 10 })
}

/// Begins one of these choices; false if the choice is another.
pub fn begin(battle: &Battle, who: CombatantId, choice: &Choice, context: &mut StepContext<'_>) -> bool {
    match (choice.verb, choice.on, choice.squares.first(), mount_of(battle, who)) {
        ("mount", Some(mount), ..) => {
            menu::pay(who, context);
            context.step(SpecialStep::Mount(who, mount));
        }
        ("dismount", _, Some(to), Some(_)) => {
            RIDING.part(battle, who, Some(*to), context);
            use_up(who, context);
            context.note(who, ids::MNT_08, "dismounts");
        }
        _ => return false,
    }
    true
}

/// Rolls Agility to get on, RAT-MNT-07.
pub fn get_on(battle: &Battle, who: CombatantId, mount: CombatantId, context: &mut StepContext<'_>) {
    let fighter = battle.combatant(who);
    let (count, needed) = (agility(battle, fighter), difficulty(battle, mount));
    let number = Verdict::base(ids::MNT_07, "Difficulty", needed);
    let mut succeeds = needed <= 0;
    if count > 0 {
        let throw = Throw::Sum { count: count.min(80) as u8, sides: 4 };
        let thrown = context.throw(throw, &|reading| u32::from(reading.sum >= needed));
        succeeds = thrown.sum >= needed;
        context.log(|| Entry::Roll(Roll::new(who, "Mount", ids::MNT_07, &thrown).against(number, succeeds)));
    }
    if !succeeds || !battle.combatant(mount).fights() {
        return context.note(who, ids::MNT_07, "does not get into the saddle");
    }
    RIDING.join(battle, who, mount, context);
    // The mount's movement is there only for a rider who has not moved before.
    if fighter.budgets.get(STEPPED) > 0 {
        use_up(who, context);
    }
    context.note(who, ids::MNT_07, format_args!("mounts {}", battle.combatant(mount).identity.name));
    if !sheet(fighter).has(Discipline::MountedConcentration) {
        magic::end_sustained(battle, who, context);
    }
}

/// The free squares for somebody beside a mount.
fn beside(battle: &Battle, who: CombatantId, mount: CombatantId) -> Vec<Square> {
    let place = battle.combatant(mount).footprint();
    let own = |square: Square| battle.combatant(who).placement.at(square).0;
    let side = battle.combatant(who).footprint().side;
    let near = reach_chebyshev(place, side.into()).filter(|square| has_room(battle, who, own(*square)));
    near.filter(|square| is_step_away(battle, place, own(*square))).collect()
}

/// Takes a rider out of the saddle, to the nearest free square: if the mount is gone, its own squares come first.
/// RAT-MNT-09.
pub fn fall_off(battle: &Battle, rider: CombatantId, is_mount_gone: bool, context: &mut StepContext<'_>) {
    let Some(mount) = mount_of(battle, rider) else { return };
    let place = battle.combatant(mount).footprint();
    let own = |square: Square| battle.combatant(rider).placement.at(square).0;
    let is_free = |square: &Square| {
        let others = |other: Combatant<'_>| {
            let is_pair = other.id == rider || other.id == mount;
            !is_pair && is_target(other) && body(battle, other.id).squares().any(|taken| own(*square).contains(taken))
        };
        let under = !is_mount_gone && own(*square).squares().any(|taken| place.contains(taken));
        let stands = crate::rules::ground::can_stand(&battle.scene.field, own(*square));
        stands && !under && !battle.combatants().any(others)
    };
    let far = |square: &Square| (reach::squares_apart(place, own(*square)), square.y, square.x);
    RIDING.part(battle, rider, battle.scene.field.squares().filter(is_free).min_by_key(far), context);
    context.note(rider, ids::MNT_09, "is out of the saddle");
}

/// The effects that put somebody in the saddle, for setting up positions.
pub fn saddled(rider: CombatantId, mount: CombatantId) -> Vec<Effect> {
    RIDING.begin(rider, mount).into()
}
