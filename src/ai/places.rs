//! Squares that attract or hold a combatant: goals of the level, friends to be helped, weapons on the ground, places
//! where enemies may be.

use std::sync::Arc;

use super::{
    POINT,
    arms::{Lying, has_empty_hands},
    ground::{Distances, Ground},
    ranking::Reason,
    rescue::beside,
    turn_context::{Memory, TurnContext},
};
use crate::{
    geometry::{Footprint, Square},
    rules::{Aim, Battle, Combatant, CombatantId, Goal, Status},
};

/// The pull towards where enemies may be when none is known of, for each [`STEP`](super::ground::STEP) unit.
const SEARCH: i32 = 12;

/// The pull of a friend who can be helped, for each [`STEP`](super::ground::STEP) unit: one part in this many of what
/// the help is worth.
const RESCUE: i32 = 150;

/// The pull of a weapon on the ground, for each [`STEP`](super::ground::STEP) unit: one part in this many of what it is
/// worth.
const ARMS: i32 = 12;

/// The value of bringing about or averting the end of the battle by standing somewhere: more than any blow.
const DECIDES: i32 = 250 * POINT;

/// The pull of such a place, for each [`STEP`](super::ground::STEP) unit: one part in this many of that value.
const DRAWS: i32 = 40;

/// Squares that attract a combatant.
pub(super) struct Place {
    /// What draws there.
    why: Reason,
    squares: Vec<Square>,
    way: Arc<Distances>,
    /// The value of being inside.
    inside: i32,
    /// The value of being one [`STEP`](super::ground::STEP) unit nearer.
    pull: i32,
}

impl Place {
    fn value(&self, body: Footprint) -> i32 {
        let is_inside = body.squares().any(|square| self.squares.contains(&square));
        if is_inside { self.inside } else { -self.pull * i32::from(self.way.to(body)) }
    }
}

impl TurnContext<'_> {
    /// Adds the place to search when no enemy is known: where one was last known to be, or else straight across the
    /// board.
    pub(super) fn search(&mut self, ground: &mut Ground) {
        let fighter = self.battle.combatant(self.me);
        let known = self.battle.enemies(self.me).filter(|foe| foe.status != Status::Dead && foe.status != Status::Down);
        let sighted = known.filter_map(|foe| self.battle.last_known(fighter.team, foe.id));
        let here = fighter.placement.anchor();
        let last = sighted.max_by_key(|sighting| sighting.round).map(|sighting| sighting.at.anchor());
        let extent = self.battle.scene.field.extent();
        let across = Square::new(extent.width as i16 - 1 - here.x, extent.height as i16 - 1 - here.y);
        let place = last.filter(|last| *last != here).unwrap_or(across);
        let way = ground.distances(&self.battle.scene.field, place);
        self.places.push(Place { why: Reason::Search, squares: vec![place], way, inside: 0, pull: SEARCH });
    }

    /// Adds the places that the goals of the level name.
    pub(super) fn look_at_goals(&mut self, ground: &mut Ground) {
        let team = self.battle.combatant(self.me).team;
        for goal in &self.battle.scene.goals {
            if goal.team == team && matches!(goal.aim, Aim::Survive { .. }) {
                self.eagerness /= 2;
            }
            let Some(squares) = goal.place() else { continue };
            let body = self.battle.combatant(self.me).footprint();
            let nearest = squares.iter().min_by_key(|square| {
                let (dx, dy) = body.gap(Footprint::one(**square));
                dx * dx + dy * dy
            });
            let Some(nearest) = nearest else { continue };
            let way = ground.distances(&self.battle.scene.field, *nearest);
            let (inside, pull) = self.worth_of(goal, squares);
            self.places.push(Place { why: Reason::Goal, squares: squares.to_vec(), way, inside, pull });
        }
    }

    /// What it is worth to stand in the place of a goal, and to be nearer to it.
    fn worth_of(&self, goal: &Goal, squares: &[Square]) -> (i32, i32) {
        let team = self.battle.combatant(self.me).team;
        let friends = self.inside(squares, |other| other.team == team);
        let decides = if self.decides(goal, squares) { DECIDES } else { 0 };
        let (inside, pull) = match (&goal.aim, goal.team == team) {
            (Aim::Hold { .. }, true) => (14 * POINT, 16),
            (_, true) => (40 * POINT, 25),
            (_, false) => (10 * POINT, 10),
        };
        // A place wants a few people, not everybody; a gate to get through wants all.
        let crowd = if matches!(goal.aim, Aim::Reach { .. }) { 1 } else { 1 + friends as i32 / 2 };
        (inside / crowd + decides, pull / crowd + decides / DRAWS)
    }

    /// How many others that count stand in `squares`. A mount that I ride goes where I go and is not one of them.
    fn inside(&self, squares: &[Square], counts: impl Fn(Combatant<'_>) -> bool) -> usize {
        let mount = self.rules.mount_of(self.battle, self.me);
        let others = self.battle.combatants().filter(|other| other.id != self.me && Some(other.id) != mount);
        let others = others.filter(|other| other.fights() && counts(*other));
        others.filter(|other| other.footprint().squares().any(|square| squares.contains(&square))).count()
    }

    /// Whether the end of the battle depends on me alone: on my standing there at the end of the deciding round, or on
    /// my arriving as the last one needed.
    fn decides(&self, goal: &Goal, squares: &[Square]) -> bool {
        let is_mine = goal.team == self.battle.combatant(self.me).team;
        let of_its_side = |other: Combatant<'_>| other.team == goal.team;
        match goal.aim {
            Aim::Hold { rounds, .. } => {
                let is_held = self.inside(squares, of_its_side) > 0;
                let is_contested = self.inside(squares, |other| !of_its_side(other)) > 0;
                goal.held + 1 >= rounds && !is_contested && is_held != is_mine
            }
            Aim::Reach { count, .. } if is_mine => {
                let inside = self.inside(squares, |other| of_its_side(other) && self.rules.takes_turns(other));
                inside + 1 >= usize::from(count)
            }
            _ => false,
        }
    }

    /// Adds the places beside friends who can be helped.
    pub(super) fn look_at_fallen(&mut self, memory: &mut Memory) {
        if self.helping.is_empty() {
            return;
        }
        for friend in self.fallen.clone() {
            let there = beside((self.battle, self.decision), &self.helping, memory, friend);
            let Some((squares, worth)) = there else { continue };
            let from = self.battle.combatant(friend).footprint().anchor;
            let way = memory.ground.distances(&self.battle.scene.field, from);
            self.places.push(Place { why: Reason::Friend(friend), squares, way, inside: 0, pull: worth / RESCUE });
        }
    }

    /// Adds the place of a weapon on the ground, if my hands are empty.
    pub(super) fn look_at_arms(&mut self, memory: &mut Memory) {
        let Some(Lying { squares, at, worth }) = self.lying_weapon(memory) else { return };
        let way = memory.ground.distances(&self.battle.scene.field, at);
        self.arms = Some(Place { why: Reason::Arms, squares, way, inside: worth, pull: worth / ARMS });
    }

    /// The value of places for a body, by what draws there.
    pub(super) fn places_by_reason(&self, body: Footprint) -> impl Iterator<Item = (Reason, i32)> {
        let alike = self.places.chunk_by(|one, other| one.why == other.why);
        alike.map(move |places| (places[0].why, places.iter().map(|place| place.value(body)).sum()))
    }

    /// The value of a body's place with regard to the weapon on the ground, 0 or less, while my hands are empty.
    pub(super) fn arms(&self, at: &Battle, body: Footprint) -> i32 {
        let empty = self.arms.as_ref().filter(|_| has_empty_hands(at, self.me));
        empty.map_or(0, |place| place.value(body) - place.inside)
    }
}

/// Whether a side has held a place for a round or more: then it is in no hurry.
pub(super) fn holds_a_place(battle: &Battle, who: CombatantId) -> bool {
    let team = battle.combatant(who).team;
    battle.scene.goals.iter().any(|goal| goal.team == team && goal.held > 0)
}
