//! The battle as one side sees it.

use std::{
    ops::Deref,
    sync::{Arc, OnceLock},
};

use crate::rules::{Battle, CombatantId, Team};

/// The battle as one side sees it, or all of it for those who may see everything. Panels, board and computer only ever
/// get a battle in this form. It is a value: it can be kept, sent to a thread and read while the battle goes on.
///
/// Enemies unknown to the whole side are off the board, unless the open question is about them. Secret declarations of
/// other sides are left out.
#[derive(Clone, Debug)]
pub struct SideView {
    side: Option<Team>,
    seen: Arc<Seen>,
    shown: Arc<Battle>,
}

/// A snapshot of a battle with all views of it.
#[derive(Debug)]
struct Seen {
    whole: Arc<Battle>,
    /// What each side sees, made once: the same value as `whole` if it knows everything.
    by_side: [OnceLock<Arc<Battle>>; Team::MOST],
}

impl SideView {
    /// What a side sees of a battle, or all of it without a side.
    pub fn new(battle: Battle, side: Option<Team>) -> Self {
        Arc::new(Seen { whole: Arc::new(battle), by_side: Default::default() }).view(side)
    }

    /// The side that sees it; `None` for a view of everything.
    pub const fn side(&self) -> Option<Team> {
        self.side
    }

    /// Whether both are views of the same snapshot. Views of equal battles may count as different.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.seen, &other.seen)
    }

    /// Whether a combatant has declared in secret. Everybody may know that, but only their own side knows what.
    pub fn has_declared(&self, who: CombatantId) -> bool {
        self.seen.whole.declaration(who).is_some()
    }

    /// The same battle as another side sees it. However often it is taken, a side's view is one value, so that what has
    /// been derived from it is kept.
    #[must_use]
    pub fn of(&self, side: Option<Team>) -> Self {
        self.seen.view(side)
    }
}

impl Seen {
    fn view(self: &Arc<Self>, side: Option<Team>) -> SideView {
        let shown = side.map_or(&self.whole, |side| self.shown_to(side));
        SideView { side, seen: Arc::clone(self), shown: Arc::clone(shown) }
    }

    fn shown_to(&self, side: Team) -> &Arc<Battle> {
        let whole = &self.whole;
        self.by_side[usize::from(side.0)].get_or_init(|| {
            let asked = whole.decision().filter(|decision| whole.combatant(decision.who).team == side);
            let known = asked.map_or_else(|| whole.known_to(side), |decision| whole.known_in(decision));
            if known.is_whole() { Arc::clone(whole) } else { Arc::new(known.into_battle()) }
        })
    }
}

impl Deref for SideView {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.shown
    }
}
