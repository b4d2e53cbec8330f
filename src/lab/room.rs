//! Where a combatant finds room, and how the lab puts it there: a rider moves with its mount, and a mount with its
//! riders.

use std::sync::Arc;

use crate::{
    geometry::{Footprint, Square},
    rules::{Battle, CombatantId, Effect, Feature, Footing, Placement},
};

/// Why somebody cannot stand in a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRoom {
    /// A part of the body would be off the board.
    OffBoard,
    /// What a square is, in words: "a wall", "a pit".
    Filled(String),
    /// Something on an edge would run through the body.
    Split,
    /// Somebody else stands there, by name.
    Taken(Arc<str>),
}

impl NoRoom {
    /// In words: "a wall", "Mott stands there".
    pub fn words(&self) -> String {
        match self {
            Self::OffBoard => "not on the board".into(),
            Self::Filled(what) => what.clone(),
            Self::Split => "too narrow".into(),
            Self::Taken(name) => format!("{name} stands there"),
        }
    }
}

/// Whether a combatant finds room in a square under the ruleset: on tables and barricades and beside the fallen too,
/// but neither in what is closed to everybody nor where somebody else keeps others off.
///
/// # Errors
/// What is in the way.
pub fn room(battle: &Battle, who: CombatantId, square: Square) -> Result<(), NoRoom> {
    let rules = battle.ruleset.rules();
    let party = party(battle, who);
    let bodies = || party.iter().map(|one| battle.combatant(*one).placement.at(square).0);
    for body in bodies() {
        ground(battle, body)?;
    }
    let keeps_off = |other: &CombatantId| !party.contains(other) && rules.blocks(battle.combatant(*other));
    let taken = |square: Square| battle.standing(square).find(keeps_off);
    match bodies().flat_map(|body| body.squares().find_map(taken)).next() {
        Some(other) => Err(NoRoom::Taken(Arc::clone(&battle.combatant(other).identity.name))),
        None => Ok(()),
    }
}

/// Whether a combatant finds room in a square.
pub fn has_room(battle: &Battle, who: CombatantId, square: Square) -> bool {
    room(battle, who, square).is_ok()
}

/// Whether a body can stand on the ground there, or what keeps it off.
fn ground(battle: &Battle, body: Footprint) -> Result<(), NoRoom> {
    let (rules, field) = (battle.ruleset.rules(), &battle.scene.field);
    if body.squares().any(|square| field.cell(square).is_none()) {
        return Err(NoRoom::OffBoard);
    }
    if rules.can_stand(battle, body) {
        return Ok(());
    }
    let filled = body.squares().find(|square| !rules.can_stand(battle, Footprint::one(*square)));
    let Some(cell) = filled.and_then(|square| field.cell(square)) else { return Err(NoRoom::Split) };
    let name = match (cell.feature, cell.footing) {
        (_, Footing::Pit) => "pit",
        (_, Footing::Void) => return Err(NoRoom::Filled("no ground".into())),
        (feature, _) => feature.map_or("closed place", Feature::name),
    };
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    Err(NoRoom::Filled(format!("{article} {name}")))
}

/// A combatant with those who move along: its mount, or its riders.
pub fn party(battle: &Battle, who: CombatantId) -> Vec<CombatantId> {
    let rules = battle.ruleset.rules();
    let mount = rules.mount_of(battle, who);
    let goes_along = |other: CombatantId| Some(other) == mount || rules.mount_of(battle, other) == Some(who);
    let others = battle.rows().iter().map(|row| row.id).filter(|other| *other != who && goes_along(*other));
    std::iter::once(who).chain(others).collect()
}

/// Puts a combatant into a square, with those who move along.
pub fn put(battle: &mut Battle, who: CombatantId, place: Placement) {
    for one in party(battle, who) {
        let there = battle.combatant(one).placement.at(place.anchor());
        battle.apply(&Effect::Place(one, if one == who { place } else { there }));
    }
}
