//! The seat passes to another person: an opaque screen with the side's badge and one button that hides the battle.

use bevy_egui::egui::{Align2, Frame, Rect, Sense, Ui, UiBuilder, Vec2, vec2};

use super::{intent::Intent, model::HandoverModel};
use crate::levels::sides;
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Button, Phrase, side::badge},
};

/// Shows the screen in all the free room.
pub fn show(ui: &mut Ui, model: &HandoverModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let side = sides::within(&model.side);
    let room = ui.max_rect();
    ui.painter().rect_filled(room, 0.0, theme::TABLE);
    let size = vec2(500.0, 330.0).min(room.size() - Vec2::splat(24.0));
    let at = Align2::CENTER_CENTER.align_size_within_rect(size, Rect::from_center_size(room.center(), room.size()));
    let frame = Frame::new().fill(theme::PANEL).stroke(theme::EDGE).corner_radius(theme::CARD_RADIUS).inner_margin(24);
    let shown = ui.scope_builder(UiBuilder::new().max_rect(at), |ui| {
        let framed = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.vertical_centered(|ui| {
                Phrase::words("The seat changes", sizes.second).second().show(ui);
                ui.add_space(14.0);
                let (sign, _) = ui.allocate_exact_size(Vec2::splat(84.0), Sense::hover());
                badge(ui, model.team, None, sign.shrink(3.0));
                ui.add_space(10.0);
                Phrase::words(format!("The seat of {side}"), sizes.name + 6.0).strong().show(ui);
                let words = format!("Give the seat to {side}. Nothing is shown until then.");
                Phrase::words(words, sizes.body).second().show(ui);
                ui.add_space(14.0);
                Button::new(&format!("I play {side}, show the board")).key("Enter").primary().show(ui)
            })
            .inner
        });
        framed.inner
    });
    shown.inner.then_some(Intent::TakeSeat)
}
