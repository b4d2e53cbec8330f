//! The camera: its viewport is the board's place between the panels; panning and zooming move it.

use bevy::{
    camera::{Camera as Lens, ClearColorConfig, CompositingSpace, Projection, ScalingMode, Viewport},
    math::{UVec2, Vec2, vec2},
    prelude::{Bundle, Camera2d, Component, DetectChanges as _, Msaa, Query, Res, Transform, With, World},
};
use bevy_egui::egui::Pos2;

use super::BoardView;
use crate::board::{Camera, art::palette::TABLE, colours::paint};

/// The camera that looks at the board. Colours are mixed as a paint program mixes them; edges are soft by themselves.
#[derive(Component, Clone, Copy, Debug)]
#[require(Camera2d, CompositingSpace::Srgb, Msaa::Off)]
pub struct BoardCamera;

/// Points the camera at the part of the board that is on screen.
pub(super) fn aim(
    view: Res<'_, BoardView>,
    mut lenses: Query<'_, '_, (&mut Lens, &mut Projection, &mut Transform), With<BoardCamera>>,
) {
    for (mut lens, mut projection, mut place) in &mut lenses {
        // The engine cuts viewports down to a window that shrinks, and leaves them so.
        let wanted = viewport(&view.camera, &lens);
        let same = |known: &Viewport| {
            known.physical_position == wanted.physical_position && known.physical_size == wanted.physical_size
        };
        if view.is_changed() || !lens.viewport.as_ref().is_some_and(same) {
            look(&view.camera, &wanted, &mut projection, &mut place);
            lens.viewport = Some(wanted);
        }
    }
}

/// The board's room in pixels, as far as there is something to draw on.
fn viewport(camera: &Camera, lens: &Lens) -> Viewport {
    let (_, pixels_per_point) = camera.grain();
    let pixels = |at: Pos2| (vec2(at.x, at.y) * pixels_per_point).round();
    let from = pixels(camera.room().min).max(Vec2::ZERO);
    let most = lens.physical_target_size().unwrap_or(UVec2::MAX).as_vec2();
    let size = (pixels(camera.room().max).min(most) - from).max(Vec2::ONE);
    Viewport { physical_position: from.as_uvec2(), physical_size: size.as_uvec2(), ..Viewport::default() }
}

fn look(camera: &Camera, viewport: &Viewport, projection: &mut Projection, place: &mut Transform) {
    let (scale, pixels_per_point) = camera.grain();
    let (from, size) = (viewport.physical_position.as_vec2(), viewport.physical_size.as_vec2());
    let squares = size / scale as f32;
    if let Projection::Orthographic(projection) = projection {
        projection.scaling_mode = ScalingMode::Fixed { width: squares.x, height: squares.y };
    }
    let board = camera.board().min;
    let corner = (vec2(board.x, board.y) * pixels_per_point).round();
    let middle = (from + size / 2.0 - corner) / scale as f32;
    (place.translation.x, place.translation.y) = (middle.x, -middle.y);
}

/// Where no board is drawn, the camera looks at nothing and clears the whole window.
pub(super) fn rest(world: &mut World) {
    let mut lenses = world.query_filtered::<&mut Lens, With<BoardCamera>>();
    for mut lens in lenses.iter_mut(world) {
        lens.viewport = None;
    }
}

/// The camera as it is spawned.
pub fn board_camera() -> impl Bundle {
    let clear_color = ClearColorConfig::Custom(paint(TABLE, 1.0));
    (BoardCamera, Lens { clear_color, ..Lens::default() })
}

#[cfg(test)]
mod tests {
    use bevy::camera::OrthographicProjection;
    use bevy_egui::egui::{Rect, pos2};

    use super::*;
    use crate::geometry::Extent;

    #[test]
    fn squares_lie_where_the_pointer_finds_them() {
        for (pixels_per_point, steps, pan) in [(1.0, 0, 0.0), (1.25, 3, 17.0), (2.0, -2, -31.0), (1.5, 9, 260.0)] {
            let mut camera = Camera::default();
            let room = Rect::from_min_max(pos2(0.0, 48.0), pos2(861.0, 693.0));
            camera.meet(Extent { width: 40, height: 31 }, room, pixels_per_point);
            camera.zoom(steps);
            camera.pan(bevy_egui::egui::vec2(pan, -pan));
            let mut place = Transform::default();
            let mut projection = Projection::Orthographic(OrthographicProjection::default_2d());
            let viewport = viewport(&camera, &Lens::default());
            look(&camera, &viewport, &mut projection, &mut place);
            let Projection::Orthographic(OrthographicProjection {
                scaling_mode: ScalingMode::Fixed { width, height },
                ..
            }) = projection
            else {
                panic!("the camera shows a fixed part of the board");
            };
            for (x, y) in [(0.0, 0.0), (7.0, 3.0), (39.0, 30.0)] {
                let share = vec2((x - place.translation.x) / width, (y + place.translation.y) / height) + 0.5;
                let drawn = viewport.physical_position.as_vec2() + share * viewport.physical_size.as_vec2();
                let found = camera.at(x, y).to_vec2() * pixels_per_point;
                assert!(drawn.distance(vec2(found.x, found.y)) < 0.02, "{drawn} for {found:?}");
                assert!(drawn.distance(drawn.round()) < 0.02, "squares begin on whole pixels");
            }
        }
    }
}
