//! What the arena keeps beside the combatants: agenda, scenery, things, dice, journal and the plain value.

use bevy::{
    ecs::query::QueryData,
    prelude::{Bundle, Entity, Resource},
};

use super::overlay::{InReach, Sees, Threatens};
use crate::{
    dice::{Chance, Rolled, Scripted, Throw, Thrown},
    rules::{
        Aware, Battle, Budgets, Combatant, CombatantId, Conditions, Entry, Hands, Identity, Item, Outcome, Pending,
        Placement, Posture, Scene, SheetOf, Status, Team, Vitals,
    },
};

/// What is still to be done: the last entry comes first.
#[derive(Resource, Default)]
pub(super) struct Agenda(pub(super) Vec<Pending>);

/// Board, round, order and goals.
#[derive(Resource)]
pub(super) struct Scenery(pub(super) Scene);

/// Everything held, carried or dropped, by id.
#[derive(Resource, Default)]
pub(super) struct Stock(pub(super) Vec<Item>);

/// The entities of the combatants, by id.
#[derive(Resource, Default)]
pub(super) struct Roster(pub(super) Vec<Entity>);

/// What an answer has led to, to be written by the next run of the schedule.
#[derive(Resource, Default)]
pub(super) struct Answered(pub(super) Option<Outcome>);

/// The plain value that rules read: what [`super::Arena::capture`] would gather, kept in step by the same effects.
#[derive(Resource)]
pub(super) struct Plain(pub(super) Battle);

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
    fn throw(&mut self, throw: Throw, class: &dyn Fn(i32) -> u32) -> Thrown {
        match self {
            Self::Rolled(dice) => dice.throw(throw, class),
            Self::Scripted(dice) => dice.throw(throw, class),
        }
    }
}

/// What has happened, and how often anything has.
#[derive(Resource, Default)]
pub(super) struct Journal {
    pub(super) entries: Vec<Entry>,
    pub(super) revision: u64,
}

/// Everything about a combatant that belongs into a battle.
#[derive(QueryData)]
pub(super) struct Whole {
    id: &'static CombatantId,
    identity: &'static Identity,
    team: &'static Team,
    placement: &'static Placement,
    posture: &'static Posture,
    status: &'static Status,
    vitals: &'static Vitals,
    budgets: &'static Budgets,
    conditions: &'static Conditions,
    hands: &'static Hands,
    aware: &'static Aware,
    sheet: &'static SheetOf,
}

impl WholeItem<'_, '_> {
    /// The plain combatant.
    pub(super) fn gather(&self) -> Combatant {
        Combatant {
            id: *self.id,
            identity: self.identity.clone(),
            team: *self.team,
            placement: *self.placement,
            posture: *self.posture,
            status: *self.status,
            vitals: *self.vitals,
            budgets: *self.budgets,
            conditions: self.conditions.clone(),
            hands: *self.hands,
            aware: *self.aware,
            sheet: self.sheet.clone(),
        }
    }
}

/// The components of a combatant. Overlays start empty, so that nobody ever changes archetype.
pub(super) fn body(one: &Combatant) -> impl Bundle {
    (
        (one.id, one.identity.clone(), one.team, one.placement, one.posture, one.status),
        (one.vitals, one.budgets, one.conditions.clone(), one.hands, one.aware, one.sheet.clone()),
        (InReach::default(), Threatens::default(), Sees::default()),
    )
}
