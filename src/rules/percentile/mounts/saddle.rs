//! Getting on and off, and what the saddle changes in a fight. PCT-MNT-01, PCT-MNT-05 to PCT-MNT-08, PCT-MNT-10.

use super::falls::{beside, lands};
use crate::rules::{
    Battle, Candidate, Combatant, CombatantId, Effect, Offer, Posture, Refusal, StepContext, Target,
    percentile::{
        bonds::{self, RIDING, mount_of, rider_of, takes_turns},
        catalogue as ids,
        conditions::{self, ActionType, MOUNTED, spend},
        menu,
        sheet::Skill,
        ways::{self, Ground},
    },
};

/// Mounts of one's own side beside one, and why they cannot be mounted, PCT-MNT-01, PCT-MNT-02.
fn steeds(battle: &Battle, who: CombatantId) -> Vec<Candidate> {
    let one = battle.combatant(who);
    let near = battle.combatants().filter(|mount| {
        mount.team == one.team
            && mount.id != who
            && mount.fights()
            && !takes_turns(*mount)
            && ways::adjoins(&battle.scene.field, Ground::Water, one.footprint(), mount.footprint())
    });
    near.map(|mount| {
        let refusal = if rider_of(battle, mount.id).is_some() {
            Some(Refusal::new(ids::MNT_01, "Has a rider"))
        } else if mount.posture == Posture::Prone {
            Some(Refusal::new(ids::MNT_01, "The mount lies down"))
        } else if one.posture != Posture::Standing {
            Some(Refusal::new(ids::MNT_01, "Stand up first"))
        } else {
            None
        };
        Candidate { who: mount.id, refusal }
    })
    .collect()
}

/// Getting on, getting off, getting out from under, and making a mount stand.
pub fn offers(battle: &Battle, who: CombatantId, found: &mut Vec<Offer>) {
    let locked = || bonds::is_bound(battle.combatant(who)).then(|| Refusal::new(ids::MAN_06, "Locked in a catch"));
    let quick = || conditions::quick(battle, who).or_else(locked);
    if let Some(mount) = mount_of(battle, who) {
        let squares = beside(battle, who, battle.combatant(mount).footprint());
        let nowhere = squares.is_empty().then(|| Refusal::new(ids::GRID_05, "No free square"));
        let rules = &[ids::MNT_01, ids::TURN_05];
        let offer = Offer::new(&menu::ALIGHT, rules, menu::SMALL).at(Target::Square(squares.into()));
        found.push(offer.refused(quick()).refused(nowhere));
        return;
    }
    if !takes_turns(battle.combatant(who)) {
        return;
    }
    let under = bonds::trapped_under(battle, who);
    if under.is_some() {
        found.push(Offer::new(&menu::FREE, &[ids::MNT_07], menu::LARGE).refused(conditions::standard(battle, who)));
    } else {
        let steeds = steeds(battle, who);
        if steeds.iter().any(|one| battle.combatant(one.who).posture != Posture::Prone) {
            let none = steeds.iter().all(|one| one.refusal.is_some());
            let first = steeds.iter().find_map(|one| one.refusal.clone()).filter(|_| none);
            let offer = Offer::new(&menu::MOUNT, &[ids::MNT_01, ids::TURN_05], menu::SMALL);
            found.push(offer.at(Target::Combatant(steeds)).refused(quick()).refused(first));
        }
    }
    let lying: Vec<Candidate> = lying_mounts(battle, who);
    if !lying.is_empty() {
        let none = lying.iter().all(|one| one.refusal.is_some());
        let first = lying.iter().find_map(|one| one.refusal.clone()).filter(|_| none);
        let offer = Offer::new(&menu::ROUSE, &[ids::MNT_07], menu::SMALL);
        found.push(offer.at(Target::Combatant(lying)).refused(quick()).refused(first));
    }
}

/// Fallen mounts beside one that could be made to stand, PCT-MNT-07.
fn lying_mounts(battle: &Battle, who: CombatantId) -> Vec<Candidate> {
    let one = battle.combatant(who);
    // Who lies under it is in its square.
    let is_near = |mount: Combatant<'_>| {
        let (own, body) = (one.footprint(), mount.footprint());
        own.gap(body) == (0, 0) || ways::adjoins(&battle.scene.field, Ground::Water, own, body)
    };
    let lying = battle.combatants().filter(|mount| {
        mount.team == one.team
            && mount.fights()
            && !takes_turns(*mount)
            && mount.posture == Posture::Prone
            && is_near(*mount)
    });
    lying
        .map(|mount| {
            let pinned = bonds::lying_under(battle, mount.id).is_some_and(|(rider, _)| bonds::is_pinned(battle, rider));
            let refusal = pinned.then(|| Refusal::new(ids::MNT_07, "Somebody is pinned under it"));
            Candidate { who: mount.id, refusal }
        })
        .collect()
}

/// Mounts, PCT-MNT-01.
pub fn mount_up(battle: &Battle, who: CombatantId, mount: CombatantId, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    let at = battle.combatant(mount).placement.anchor();
    context.effect(Effect::Place(who, battle.combatant(who).placement.at(at)));
    RIDING.begin(who, mount).into_iter().for_each(|effect| context.effect(effect));
    context.note(who, ids::MNT_01, format_args!("mounts {}", battle.combatant(mount).identity.name));
}

/// Dismounts, PCT-MNT-01.
pub fn alight(battle: &Battle, who: CombatantId, to: crate::geometry::Square, context: &mut StepContext<'_>) {
    spend(battle, who, ActionType::Quick, context);
    let hidden: Vec<CombatantId> =
        battle.standing(to).filter(|one| !battle.is_known(battle.combatant(who).team, *one)).collect();
    if !hidden.is_empty() {
        // He stays in the saddle, PCT-GRID-05.
        return ways::come_upon(battle, who, &hidden, context);
    }
    lands(battle, who, to, context);
    context.note(who, ids::MNT_01, "dismounts");
}

/// The skill of one who defends by moving: Athletics, in the saddle Ride, PCT-DEF-05.
pub fn evasion(battle: &Battle, who: CombatantId) -> Skill {
    if battle.combatant(who).conditions.has(MOUNTED) { Skill::Ride } else { Skill::Athletics }
}
