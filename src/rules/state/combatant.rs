//! The parts of a combatant. Each part that changes is an ECS component in the living battle and a field of a row in
//! the plain one.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{Budgets, Conditions, Sightings, StandingOrders, Vitals};
use crate::{
    geometry::{Direction, Footprint, Square},
    rules::{
        ids::{CombatantId, CombatantSet, ItemId, Team},
        table::Sheet,
    },
};

/// The names of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// One word for files and choices, unique in a battle: `goblin-2`.
    pub tag: Arc<str>,
    /// The name on screen.
    pub name: Arc<str>,
    /// The kind of fighter: the archetype's name.
    pub kind: Arc<str>,
    /// The sign on the token, unique within a side: if possible the first letter of the name, or a number among equal
    /// names.
    pub letter: char,
}

/// Where a body is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Placement(pub Footprint);

impl Placement {
    /// A body of `side` squares with its north-west square at `anchor`.
    pub const fn new(anchor: Square, side: u8) -> Self {
        Self(Footprint { anchor, side })
    }

    /// The north-west square.
    pub const fn anchor(self) -> Square {
        self.0.anchor
    }

    /// The same body elsewhere.
    #[must_use]
    pub const fn at(self, anchor: Square) -> Self {
        Self::new(anchor, self.0.side)
    }
}

/// The posture of a body.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Posture {
    /// Upright.
    #[default]
    Standing,
    /// Low on the feet.
    Crouching,
    /// On the ground.
    Prone,
}

/// The direction a combatant faces.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Facing(pub Direction);

impl Default for Facing {
    fn default() -> Self {
        Self(Direction::North)
    }
}

/// Whether a combatant is still in the fight.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    /// In the fight.
    #[default]
    Fighting,
    /// Disabled, unconscious or in shock: out of the fight, alive.
    Down,
    /// Dead or destroyed.
    Dead,
    /// Left the board.
    Fled,
    /// Not on the board yet; comes later, as the level says.
    Awaited,
}

impl Status {
    /// Whether the combatant is out of the fight, or not in it yet.
    pub const fn is_out(self) -> bool {
        !matches!(self, Self::Fighting)
    }

    /// Whether the combatant is not on the board.
    pub const fn is_absent(self) -> bool {
        matches!(self, Self::Fled | Self::Awaited)
    }

    /// In a word or two, with `down` for a combatant who is down but alive; empty for one who fights.
    pub const fn word(self, down: &'static str) -> &'static str {
        match self {
            Self::Fighting => "",
            Self::Down => down,
            Self::Dead => "dead",
            Self::Fled => "fled",
            Self::Awaited => "still to come",
        }
    }
}

/// What is in each hand; a two-handed weapon in use is in both.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Hands {
    /// The main hand.
    pub main: Option<ItemId>,
    /// The off hand.
    pub off: Option<ItemId>,
}

impl Hands {
    /// The items held, each once, main hand first.
    pub fn held(self) -> impl Iterator<Item = ItemId> {
        self.main.into_iter().chain(self.off.filter(|item| Some(*item) != self.main))
    }
}

/// The combatants that a combatant is aware of.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Awareness(pub CombatantSet);

impl Awareness {
    /// Whether `who` is known.
    pub const fn of(self, who: CombatantId) -> bool {
        self.0.contains(who)
    }

    /// The same with `who` known or forgotten.
    #[must_use]
    pub const fn with(self, who: CombatantId, known: bool) -> Self {
        Self(if known { self.0.with(who) } else { self.0.without(who) })
    }
}

/// The part of a combatant that changes: one row of the [`Battle`](super::Battle); in the living battle, each field is
/// a component. The part that never changes is the [`Profile`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CombatantRow {
    /// Who.
    pub id: CombatantId,
    /// Where.
    pub placement: Placement,
    /// Standing, crouching or prone.
    pub posture: Posture,
    /// The direction they face.
    #[serde(default)]
    pub facing: Facing,
    /// In the fight or out.
    pub status: Status,
    /// Damage and other totals.
    pub vitals: Vitals,
    /// Actions and other allowances.
    pub budgets: Budgets,
    /// The conditions.
    pub conditions: Conditions,
    /// The items held.
    pub hands: Hands,
    /// Whom they are aware of.
    pub aware: Awareness,
    /// Where other sides last knew the combatant to be.
    pub sightings: Sightings,
    /// When to be asked about claims.
    pub orders: StandingOrders,
}

impl CombatantRow {
    /// A fresh combatant: standing, empty-handed, aware of nobody.
    pub fn new(id: CombatantId, at: Square, sheet: &Sheet) -> Self {
        let (vitals, budgets) = sheet.start();
        Self {
            id,
            placement: Placement::new(at, sheet.footprint()),
            posture: Posture::default(),
            facing: Facing::default(),
            status: Status::default(),
            vitals,
            budgets,
            conditions: Conditions::default(),
            hands: Hands::default(),
            aware: Awareness::default(),
            sightings: Sightings::default(),
            orders: StandingOrders::default(),
        }
    }

    /// Whether another row is equal, apart from the placement.
    pub fn is_but_for_place(&self, other: &Self) -> bool {
        let Self {
            id,
            placement: _,
            posture,
            facing,
            status,
            vitals,
            budgets,
            conditions,
            hands,
            aware,
            sightings,
            orders,
        } = self;
        (id, posture, facing, status) == (&other.id, &other.posture, &other.facing, &other.status)
            && (vitals, budgets, hands, aware) == (&other.vitals, &other.budgets, &other.hands, &other.aware)
            && (conditions, sightings, orders) == (&other.conditions, &other.sightings, &other.orders)
    }
}

/// The part of a combatant that never changes in a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The names.
    pub identity: Identity,
    /// The side.
    pub team: Team,
    /// The numbers of the ruleset in play.
    pub sheet: Sheet,
}

/// A whole combatant as a battle shows it: its [`CombatantRow`] and its [`Profile`] side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combatant<'a> {
    /// Who.
    pub id: CombatantId,
    /// The names.
    pub identity: &'a Identity,
    /// The side.
    pub team: Team,
    /// Where.
    pub placement: Placement,
    /// Standing, crouching or prone.
    pub posture: Posture,
    /// The direction they face.
    pub facing: Facing,
    /// In the fight or out.
    pub status: Status,
    /// Damage and other totals.
    pub vitals: &'a Vitals,
    /// Actions and other allowances.
    pub budgets: &'a Budgets,
    /// The conditions.
    pub conditions: &'a Conditions,
    /// The items held.
    pub hands: Hands,
    /// Whom they are aware of.
    pub aware: Awareness,
    /// When to be asked about claims.
    pub orders: StandingOrders,
    /// The numbers of the ruleset in play.
    pub sheet: &'a Sheet,
}

impl<'a> Combatant<'a> {
    /// Joins the two halves.
    #[inline]
    pub(in crate::rules) const fn new(row: &'a CombatantRow, profile: &'a Profile) -> Self {
        Self {
            id: row.id,
            identity: &profile.identity,
            team: profile.team,
            placement: row.placement,
            posture: row.posture,
            facing: row.facing,
            status: row.status,
            vitals: &row.vitals,
            budgets: &row.budgets,
            conditions: &row.conditions,
            hands: row.hands,
            aware: row.aware,
            orders: row.orders,
            sheet: &profile.sheet,
        }
    }

    /// Whether the combatant is still in the fight.
    #[inline]
    pub const fn fights(self) -> bool {
        matches!(self.status, Status::Fighting)
    }

    /// The squares covered.
    #[inline]
    pub const fn footprint(self) -> Footprint {
        self.placement.0
    }
}

/// Everything about a combatant that an exchange might depend on or write, except whom they know of; for rulesets that
/// do not look closer.
pub struct Whole<'a>(pub &'a CombatantRow);

impl Hash for Whole<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let CombatantRow { id, placement, posture, facing, status, vitals, budgets, conditions, hands, orders, .. } =
            self.0;
        (id, placement, posture, facing, status).hash(state);
        (vitals, budgets, conditions, hands, orders).hash(state);
    }
}
