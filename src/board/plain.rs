//! The board before its pictures are there: grounds as plain squares, walls as strokes.

use bevy_egui::egui::{Mesh, Painter, Pos2, Rect, Shape, Stroke};

use super::{
    Camera,
    art::palette::{BRIDGE, EARTH, FOLIAGE, FRAME, GRASS, GRID, INK, Rgb, SLAB, STREET, TIMBER, WALL, WATER, WOOD},
    colours::{faint, solid},
};
use crate::{
    geometry::EdgeSide,
    rules::{Battlefield, Cell, Feature, Footing, Height, Surface},
};

/// Draws the board in a few flat shapes.
pub(super) fn draw(painter: &Painter, camera: &Camera, field: &Battlefield) {
    let mut mesh = Mesh::default();
    for square in field.squares() {
        let Some(cell) = field.cell(square) else { continue };
        let rect = camera.rect_of(square);
        mesh.add_colored_rect(rect, solid(ground(cell)));
        if let Some(feature) = cell.feature {
            mesh.add_colored_rect(rect.shrink(rect.width() * 0.12), solid(colour(feature)));
        }
    }
    painter.add(mesh);
    let line = Stroke::new(camera.pixel(), faint(GRID, 0.20));
    let board = camera.board();
    let extent = field.extent();
    for x in 1..extent.width {
        painter.vline(camera.at(f32::from(x), 0.0).x, board.y_range(), line);
    }
    for y in 1..extent.height {
        painter.hline(board.x_range(), camera.at(0.0, f32::from(y)).y, line);
    }
    for (edge, feature) in field.edges() {
        let (x, y) = (f32::from(edge.square.x), f32::from(edge.square.y));
        let (from, to) = match edge.side {
            EdgeSide::North => (camera.at(x, y), camera.at(x + 1.0, y)),
            EdgeSide::West => (camera.at(x, y), camera.at(x, y + 1.0)),
        };
        let wide = if feature.traits().height == Height::Tall { 0.16 } else { 0.09 } * camera.side();
        painter.extend(stroke(from, to, wide, colour(feature)));
    }
}

fn stroke(from: Pos2, to: Pos2, wide: f32, colour: Rgb) -> [Shape; 2] {
    let rect = Rect::from_two_pos(from, to).expand(wide / 2.0);
    [Shape::rect_filled(rect, 0.0, solid(INK)), Shape::rect_filled(rect.shrink(1.0), 0.0, solid(colour))]
}

const fn ground(cell: &Cell) -> Rgb {
    match (cell.footing, cell.surface) {
        (Footing::Void | Footing::Pit, _) => FRAME,
        (Footing::Water, Surface::Street) | (_, Surface::Water) => WATER,
        (_, Surface::Street) => STREET,
        (_, Surface::Wood) => WOOD,
        (_, Surface::Grass) => GRASS,
        (_, Surface::Slab) => SLAB,
        (_, Surface::Earth) => EARTH,
        (_, Surface::Bridge) => BRIDGE,
    }
}

const fn colour(feature: Feature) -> Rgb {
    match feature {
        Feature::Wall | Feature::ArrowSlit | Feature::LowWall | Feature::Pillar => WALL,
        Feature::Tree | Feature::Bush => FOLIAGE,
        _ => TIMBER,
    }
}
