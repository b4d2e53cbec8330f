//! The battle as one side sees it.

use std::{ops::Deref, sync::Arc};

use crate::rules::{Battle, Team};

/// The battle as one side sees it, or as it is for those who may see everything. Panels, board and computer get their
/// battle as one of these and never otherwise. It is a value: it can be kept, sent to a thread and read while the battle
/// goes on.
///
/// For the time being it shows everything to everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct SideView {
    side: Option<Team>,
    battle: Arc<Battle>,
}

impl SideView {
    /// What a side sees of a battle; without a side all of it.
    pub fn new(battle: impl Into<Arc<Battle>>, side: Option<Team>) -> Self {
        Self { side, battle: battle.into() }
    }

    /// Whose eyes these are; nothing for those who see everything.
    pub const fn side(&self) -> Option<Team> {
        self.side
    }

    /// Whether both are views of the very same moment; equal moments may be told apart.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.battle, &other.battle)
    }

    /// The same battle through other eyes.
    #[must_use]
    pub fn of(&self, side: Option<Team>) -> Self {
        Self { side, battle: Arc::clone(&self.battle) }
    }
}

impl Deref for SideView {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.battle
    }
}
