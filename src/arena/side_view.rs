//! The battle as one side sees it.

use std::{ops::Deref, sync::Arc};

use crate::rules::{Battle, Team};

/// The battle as one side sees it, or all of it for those who may see everything. Panels, board and computer only ever
/// get a battle in this form. It is a value: it can be kept, sent to a thread and read while the battle goes on.
///
/// For now it shows everything to everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct SideView {
    side: Option<Team>,
    battle: Arc<Battle>,
}

impl SideView {
    /// What a side sees of a battle, or all of it without a side.
    pub fn new(battle: impl Into<Arc<Battle>>, side: Option<Team>) -> Self {
        Self { side, battle: battle.into() }
    }

    /// The side that sees it; `None` for those who see everything.
    pub const fn side(&self) -> Option<Team> {
        self.side
    }

    /// Whether both are views of the same snapshot. Views of equal battles may count as different.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.battle, &other.battle)
    }

    /// The same battle as another side sees it.
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
