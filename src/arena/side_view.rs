//! The battle as one side sees it.

use std::{ops::Deref, sync::Arc};

use crate::rules::{Battle, CombatantId, Team};

/// The battle as one side sees it, or all of it for those who may see everything. Panels, board and computer only ever
/// get a battle in this form. It is a value: it can be kept, sent to a thread and read while the battle goes on.
///
/// Enemies unknown to the whole side are off the board, unless the open question is about them. Secret declarations of
/// other sides are left out.
#[derive(Clone, Debug, PartialEq)]
pub struct SideView {
    side: Option<Team>,
    whole: Arc<Battle>,
    /// The same value as `whole` if the side knows everything.
    shown: Arc<Battle>,
}

impl SideView {
    /// What a side sees of a battle, or all of it without a side.
    pub fn new(battle: impl Into<Arc<Battle>>, side: Option<Team>) -> Self {
        let whole = battle.into();
        let shown = side.and_then(|side| shown(&whole, side)).map_or_else(|| Arc::clone(&whole), Arc::new);
        Self { side, whole, shown }
    }

    /// The side that sees it; `None` for a view of everything.
    pub const fn side(&self) -> Option<Team> {
        self.side
    }

    /// Whether both are views of the same snapshot. Views of equal battles may count as different.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.whole, &other.whole)
    }

    /// Whether a combatant has declared in secret. Everybody may know that, but only their own side knows what.
    pub fn has_declared(&self, who: CombatantId) -> bool {
        self.whole.declaration(who).is_some()
    }

    /// The same battle as another side sees it.
    #[must_use]
    pub fn of(&self, side: Option<Team>) -> Self {
        Self::new(Arc::clone(&self.whole), side)
    }
}

/// What a side sees; `None` if it sees everything.
fn shown(whole: &Battle, side: Team) -> Option<Battle> {
    let asked = whole.decision().filter(|decision| whole.combatant(decision.who).team == side);
    let known = asked.map_or_else(|| whole.known_to(side), |decision| whole.known_in(decision));
    (!known.is_whole()).then(|| known.into_battle())
}

impl Deref for SideView {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.shown
    }
}
