//! The ids of combatants, sides and items: numbers that every part of the kernel may hold.

use std::{cell::Cell, fmt};

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

thread_local! {
    /// How many combatants and items there are in the data being read.
    static READ: Cell<[usize; 2]> = const { Cell::new([usize::MAX; 2]) };
}

/// Reads outside data with a limited number of combatants and items. An id beyond these, however deeply nested, is an
/// error.
pub fn read_within<T>(combatants: usize, items: usize, read: impl FnOnce() -> T) -> T {
    struct Restored([usize; 2]);
    impl Drop for Restored {
        fn drop(&mut self) {
            READ.set(self.0);
        }
    }
    let _before = Restored(READ.replace([combatants, items]));
    read()
}

/// The id with a number, if the data may name it.
fn known<T>(number: u16, kind: usize, what: &str, id: impl FnOnce(u16) -> T) -> Result<T, String> {
    let count = READ.get()[kind];
    if usize::from(number) < count { Ok(id(number)) } else { Err(format!("there is no {what} {number} among {count}")) }
}

impl TryFrom<u16> for CombatantId {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        known(number, 0, "combatant", Self)
    }
}

impl TryFrom<u64> for CombatantSet {
    type Error = String;

    fn try_from(bits: u64) -> Result<Self, String> {
        let last = Self::MOST as u32 - bits.leading_zeros();
        last.checked_sub(1).map_or(Ok(Self(bits)), |last| known(last as u16, 0, "combatant", |_| Self(bits)))
    }
}

impl TryFrom<u16> for ItemId {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, String> {
        known(number, 1, "item", Self)
    }
}

/// The id of a combatant in files, orders and digests. Ids count from 0 without gaps.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct CombatantId(pub u16);

impl CombatantId {
    /// The place in the list of combatants.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of combatants, with a bit for each id; so a battle has at most 64 combatants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u64")]
pub struct CombatantSet(u64);

impl CombatantSet {
    /// The most combatants a battle can have.
    pub const MOST: usize = 64;

    /// Whether `who` is in the set.
    pub const fn contains(self, who: CombatantId) -> bool {
        self.0 & (1 << who.0) != 0
    }

    /// The set with `who` added.
    #[must_use]
    pub const fn with(self, who: CombatantId) -> Self {
        Self(self.0 | (1 << who.0))
    }

    /// The union of both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without the members of another.
    #[must_use]
    pub const fn except(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, by id.
    pub fn iter(self) -> impl Iterator<Item = CombatantId> {
        (0..Self::MOST as u16).map(CombatantId).filter(move |who| self.contains(*who))
    }

    /// The set without `who`.
    #[must_use]
    pub const fn without(self, who: CombatantId) -> Self {
        Self(self.0 & !(1 << who.0))
    }
}

impl From<CombatantId> for CombatantSet {
    fn from(who: CombatantId) -> Self {
        Self::default().with(who)
    }
}

impl FromIterator<CombatantId> for CombatantSet {
    fn from_iter<T: IntoIterator<Item = CombatantId>>(all: T) -> Self {
        all.into_iter().fold(Self::default(), Self::with)
    }
}

/// A side, counted from 0. It is a component, so that queries can ask for it; nobody changes sides.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Team(pub u8);

impl Team {
    /// The most sides a battle can have.
    pub const MOST: usize = 4;

    /// The side's name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0 => "Blue",
            1 => "Orange",
            2 => "Green",
            _ => "Purple",
        }
    }
}

/// A set of sides, with a bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Teams(pub u8);

impl Teams {
    /// Whether a side is in the set.
    pub const fn contains(self, team: Team) -> bool {
        self.0 & (1 << team.0) != 0
    }

    /// A single side.
    pub const fn only(team: Team) -> Self {
        Self(1 << team.0)
    }

    /// The set with a side added.
    #[must_use]
    pub const fn with(self, team: Team) -> Self {
        Self(self.0 | 1 << team.0)
    }
}

impl FromIterator<Team> for Teams {
    fn from_iter<T: IntoIterator<Item = Team>>(teams: T) -> Self {
        Self(teams.into_iter().fold(0, |bits, team| bits | 1 << team.0))
    }
}

impl fmt::Display for Team {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// The id of an item. Ids count from 0 without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u16")]
pub struct ItemId(pub u16);

impl ItemId {
    /// The place in the list of items.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
