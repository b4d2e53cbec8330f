//! What draws the eye: the view goes where something happens that is off screen, and a light says that it is one's turn.

use bevy::prelude::World;
use bevy_egui::egui::Rect;

use super::BattleScreen;
use crate::{
    board::{self, Camera, Stage},
    geometry::{Extent, Footprint},
    rules::CombatantId,
};

/// What has drawn the eye last.
#[derive(Default)]
pub(super) struct Eye {
    /// Those it was about, and where they were; and in which act, by where its part of the journal begins.
    on: (Option<usize>, Vec<(CombatantId, Footprint)>),
    /// Whose turn was lit last, and in which round; the one in which a battle is opened is not.
    lit: Option<(CombatantId, u16)>,
}

/// The board into its room, whenever that changes; true if it has. Beside a list that opens or closes, what a person has
/// zoomed in on keeps its size.
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
    /// Those it was about may be out of view by now.
    pub(super) fn look_again(&mut self) {
        self.on = (None, Vec::new());
    }
}

impl BattleScreen {
    /// Moves the view just so far that those are seen whom it is about now, once: whoever looks elsewhere then may.
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
        }
    }

    /// Whom it is about now, the most important last: what is being played, what has come of an act, what is asked.
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
