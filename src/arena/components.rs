//! The parts of a living battle: components of combatants, and resources for everything else.

use bevy::{
    ecs::query::QueryData,
    prelude::{Bundle, Component, Entity, Resource, World},
};

use super::SideView;
use crate::{
    dice::{Chance, Reading, Rolled, Scripted, Throw, Thrown},
    geometry::Square,
    rules::{
        AgendaItem, Awareness, Battle, Budgets, CombatantId, CombatantRow, Conditions, Entry, Facing, Hands, ItemRow,
        Outcome, Placement, Posture, Scene, Sight, Sightings, StandingOrders, Status, Team, Teams, Vitals,
    },
};

/// What is still to be done, as a stack: the last entry comes first.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Agenda(pub Vec<AgendaItem>);

/// Board, round, order and goals.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Scenery(pub Scene);

/// All items, held, carried or dropped, by id.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Items(pub Vec<ItemRow>);

/// The battle as rules read it. It is gathered from the components and resources, and written only from them.
#[derive(Resource)]
pub struct Snapshot(pub(super) Battle);

impl Snapshot {
    /// The battle as of the last check of the components. It is up to date whenever rules, panels or the computer ask.
    pub const fn battle(&self) -> &Battle {
        &self.0
    }
}

/// The entities of the combatants, by id.
#[derive(Resource, Clone, Debug, Default)]
pub struct CombatantEntities(pub(super) Vec<Entity>);

impl CombatantEntities {
    /// The entity of a combatant.
    ///
    /// # Panics
    /// When there is no such combatant.
    pub fn entity(&self, who: CombatantId) -> Entity {
        self.0[who.index()]
    }
}

/// The battle as of a number of journal entries, for views that replay it step by step.
#[derive(Clone, Debug)]
pub struct Keyframe {
    /// How many journal entries had been written.
    pub entries: usize,
    /// The battle at that point.
    pub battle: SideView,
}

/// What has happened since the battle was opened.
#[derive(Resource, Debug, Default)]
pub struct Journal {
    pub(super) entries: Vec<Entry>,
    /// The sides that perceived each entry when it was written.
    pub(super) perceived: Vec<Teams>,
    /// Kept only while a view takes them; otherwise `None`.
    pub(super) keyframes: Option<Vec<Keyframe>>,
    pub(super) revision: u64,
    pub(super) edits: u64,
    pub(super) refused: Option<String>,
}

impl Journal {
    /// All of it, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The sides that perceived each entry when it was written, in the same order.
    pub fn perceived(&self) -> &[Teams] {
        &self.perceived
    }

    /// Drops all but the first entries.
    pub(super) fn truncate(&mut self, entries: usize) {
        self.entries.truncate(entries);
        self.perceived.truncate(entries);
    }

    /// Takes the keyframes since the last call, in order. They are kept from the first call on, so a caller must keep
    /// calling this.
    pub fn take_keyframes(&mut self) -> Vec<Keyframe> {
        self.keyframes.replace(Vec::new()).unwrap_or_default()
    }

    /// Drops the keyframes and keeps none until they are taken again.
    pub fn drop_keyframes(&mut self) {
        self.keyframes = None;
    }

    /// Grows with every change, even when the battle goes back to an earlier point or is edited from outside.
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// Why an edit from outside was undone, in words. Each reason is returned once.
    pub fn take_refused(&mut self) -> Option<String> {
        self.refused.take()
    }

    /// How often the battle has been changed by something other than a choice.
    pub const fn edits(&self) -> u64 {
        self.edits
    }
}

/// Which sides perceive the entries of the current step.
#[derive(Resource, Default)]
pub(super) struct Perceived {
    /// The sides that perceived each entry so far.
    pub(super) by: Vec<Teams>,
    /// Whether nobody reads the journal, so that none is kept.
    pub(super) unread: bool,
}

/// The outcome of an answer, written when the step systems run next.
#[derive(Resource, Default)]
pub(super) struct Answered(pub(super) Option<Outcome>);

/// Where the dice of a battle come from.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// Rolled from a seed.
    Rolled(Rolled),
    /// Given one by one.
    Scripted(Scripted),
}

impl From<Rolled> for Dice {
    fn from(dice: Rolled) -> Self {
        Self::Rolled(dice)
    }
}

impl From<Scripted> for Dice {
    fn from(dice: Scripted) -> Self {
        Self::Scripted(dice)
    }
}

impl Chance for Dice {
    fn throw(&mut self, throw: Throw, class: &dyn Fn(Reading) -> u32) -> Thrown {
        match self {
            Self::Rolled(dice) => dice.throw(throw, class),
            Self::Scripted(dice) => dice.throw(throw, class),
        }
    }

    fn throw_apart(&mut self, throw: Throw) -> Thrown {
        match self {
            Self::Rolled(dice) => dice.throw_apart(throw),
            Self::Scripted(dice) => dice.throw_apart(throw),
        }
    }

    fn has_failed(&self) -> bool {
        match self {
            Self::Rolled(dice) => dice.has_failed(),
            Self::Scripted(dice) => dice.has_failed(),
        }
    }
}

/// Everything about a combatant that can change in a battle.
#[derive(QueryData)]
pub(super) struct CombatantQuery {
    id: &'static CombatantId,
    placement: &'static Placement,
    posture: &'static Posture,
    facing: &'static Facing,
    status: &'static Status,
    vitals: &'static Vitals,
    budgets: &'static Budgets,
    conditions: &'static Conditions,
    hands: &'static Hands,
    aware: &'static Awareness,
    sightings: &'static Sightings,
    orders: &'static StandingOrders,
}

impl CombatantQueryItem<'_, '_> {
    /// Who it is.
    pub(super) const fn id(&self) -> CombatantId {
        *self.id
    }

    /// Whether the components equal a row.
    pub(super) fn is(&self, row: &CombatantRow) -> bool {
        *self.id == row.id
            && *self.placement == row.placement
            && *self.posture == row.posture
            && *self.facing == row.facing
            && *self.status == row.status
            && *self.vitals == row.vitals
            && *self.budgets == row.budgets
            && *self.conditions == row.conditions
            && *self.hands == row.hands
            && *self.aware == row.aware
            && *self.sightings == row.sightings
            && *self.orders == row.orders
    }

    /// The row.
    #[inline]
    pub(super) fn gather(&self) -> CombatantRow {
        CombatantRow {
            id: *self.id,
            placement: *self.placement,
            posture: *self.posture,
            facing: *self.facing,
            status: *self.status,
            vitals: *self.vitals,
            budgets: *self.budgets,
            conditions: self.conditions.clone(),
            hands: *self.hands,
            aware: *self.aware,
            sightings: *self.sightings,
            orders: *self.orders,
        }
    }
}

/// The row of one combatant.
///
/// # Panics
/// When the entity has lost some of its components.
pub(super) fn gather(world: &World, entity: Entity) -> CombatantRow {
    let row =
        world.get_entity(entity).ok().and_then(|found| Some(found.get_components::<CombatantQuery>().ok()?.gather()));
    row.expect("combatants keep all their components until the battle is closed")
}

/// The squares within reach of a combatant's ready weapons. For overlays and extensions; no rule reads it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach(pub std::sync::Arc<[Square]>);

/// The squares in which a combatant would threaten an enemy. For overlays and extensions; no rule reads it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Threat(pub std::sync::Arc<[Square]>);

/// Whom a combatant sees. For overlays and extensions; no rule reads it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sees(pub Awareness);

/// Sight and cover between a combatant and everybody else in the fight, by id. For overlays and extensions; no rule
/// reads it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover(pub std::sync::Arc<[Option<Sight>]>);

/// The components of a combatant. The derived ones start empty, so that no entity ever changes archetype.
pub(super) fn bundle(row: &CombatantRow, team: Team) -> impl Bundle {
    (
        (row.id, team, row.placement, row.posture, row.facing, row.status),
        (row.vitals, row.budgets, row.conditions.clone(), row.hands, row.aware, row.sightings, row.orders),
        (Reach::default(), Threat::default(), Sees::default(), Cover::default()),
    )
}
