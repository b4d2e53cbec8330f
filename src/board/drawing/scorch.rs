//! Scorched ground where something has exploded: it stays for the rest of the battle.

use bevy::{
    asset::Assets,
    mesh::Mesh,
    prelude::{Commands, Component, Entity, Query, Res, ResMut},
};
use bevy_egui::egui::Shape;

use super::{BoardView, Layer, LineMaterial, lines::drawn, meshes::mesh};
use crate::{
    board::{Camera, art::palette::INK, colours::faint, stage::Playback},
    geometry::Square,
};

/// All scorched squares in one mesh, and the grain of the screen that it was made for.
#[derive(Component, Clone, Debug, PartialEq)]
pub(super) struct Scorch {
    squares: Vec<Square>,
    scale: u32,
}

/// Draws the squares in which something has exploded, anew only when there is another, or the zoom has changed.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    material: Res<'_, LineMaterial>,
    drawn_before: Query<'_, '_, (Entity, &Scorch)>,
    mut commands: Commands<'_, '_>,
) {
    if playback.scorched().is_empty() && drawn_before.is_empty() {
        return;
    }
    let mut squares = playback.scorched().to_vec();
    squares.sort_unstable();
    squares.dedup();
    let wanted = Scorch { squares, scale: view.camera.scale() };
    if drawn_before.iter().any(|(_, known)| *known == wanted) {
        return;
    }
    drawn_before.iter().for_each(|(entity, _)| commands.entity(entity).despawn());
    let camera = view.camera.cornered();
    let shapes = wanted.squares.iter().flat_map(|square| stain(*square, &camera)).collect();
    if let Some(mesh) = mesh(shapes, &camera) {
        commands.spawn((wanted, drawn(meshes.add(mesh), &material, Layer::Scorch)));
    }
}

/// A burnt stain with rays, the same for the same square.
fn stain(square: Square, camera: &Camera) -> Vec<Shape> {
    let side = camera.side();
    let middle = camera.at(f32::from(square.x) + 0.5, f32::from(square.y) + 0.5);
    let turned = (i32::from(square.x) * 7 + i32::from(square.y) * 13) as f32;
    let ray = |number: u8| {
        let turn = turned + f32::from(number) * std::f32::consts::TAU / 9.0;
        let long = 0.40 + 0.14 * (turned + f32::from(number) * 2.4).sin();
        let at = |turn: f32, far: f32| middle + bevy_egui::egui::Vec2::angled(turn) * far * side;
        let corners = vec![at(turn - 0.30, 0.18), at(turn, long), at(turn + 0.30, 0.18)];
        Shape::convex_polygon(corners, faint(INK, 0.38), bevy_egui::egui::Stroke::NONE)
    };
    let discs = [(0.34, 0.22), (0.22, 0.34)];
    let discs = discs.map(|(radius, alpha)| Shape::circle_filled(middle, radius * side, faint(INK, alpha)));
    discs.into_iter().chain((0..9).map(ray)).collect()
}
