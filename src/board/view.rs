//! One frame of the board: pointer in, shapes out.

use bevy_egui::egui::{PointerButton, Rect, Sense, Ui};

use super::{Camera, Overlays, Stage};
use crate::{
    geometry::Square,
    rules::{Battle, Team},
};

/// The board as one person sees it: where it lies, what is being played, and the pictures in use.
pub struct View {
    /// Where the board lies.
    pub camera: Camera,
    /// What is being played.
    pub stage: Stage,
}

impl View {
    /// A view of a battle whose first `entries` journal entries are past.
    pub fn new(battle: &Battle, entries: usize) -> Self {
        Self { camera: Camera::default(), stage: Stage::new(battle, entries) }
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
    /// Whether the pointer was moved in this frame.
    pub moved: bool,
    /// Whether something is still being played.
    pub busy: bool,
}

/// Draws the board as the view's stage shows it into a rectangle and tells what the pointer did. Combatants that
/// nobody on the side `hidden_from` knows of are left out.
pub fn show(ui: &mut Ui, rect: Rect, view: &mut View, overlays: &Overlays, hidden_from: Option<Team>) -> BoardResponse {
    let extent = view.stage.shown().scene.field.extent();
    view.camera.meet(extent, rect, ui.pixels_per_point());
    let response = ui.interact(rect, ui.id().with("board"), Sense::click_and_drag());
    let hovered = response.hover_pos().and_then(|pos| view.camera.square_at(pos));
    let _ = (overlays, hidden_from);
    BoardResponse {
        hovered,
        clicked: response
            .clicked_by(PointerButton::Primary)
            .then(|| response.interact_pointer_pos())
            .flatten()
            .and_then(|pos| view.camera.square_at(pos)),
        back: response.clicked_by(PointerButton::Secondary),
        moved: ui.input(|input| input.pointer.is_moving()),
        busy: view.stage.is_busy(),
    }
}
