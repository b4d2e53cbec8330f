//! What flies from one to another while it flies.

use bevy::{
    asset::Assets,
    math::Vec2,
    mesh::Mesh,
    prelude::{Commands, Component, Entity, Query, Res, ResMut, With},
};
use bevy_egui::egui::{Shape, epaint::PathStroke};

use super::{BoardView, Layer, LineMaterial, lines::drawn, meshes::mesh};
use crate::board::{
    Camera,
    art::palette::{CREAM, INK},
    colours::{faint, solid},
    stage::{Play, Playback},
    tokens::is_seen,
};

/// Something in flight.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Missile;

/// Draws the missile of the clip that is being played.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    material: Res<'_, LineMaterial>,
    missiles: Query<'_, '_, Entity, With<Missile>>,
    mut commands: Commands<'_, '_>,
) {
    missiles.iter().for_each(|missile| commands.entity(missile).despawn());
    let Some(clip) = playback.clip() else { return };
    let Play::Missile { who, from, to } = clip.play else { return };
    let battle = playback.shown();
    if !is_seen(battle, battle.combatant(who), view.hidden_from) {
        return;
    }
    let camera = view.camera.cornered();
    if let Some(mesh) = mesh(stroke(from, to, clip.share(), &camera), &camera) {
        commands.spawn((Missile, drawn(meshes.add(mesh), &material, Layer::Flight)));
    }
}

/// A short stroke that has come so far, 0 to 1, on the way between two places in squares.
fn stroke(from: Vec2, to: Vec2, share: f32, camera: &Camera) -> Vec<Shape> {
    const LONG: f32 = 0.35;
    let way = to - from;
    let tip = from + way * share;
    let tail = tip - way.normalize_or_zero() * LONG.min(way.length() * share);
    let line = |squares: f32, colour| {
        let stroke = PathStroke::new((squares * camera.side()).max(1.3), colour);
        Shape::line(vec![camera.at(tail.x, tail.y), camera.at(tip.x, tip.y)], stroke)
    };
    vec![line(0.13, faint(CREAM, 0.8)), line(0.08, solid(INK))]
}
