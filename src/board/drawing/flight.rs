//! Missiles in flight, and explosions while they last.

use bevy::{
    asset::Assets,
    math::Vec2,
    mesh::Mesh,
    prelude::{Commands, Component, Entity, Query, Res, ResMut, With},
};
use bevy_egui::egui::{Rect, Shape, Stroke, epaint::PathStroke, vec2};

use super::{BoardView, Layer, LineMaterial, lines::drawn, meshes::mesh};
use crate::{
    board::{
        Camera,
        art::palette::{CREAM, INK, RAY, WARN},
        colours::{faint, solid},
        stage::{Play, Playback},
        tokens::is_seen,
    },
    geometry::Square,
};

/// Something in flight.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Missile;

/// Draws the missile or explosion of the clip that is being played.
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
    let camera = view.camera.cornered();
    let battle = playback.shown();
    let shapes = match &clip.play {
        Play::Missile { who, from, to } if is_seen(battle, battle.combatant(*who), view.hidden_from) => {
            stroke(*from, *to, clip.share(), &camera)
        }
        Play::Blast { at, reaches } => {
            // Where nothing may move, the ring stands at its full size.
            let share = if playback.is_still() { None } else { Some(clip.share()) };
            blast(*at, reaches, share, &camera)
        }
        _ => return,
    };
    if let Some(mesh) = mesh(shapes, &camera) {
        commands.spawn((Missile, drawn(meshes.add(mesh), &material, Layer::Flight)));
    }
}

/// A short stroke that has covered a share, 0 to 1, of the way between two places in squares.
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

/// An explosion at a share, 0 to 1, of its time: light over the squares that it reaches, which only fades, and a ring
/// that goes out to the farthest of them. Without a share everything stands still.
fn blast(at: Square, reaches: &[Square], share: Option<f32>, camera: &Camera) -> Vec<Shape> {
    let middle = camera.at(f32::from(at.x) + 0.5, f32::from(at.y) + 0.5);
    let far = |square: &Square| (square.x - at.x).abs().max((square.y - at.y).abs());
    let widest = f32::from(reaches.iter().map(far).max().unwrap_or(0)) + 0.5;
    let (light, out, left) = match share {
        // Fast at first, then slower.
        Some(share) => (1.0 - share, 1.0 - (1.0 - share).powi(2), (1.0 - share).sqrt()),
        None => (0.5, 1.0, 1.0),
    };
    let lit = |square: &Square| {
        let corner = camera.at(f32::from(square.x), f32::from(square.y));
        Shape::rect_filled(
            Rect::from_min_size(corner, vec2(camera.side(), camera.side())),
            0.0,
            faint(WARN, 0.42 * light),
        )
    };
    let mut shapes: Vec<Shape> = reaches.iter().map(lit).collect();
    let radius = (0.35 + (widest - 0.35) * out) * camera.side();
    let ring = |squares: f32, colour| {
        Shape::circle_stroke(middle, radius, Stroke::new((squares * camera.side()).max(1.3), colour))
    };
    // Hotter towards the middle: three discs that go out with the ring, the innermost the brightest.
    let glow = |share: f32, colour, strength: f32| {
        Shape::circle_filled(middle, radius * share, faint(colour, strength * light))
    };
    shapes.extend([glow(0.92, WARN, 0.25), glow(0.66, RAY, 0.55), glow(0.34, CREAM, 0.9)]);
    shapes.extend([ring(0.17, faint(INK, left)), ring(0.09, faint(WARN, left))]);
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far the shapes reach from the middle of b2, in squares.
    fn reach(share: Option<f32>) -> f32 {
        let camera = Camera::default().cornered();
        let squares: Vec<Square> = (0..9).map(|index| Square::new(index % 3, index / 3)).collect();
        let middle = camera.at(1.5, 1.5);
        let rings = blast(Square::new(1, 1), &squares, share, &camera).into_iter().filter_map(|shape| match shape {
            Shape::Circle(ring) if ring.stroke.width > 0.0 => Some(ring),
            _ => None,
        });
        let radius = |ring: bevy_egui::egui::epaint::CircleShape| {
            assert_eq!(ring.center, middle);
            ring.radius / camera.side()
        };
        rings.map(radius).fold(0.0, f32::max)
    }

    #[test]
    fn an_explosion_spreads_to_all_that_it_reaches_and_stands_still_where_nothing_may_move() {
        assert!(reach(Some(0.0)) < reach(Some(0.3)) && reach(Some(0.3)) < reach(Some(1.0)));
        assert!((reach(Some(1.0)) - 1.5).abs() < 0.01 && (reach(None) - 1.5).abs() < 0.01);
    }

    /// No flashing: what is bright only fades.
    #[test]
    fn the_light_of_an_explosion_only_fades() {
        let camera = Camera::default().cornered();
        let at = Square::new(1, 1);
        let light = |share: f32| match &blast(at, &[at], Some(share), &camera)[0] {
            Shape::Rect(lit) => lit.fill.a(),
            other => panic!("{other:?} is no square"),
        };
        let all: Vec<u8> = (0..=10).map(|step| light(step as f32 / 10.0)).collect();
        assert!(all.windows(2).all(|pair| pair[1] < pair[0]), "{all:?}");
        assert_eq!(all[10], 0);
    }
}
