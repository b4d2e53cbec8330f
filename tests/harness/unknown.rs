//! What nobody of a side knows of makes no difference to it.

use proving_ground::rules::{
    Battle, CombatantId, Course, Decision, Journey, Offers, Placement, Target, ground::can_stand,
};

use crate::seat::{Seat, rules};

/// Whether somebody in the fight is unknown to whoever is asked.
pub fn is_any(battle: &Battle, decision: &Decision) -> bool {
    !battle.unknown_to(battle.combatant(decision.who).team).is_empty()
}

/// Whether an enemy is not aware of somebody, though others of his side may be.
pub fn is_one(battle: &Battle, who: CombatantId) -> bool {
    battle.enemies(who).any(|enemy| enemy.fights() && !enemy.aware.of(who))
}

/// Sets an unknown enemy down elsewhere: offers, refusals and ways stay as they are. True if that has been tried.
pub fn makes_no_difference(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) -> bool {
    let Some(elsewhere) = elsewhere(battle, decision, seat) else { return false };
    let who = decision.who;
    let told = rules(&elsewhere).offers(&elsewhere, decision);
    let changed = told.0.iter().find(|one| !offers.0.contains(one)).map(|one| (one.verb, &one.refusal));
    assert!(told == *offers, "the offers tell of somebody unknown: {changed:?}");
    for offer in offers.0.iter().filter(|offer| offer.is_open()) {
        let Target::Way(ways) = &offer.target else { continue };
        let to = seat.pick(ways).square;
        let ahead = |battle: &Battle| {
            let journey = rules(battle).journey(battle, who, offer.verb, Course::To(to));
            journey.map(|Journey { route, provocations, .. }| {
                let drawn = rules(battle).journey(battle, who, offer.verb, Course::Along(&route.squares));
                (drawn.map(|drawn| drawn.route), route, provocations)
            })
        };
        assert_eq!(ahead(&elsewhere), ahead(battle), "{} tells of somebody unknown", offer.verb);
    }
    true
}

/// The same battle with an unknown enemy in another place.
fn elsewhere(battle: &Battle, decision: &Decision, seat: &mut Seat) -> Option<Battle> {
    let unknown = battle.unknown_to(battle.combatant(decision.who).team);
    let on = rules(battle).question(battle, decision).on;
    let rides = |who: CombatantId| {
        battle
            .combatants()
            .any(|one| rules(battle).mount_of(battle, one.id).is_some_and(|of| of == who || one.id == who))
    };
    let moved = battle.combatants().map(|one| one.id);
    let moved: Vec<CombatantId> =
        moved.filter(|who| unknown.contains(*who) && on != Some(*who) && !rides(*who)).collect();
    let field = &battle.scene.field;
    let who = if moved.is_empty() { return None } else { *seat.pick(&moved) };
    let body = |anchor| Placement(battle.combatant(who).placement.at(anchor).0);
    let free =
        |to: &Placement| can_stand(field, to.0) && to.0.squares().all(|at| battle.bodies_at(at).next().is_none());
    let places: Vec<Placement> = field.squares().map(body).filter(free).collect();
    let mut elsewhere = battle.clone();
    elsewhere.combatant_mut(who).placement = *places.get(seat.below(places.len().max(1)))?;
    Some(elsewhere)
}
