//! The board before its pictures are there: grounds as one texel a square, walls as strokes.

use bevy_egui::egui::{Pos2, Rect, Shape};

use super::{
    Camera,
    art::palette::{BRIDGE, EARTH, FOLIAGE, FRAME, GRASS, INK, Rgb, SLAB, STREET, TIMBER, WALL, WATER, WOOD},
    colours::solid,
};
use crate::{
    geometry::EdgeSide,
    rules::{Battlefield, Cell, Feature, Footing, Height, Surface},
};

/// Red, green, blue and opacity of each square, row by row from the north-west.
pub(super) fn texels(field: &Battlefield) -> Vec<u8> {
    let texel = |square| {
        let cell = field.cell(square);
        let Rgb { r, g, b } = cell.map_or(FRAME, |cell| cell.feature.map_or(ground(cell), colour));
        [r, g, b, 255]
    };
    field.squares().flat_map(texel).collect()
}

/// What stands on edges.
pub(super) fn strokes(camera: &Camera, field: &Battlefield) -> Vec<Shape> {
    let edges = field.edges().flat_map(|(edge, feature)| {
        let (x, y) = (f32::from(edge.square.x), f32::from(edge.square.y));
        let (from, to) = match edge.side {
            EdgeSide::North => (camera.at(x, y), camera.at(x + 1.0, y)),
            EdgeSide::West => (camera.at(x, y), camera.at(x, y + 1.0)),
        };
        let wide = if feature.traits().height == Height::Tall { 0.16 } else { 0.09 } * camera.side();
        stroke(from, to, wide, colour(feature))
    });
    edges.collect()
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
