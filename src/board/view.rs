//! One frame of the board for egui: pointer input, and the words that lie over what Bevy draws.

use std::sync::Arc;

use bevy_egui::egui::{CursorIcon, Event, MouseWheelUnit, PointerButton, Rect, Response, Sense, Ui, Vec2};

use super::{
    Camera, Overlays, Stage, art::palette::TABLE, colours::faint, frame, icons::Icons, labels::Labels, tokens::is_seen,
};
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoardResponse {
    /// The square under the pointer.
    pub hovered: Option<Square>,
    /// Where in the world the pointer is, in squares to the east and south of the board's north-west corner.
    pub spot: Option<(f32, f32)>,
    /// Steps the wheel was turned over a square that several share, where it does not zoom.
    pub turned: i32,
    /// The square that was clicked.
    pub clicked: Option<Square>,
    /// A right click: one step back.
    pub back: bool,
    /// Where in the world the primary button went down, for as long as it is held.
    pub held: Option<(f32, f32)>,
    /// Whether the pointer is dragged with that button.
    pub drags: bool,
    /// Whether the secondary button is held over the board.
    pub second: bool,
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
    let turned = steer(ui, &response, view, |square| is_shared(stage, square, hidden_from));
    let answer = BoardResponse { turned, ..answer(ui, &response, view, stage) };
    point(ui, stage, overlays, answer.hovered);
    if ui.is_rect_visible(rect) {
        write(ui, rect, view, stage, overlays, hidden_from);
    }
    if stage.moves() {
        ui.ctx().request_repaint();
    }
    answer
}

/// Whether several visible combatants share a square.
fn is_shared(stage: &Stage, square: Square, hidden_from: Option<Team>) -> bool {
    let battle = stage.shown();
    let seen = |who| is_seen(battle, battle.combatant(who), hidden_from);
    stage.bodies().filter(|(who, body)| body.contains(square) && seen(*who)).count() > 1
}

/// Moves the board by wheel and middle button. Over a shared square the wheel does not zoom; its steps are returned
/// instead.
fn steer(ui: &Ui, response: &Response, view: &mut View, is_shared: impl Fn(Square) -> bool) -> i32 {
    /// Points of a wheel that turns smoothly for one step.
    const STEP: f32 = 40.0;
    if response.dragged_by(PointerButton::Middle) {
        view.camera.pan(response.drag_delta());
    }
    let Some(pos) = response.hover_pos() else { return 0 };
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
    view.turned -= steps * STEP;
    if steps != 0.0 && view.camera.square_at(pos).is_some_and(is_shared) {
        return steps as i32;
    }
    if steps != 0.0 {
        view.camera.zoom_at(pos, steps as i32);
    }
    0
}

fn answer(ui: &Ui, response: &Response, view: &View, stage: &Stage) -> BoardResponse {
    let at = |pos| view.camera.square_at(pos);
    let clicked = response.clicked_by(PointerButton::Primary);
    BoardResponse {
        hovered: response.hover_pos().and_then(at),
        spot: response.hover_pos().map(|pos| view.camera.spot_at(pos)),
        turned: 0,
        clicked: response.interact_pointer_pos().filter(|_| clicked).and_then(at),
        back: response.clicked_by(PointerButton::Secondary),
        held: ui
            .input(|input| input.pointer.press_origin().filter(|_| input.pointer.primary_down()))
            .filter(|_| response.is_pointer_button_down_on())
            .map(|pos| view.camera.spot_at(pos)),
        drags: response.dragged_by(PointerButton::Primary),
        second: response.is_pointer_button_down_on() && ui.input(|input| input.pointer.secondary_down()),
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
    /// How much of the light is taken away where something lies over the board. Dark over light is mixed in linear
    /// light.
    const DIMMED: f32 = 0.75;
    let painter = ui.painter_at(room);
    let View { camera, icons, .. } = view;
    let shown = stage.shown();
    frame::draw(&painter, camera, shown.scene.field.extent(), room, shown.ruleset.rules().measure());
    // Neither the letters above the board nor the numbers at its left are written over.
    let inner = camera.board().intersect(camera.window()).min.max(room.min + Vec2::splat(2.0));
    let room_of_labels = Rect::from_min_max(inner, room.max - Vec2::splat(2.0));
    let mut labels = Labels { painter: &painter, camera, stage, overlays, icons, room: room_of_labels };
    labels.field(hidden_from);
    let named = labels.zones(hidden_from);
    labels.plates(hidden_from, &named);
    labels.playing(hidden_from);
    if overlays.dimmed {
        painter.rect_filled(room, 0.0, faint(TABLE, DIMMED));
    }
}
