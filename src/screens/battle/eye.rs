//! What draws the eye: the view moves to events off screen, and a light marks the fighter whose turn begins.

use bevy::prelude::World;
use bevy_egui::egui::Rect;

use super::BattleScreen;
use crate::{
    board::{self, Camera, Stage},
    geometry::{Extent, Footprint},
    rules::CombatantId,
};

/// What drew the eye last.
#[derive(Default)]
pub(super) struct Eye {
    /// The act, by where its part of the journal begins, and the fighters concerned with their places.
    on: (Option<usize>, Vec<(CombatantId, Footprint)>),
    /// The fighter and round whose turn was lit last; the turn in which a battle is opened is not lit.
    lit: Option<(CombatantId, u16)>,
}

/// Fits the board into its room when that has changed; true if it had been fitted before. When a list beside it opens
/// or closes, a board the player has zoomed keeps its size.
pub(super) fn fit_into(camera: &mut Camera, fitted: &mut Option<Rect>, extent: Extent, room: Rect) -> bool {
    if *fitted == Some(room) {
        return false;
    }
    let is_beside = fitted.is_some_and(|old| old.min == room.min && old.height() == room.height());
    if !is_beside || camera.is_fitted() {
        camera.fit(extent, room);
    }
    fitted.replace(room).is_some()
}

impl Eye {
    /// Has the fighters concerned revealed again, as they may be out of view by now.
    pub(super) fn look_again(&mut self) {
        self.on = (None, Vec::new());
    }
}

impl BattleScreen {
    /// Moves the view once, just far enough to show the fighters concerned; the player may then look elsewhere. Lights
    /// up a turn that begins.
    pub(super) fn draw_the_eye(&mut self, world: &mut World) {
        let on: Vec<(CombatantId, Footprint)> = self
            .concerns()
            .into_iter()
            .filter(|who| self.is_visible(*who))
            .map(|who| (who, self.stage.place(who)))
            .collect();
        let on = (self.act_begins(), on);
        if self.fitted.is_some() && on != self.eye.on {
            on.1.iter().for_each(|(_, body)| self.view.camera.reveal_body(*body));
            self.eye.on = on;
        }
        let asked = self.asked().filter(|_| self.is_asked() && self.is_turn() && self.handover().is_none());
        let Some((who, ..)) = asked else { return };
        let turn = Some((who, self.battle().scene.round));
        if self.eye.lit != turn && self.eye.lit.replace((who, self.battle().scene.round)).is_some() {
            board::turn_begins(world, who);
            self.stage = Stage::gather(world);
            self.stage.show_to(self.living.side());
        }
    }

    /// The fighters concerned now, the most important last: of what is being played, of an act's outcome, or of a
    /// question.
    fn concerns(&self) -> Vec<CombatantId> {
        if let Some(who) = self.stage.plays_on() {
            return vec![who];
        }
        if self.is_held() {
            return self.told_of();
        }
        let decision = self.battle().decision().filter(|_| self.is_asked());
        decision.map_or_else(Vec::new, |decision| {
            let (from, to) = if self.is_turn() { (None, None) } else { self.between(decision) };
            from.into_iter().chain(to).chain([decision.who]).collect()
        })
    }
}
