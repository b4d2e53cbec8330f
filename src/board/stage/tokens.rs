//! The components of a token: what is shown of one combatant.

use bevy::{
    ecs::query::QueryData,
    prelude::{Bundle, Component, Transform, Visibility},
};

use super::{Pose, Stage, look_of};
use crate::{
    arena::SideView,
    board::{art::token::TokenLook, tokens::seen_look},
    geometry::Footprint,
    rules::{Combatant, CombatantId, Posture, Status, Team},
};

/// Seconds that a health ring takes to follow a change.
const RING: f32 = 0.240;

/// Whose token it is. The token's entity lies where the combatant is shown, one unit a square: children move with it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform, Visibility)]
pub struct Shows(pub CombatantId);

/// The squares a token covers, or is on the way to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownPlace(pub Footprint);

/// Whether somebody is shown standing, lying, out of the fight.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownState {
    /// How the body is held.
    pub posture: Posture,
    /// Whether it is in the fight.
    pub status: Status,
}

impl ShownState {
    /// Whether somebody is shown as being in the fight.
    pub fn fights(self) -> bool {
        self.status == Status::Fighting
    }
}

/// How a token looks: health, wounds, what is held, its condition.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Look(pub TokenLook);

/// A health ring on its way: the health at which it started, and for how many seconds it has moved.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct HealthRing(Option<(u32, f32)>);

impl HealthRing {
    /// Whether it is on its way.
    pub const fn moves(&self) -> bool {
        self.0.is_some()
    }

    /// The look with the ring where it is.
    pub(in crate::board) fn on(&self, mut look: TokenLook) -> TokenLook {
        if let Some((from, age)) = self.0 {
            let share = 1.0 - (1.0 - age / RING).powi(2);
            let (from, to) = (from as f32, look.health.0 as f32);
            look.health.0 = (from + (to - from) * share).round() as u32;
        }
        look
    }

    pub(super) fn age(&mut self, seconds: f32, still: bool) {
        self.0 = self.0.map(|(from, age)| (from, age + seconds)).filter(|(_, age)| !still && *age < RING);
    }
}

impl Stage {
    /// Shows no more than a side knows.
    pub fn show_to(&mut self, side: Option<Team>) {
        let whole = self.shown.of(None);
        self.tokens.iter_mut().for_each(|token| token.look = seen_look(token.look, &whole, token.who, side));
        self.shown = whole.of(side);
    }
}

/// All of a token.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Token {
    pub(super) shows: &'static Shows,
    pub(super) place: &'static mut ShownPlace,
    pub(super) state: &'static mut ShownState,
    pub(super) look: &'static mut Look,
    pub(super) ring: &'static mut HealthRing,
    pub(super) pose: &'static Pose,
}

impl TokenItem<'_, '_> {
    /// Takes on the look from a battle. The ring follows, if it may move.
    pub(super) fn follow(&mut self, battle: &SideView, still: bool) {
        let look = look_of(battle, self.shows.0);
        if look != self.look.0 {
            let before = self.look.0.health;
            if look.health.0 != before.0 && look.health.1 == before.1 && !still {
                *self.ring = HealthRing(Some((before.0, 0.0)));
            }
            self.look.0 = look;
        }
    }
}

/// The token of a combatant as it stands in a battle.
pub(super) fn token(battle: &SideView, fighter: Combatant<'_>) -> impl Bundle {
    (
        Shows(fighter.id),
        ShownPlace(fighter.footprint()),
        ShownState { posture: fighter.posture, status: fighter.status },
        Look(look_of(battle, fighter.id)),
        HealthRing::default(),
        Pose::default(),
    )
}
