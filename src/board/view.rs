//! One frame of the board for egui: pointer in, and the words that lie over what Bevy draws.

use std::sync::Arc;

use bevy_egui::egui::{CursorIcon, Event, MouseWheelUnit, PointerButton, Rect, Response, Sense, Ui, Vec2};

use super::{Camera, Overlays, Stage, art::palette::TABLE, colours::faint, frame, icons::Icons, labels::Labels};
use crate::{geometry::Square, rules::Team};

/// The board as one person sees it: where it lies, and the icons in use.
#[derive(Default)]
pub struct View {
    /// Where the board lies.
    pub camera: Camera,
    icons: Icons,
    /// Points the wheel has been turned beyond whole steps.
    turned: f32,
}

/// What the pointer did on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardResponse {
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// The square that was clicked.
    pub clicked: Option<Square>,
    /// A right click: one step back.
    pub back: bool,
    /// Whether the pointer was moved over the board in this frame.
    pub moved: bool,
    /// Whether something is still being played.
    pub busy: bool,
}

/// Writes on the board as a stage shows it, in a rectangle, and tells what the pointer did. Nothing is written about
/// combatants that nobody on the side `hidden_from` knows of. The board itself is drawn by Bevy: see [`super::present`].
pub fn show(
    ui: &mut Ui,
    rect: Rect,
    view: &mut View,
    stage: &Stage,
    overlays: &Overlays,
    hidden_from: Option<Team>,
) -> BoardResponse {
    let field = Arc::clone(&stage.shown().scene.field);
    view.camera.meet(field.extent(), rect, ui.pixels_per_point());
    let response = ui.interact(rect, ui.id().with("board"), Sense::click_and_drag());
    steer(ui, &response, view);
    let answer = answer(ui, &response, view, stage);
    point(ui, stage, overlays, answer.hovered);
    if ui.is_rect_visible(rect) {
        write(ui, rect, view, stage, overlays, hidden_from);
    }
    if stage.moves() {
        ui.ctx().request_repaint();
    }
    answer
}

/// Wheel and middle button move the board.
fn steer(ui: &Ui, response: &Response, view: &mut View) {
    /// Points of a wheel that turns smoothly for one step.
    const STEP: f32 = 40.0;
    if response.dragged_by(PointerButton::Middle) {
        view.camera.pan(response.drag_delta());
    }
    let Some(pos) = response.hover_pos() else { return };
    let turned: f32 = ui.input(|input| {
        let of = |event: &Event| match event {
            Event::MouseWheel { unit: MouseWheelUnit::Point, delta, modifiers, .. } if modifiers.is_none() => delta.y,
            Event::MouseWheel { delta, modifiers, .. } if modifiers.is_none() => delta.y * STEP,
            _ => 0.0,
        };
        input.events.iter().map(of).sum()
    });
    view.turned += turned;
    let steps = (view.turned / STEP).trunc();
    if steps != 0.0 {
        view.turned -= steps * STEP;
        view.camera.zoom_at(pos, steps as i32);
    }
}

fn answer(ui: &Ui, response: &Response, view: &View, stage: &Stage) -> BoardResponse {
    let at = |pos| view.camera.square_at(pos);
    let clicked = response.clicked_by(PointerButton::Primary);
    BoardResponse {
        hovered: response.hover_pos().and_then(at),
        clicked: response.interact_pointer_pos().filter(|_| clicked).and_then(at),
        back: response.clicked_by(PointerButton::Secondary),
        moved: response.hovered() && ui.input(|input| input.pointer.delta() != Vec2::ZERO),
        busy: stage.is_busy(),
    }
}

/// A crosshair over a legal target, "not allowed" over a refused one.
fn point(ui: &Ui, stage: &Stage, overlays: &Overlays, hovered: Option<Square>) {
    let (Some(square), Some(target)) = (hovered, &overlays.target) else { return };
    if stage.place(target.who).contains(square) {
        let allowed = target.refusal.is_none();
        ui.ctx().set_cursor_icon(if allowed { CursorIcon::Crosshair } else { CursorIcon::NotAllowed });
    }
}

/// What lies over the drawn board: its frame and letters, the names of places, plates, dice and numbers.
fn write(ui: &Ui, room: Rect, view: &mut View, stage: &Stage, overlays: &Overlays, hidden_from: Option<Team>) {
    /// How much of the light is taken where something lies over the board. Dark over light is mixed in linear light.
    const DIMMED: f32 = 0.75;
    let painter = ui.painter_at(room);
    let View { camera, icons, .. } = view;
    let shown = stage.shown();
    frame::draw(&painter, camera, shown.scene.field.extent(), room, shown.ruleset.rules().measure());
    let mut labels = Labels { painter: &painter, camera, stage, overlays, icons, room: room.shrink(2.0) };
    labels.zones(hidden_from);
    labels.plates(hidden_from);
    labels.playing(hidden_from);
    if overlays.dimmed {
        painter.rect_filled(room, 0.0, faint(TABLE, DIMMED));
    }
}
