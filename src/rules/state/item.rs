//! Weapons, shields and other items that are held, carried, dropped and picked up.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Condition, ItemNumbers};
use crate::{
    geometry::Square,
    rules::{
        ids::{CombatantId, ItemId},
        table::Arm,
    },
};

/// The look of an item on a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ItemGlyph {
    /// Empty hands.
    #[default]
    Fist,
    /// Sword.
    Sword,
    /// Halberd, or another pole-arm with a blade.
    Halberd,
    /// Bow.
    Bow,
    /// Crossbow.
    Crossbow,
    /// Knife.
    Knife,
    /// Club, mace.
    Club,
    /// Axe.
    Axe,
    /// Staff.
    Staff,
    /// Lance, spear, pike.
    Lance,
    /// Claws, fangs.
    Claws,
    /// A mount.
    Horse,
    /// Shield.
    Shield,
    /// Something thrown that bursts.
    Pot,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Location {
    /// In the main hand.
    Main(CombatantId),
    /// In the off hand.
    Off(CombatantId),
    /// In both hands.
    Both(CombatantId),
    /// Carried, not in hand.
    Stowed(CombatantId),
    /// Lying in a square.
    Ground(Square),
    /// Part of a body: claws, fists.
    Natural(CombatantId),
    /// Used up.
    Gone,
}

impl Location {
    /// In the hands of a combatant: in both, in the main one if that is free, or else in the off hand.
    pub const fn in_hand(who: CombatantId, both: bool, main_is_free: bool) -> Self {
        match (both, main_is_free) {
            (true, _) => Self::Both(who),
            (false, true) => Self::Main(who),
            (false, false) => Self::Off(who),
        }
    }

    /// The combatant who has it in hand.
    pub const fn holder(self) -> Option<CombatantId> {
        match self {
            Self::Main(who) | Self::Off(who) | Self::Both(who) => Some(who),
            Self::Stowed(_) | Self::Ground(_) | Self::Natural(_) | Self::Gone => None,
        }
    }

    /// The combatant who has it in hand, carries it or has it as part of the body.
    pub const fn bearer(self) -> Option<CombatantId> {
        match self {
            Self::Main(who) | Self::Off(who) | Self::Both(who) | Self::Stowed(who) | Self::Natural(who) => Some(who),
            Self::Ground(_) | Self::Gone => None,
        }
    }
}

/// The part of an item that changes in a battle. The part that never changes is its [`ItemProfile`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemRow {
    /// Which.
    pub id: ItemId,
    /// Where it is.
    pub at: Location,
    /// Whether it is loaded; true for items that need no loading.
    pub loaded: bool,
    /// How many uses are left, if they are counted.
    pub count: Option<u16>,
    /// Its condition, such as energy stored in it.
    pub condition: Option<Condition>,
    /// Other numbers it keeps, as named by the ruleset in play.
    #[serde(default)]
    pub numbers: ItemNumbers,
}

impl ItemRow {
    /// A fresh item that is loaded, or needs no loading.
    pub fn new(id: ItemId, at: Location) -> Self {
        Self { id, at, loaded: true, count: None, condition: None, numbers: ItemNumbers::default() }
    }
}

/// The part of an item that never changes in a battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemProfile {
    /// One word for choices: `sword`, `throwing-knife`.
    pub tag: Arc<str>,
    /// The name on screen, in lower case.
    pub name: Arc<str>,
    /// How it looks.
    pub glyph: ItemGlyph,
    /// Its numbers in the ruleset in play.
    pub arm: Arc<Arm>,
}

/// A whole item as a battle shows it: its [`ItemRow`] and its [`ItemProfile`] side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item<'a> {
    /// Which.
    pub id: ItemId,
    /// One word for choices: `sword`, `throwing-knife`.
    pub tag: &'a str,
    /// The name on screen, in lower case.
    pub name: &'a str,
    /// How it looks.
    pub glyph: ItemGlyph,
    /// Where it is.
    pub at: Location,
    /// Whether it is loaded; true for items that need no loading.
    pub loaded: bool,
    /// How many uses are left, if they are counted.
    pub count: Option<u16>,
    /// Its condition, such as energy stored in it.
    pub condition: Option<Condition>,
    /// Other numbers it keeps, as named by the ruleset in play.
    pub numbers: ItemNumbers,
    /// Its numbers in the ruleset in play.
    pub arm: &'a Arm,
}

impl<'a> Item<'a> {
    /// Joins the two halves.
    #[inline]
    pub(in crate::rules) fn new(row: &ItemRow, profile: &'a ItemProfile) -> Self {
        Self {
            id: row.id,
            tag: &profile.tag,
            name: &profile.name,
            glyph: profile.glyph,
            at: row.at,
            loaded: row.loaded,
            count: row.count,
            condition: row.condition,
            numbers: row.numbers,
            arm: &profile.arm,
        }
    }
}
