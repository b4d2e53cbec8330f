//! One frame of the board: pointer in, shapes out.

use std::sync::Arc;

use bevy_egui::egui::{
    CursorIcon, Event, MouseWheelUnit, Painter, PointerButton, Rect, Response, Sense, Stroke, Ui, Vec2,
};

use super::{
    Camera, Overlays, Stage,
    album::Album,
    art::{
        icons::Icon,
        palette::{CREAM, INK, TABLE},
    },
    bodies::{self, Bodies},
    colours::{faint, solid},
    labels::Labels,
    plain, rim,
    sketch::{self, Sketch},
    strokes::Strokes,
};
use crate::{
    geometry::Square,
    rules::{Location, Team},
};

/// The board as one person sees it: where it lies, and the pictures in use.
#[derive(Default)]
pub struct View {
    /// Where the board lies.
    pub camera: Camera,
    album: Album,
    sketch: Option<(Overlays, Camera, Arc<Sketch>)>,
    /// Points the wheel has been turned beyond whole steps.
    turned: f32,
}

impl View {
    /// Whether the pictures of the board as it is shown are there.
    pub fn is_baked(&self) -> bool {
        self.album.terrain.is_some()
    }

    /// The overlays as shapes, made anew only if they or the camera have changed.
    fn sketch(&mut self, ui: &Ui, stage: &Stage, overlays: &Overlays) -> Arc<Sketch> {
        if let Some((known, camera, sketch)) = &self.sketch
            && known == overlays
            && *camera == self.camera
        {
            return Arc::clone(sketch);
        }
        let ghost = overlays.path.as_ref().and_then(|path| path.ghost);
        let body = ghost.map_or(1, |who| stage.place(who).side);
        let hatch = self.album.hatch(ui.ctx()).id();
        let sketch = Arc::new(Sketch::new(overlays, &self.camera, body, hatch));
        self.sketch = Some((overlays.clone(), self.camera, Arc::clone(&sketch)));
        sketch
    }
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

/// Draws the board as a stage shows it into a rectangle and tells what the pointer did. Combatants that
/// nobody on the side `hidden_from` knows of are left out.
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
        draw(ui, rect, view, stage, overlays, hidden_from);
    }
    // The breath of the sign over the acting one is slow enough for the frames that come anyway.
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

fn draw(ui: &Ui, room: Rect, view: &mut View, stage: &Stage, overlays: &Overlays, hidden_from: Option<Team>) {
    let sketch = view.sketch(ui, stage, overlays);
    let field = Arc::clone(&stage.shown().scene.field);
    view.album.keep_terrain(ui.ctx(), &field, view.camera.scale());
    let around = ui.painter_at(room);
    around.rect_filled(room, 0.0, solid(TABLE));
    let seen = |beyond: f32| around.with_clip_rect(view.camera.window().expand(beyond).intersect(around.clip_rect()));
    // Bodies and what is around them may stick out a little over the board's edge.
    let (painter, bodies_painter) = (seen(rim::WIDTH), seen(14.0));
    let View { camera, album, .. } = view;
    let camera = &*camera;
    let lay = |shapes: &[_]| painter.extend(shapes.iter().cloned());

    let layers = album.terrain.as_ref().map(|terrain| {
        (terrain.ground.clone(), terrain.below.clone(), terrain.standing.clone(), terrain.above.clone())
    });
    let board = camera.board();
    let layer = |texture| bodies::image(&painter, texture, board, 1.0);
    match &layers {
        Some((ground, ..)) => layer(ground),
        None => plain::draw(&painter, camera, &field),
    }
    lay(&sketch.flat);
    if let Some((_, below, standing, _)) = &layers {
        below.iter().for_each(layer);
        layer(standing);
    }
    Labels { painter: &painter, camera, stage, overlays, album, room }.zones();
    dropped(&painter, camera, stage, album);
    lay(&sketch.path);
    let mut bodies = Bodies { painter: &bodies_painter, camera, stage, overlays, album };
    bodies.all(hidden_from);
    if let Some(path) = &overlays.path
        && let (Some(who), Some(last)) = (path.ghost, path.squares.last())
    {
        bodies.ghost(who, *last);
    }
    hover(&painter, camera, stage, overlays);
    if let Some((.., Some(above))) = &layers {
        layer(above);
    }
    lay(&sketch.lines);
    Bodies { painter: &bodies_painter, camera, stage, overlays, album }.target(hidden_from);
    lay(&sketch.ends);
    lay(&sketch.signs);
    rim::draw(&around, camera, field.extent(), room, stage.shown().ruleset.rules().measure());
    let mut labels = Labels { painter: &around, camera, stage, overlays, album, room: room.shrink(2.0) };
    labels.plates();
    labels.playing(hidden_from);
    if overlays.dimmed {
        around.rect_filled(room, 0.0, faint(TABLE, 0.55));
    }
}

/// What lies on the ground: a small disc with a blade on it in the square's upper left, so that bodies leave it in view.
fn dropped(painter: &Painter, camera: &Camera, stage: &Stage, album: &mut Album) {
    let side = camera.side();
    for item in stage.shown().items() {
        let Location::Ground(square) = item.at else { continue };
        let rect = camera.rect_of(square);
        let middle = rect.min + Vec2::splat(0.2 * side);
        painter.circle(middle, 0.15 * side, solid(CREAM), Stroke::new((0.03 * side).max(1.0), solid(INK)));
        let size = (0.24 * side * painter.ctx().pixels_per_point()).round().max(8.0) as u32;
        let texture = album.icon(painter.ctx(), Icon::Sword, INK, size);
        bodies::image(painter, &texture, Rect::from_center_size(middle, Vec2::splat(0.24 * side)), 1.0);
    }
}

/// The frame of the square one points at, unless it has one already.
fn hover(painter: &Painter, camera: &Camera, stage: &Stage, overlays: &Overlays) {
    let Some(square) = overlays.hover else { return };
    let framed = [overlays.target.as_ref().map(|target| target.who), overlays.selected];
    if framed.into_iter().flatten().any(|who| stage.place(who).contains(square)) {
        return;
    }
    let rect = camera.rect_of(square).shrink(0.5 + 2.0 * camera.pixel());
    let mut strokes = Strokes::new(camera);
    strokes.frame(rect, (0.085, 0.04), solid(CREAM));
    if overlays.by_keys {
        for notch in sketch::notches(rect, 0.34 * camera.side()) {
            strokes.sign(notch.to_vec(), solid(CREAM), 0.03);
        }
    }
    painter.extend(strokes.shapes);
}
