//! Shapes as meshes of Bevy: lines and signs keep the soft edges that egui's painter gives them.
//!
//! A vertex's colour is a place in one small texture that has every colour of the board at every opacity: lines then
//! have the same layout as everything else that is textured, and need no colours of their own. (Vertex colours would
//! do as well, but Mesa's software renderer keeps some memory for each triangle list that has them, in every frame.)

use bevy::{
    asset::RenderAssetUsages,
    image::{Image, ImageSampler},
    mesh::{Indices, Mesh, PrimitiveTopology},
};
use bevy_egui::egui::{self, Color32, Shape, epaint};

use crate::board::{
    Camera,
    art::palette::{
        CREAM, FOLIAGE, INK, MAY, RAY, Rgb, SIDES, TEAL, TEAL_BASE, TEAL_FULL, THREAT, TIMBER, WALL, WARN, WHITE,
    },
    textures::image_of,
};

/// The colours that lines and signs have.
const PAINTS: [Rgb; 17] = [
    CREAM, FOLIAGE, INK, MAY, RAY, SIDES[0], SIDES[1], SIDES[2], SIDES[3], TEAL, TEAL_BASE, TEAL_FULL, THREAT, TIMBER,
    WALL, WARN, WHITE,
];
/// Opacities of each of them.
const OPACITIES: usize = 256;

/// Every paint at every opacity: a column a paint, opacity growing downwards.
pub(super) fn paints() -> Image {
    let row = |alpha: usize| PAINTS.into_iter().flat_map(move |Rgb { r, g, b }| [r, g, b, alpha as u8]);
    let rgba = (0..OPACITIES).flat_map(row).collect();
    image_of(PAINTS.len() as u32, OPACITIES as u32, rgba, ImageSampler::linear())
}

/// Where a paint at an opacity, 0 to 255, lies in the texture of [`paints`].
fn place_of(paint: usize, alpha: u8) -> [f32; 2] {
    [(paint as f32 + 0.5) / PAINTS.len() as f32, (f32::from(alpha) + 0.5) / OPACITIES as f32]
}

/// Shapes that were laid out with [`Camera::cornered`], cut into triangles: in squares from the board's north-west
/// corner, north up. `None` if there is nothing to be seen.
pub(super) fn mesh(shapes: Vec<Shape>, camera: &Camera) -> Option<Mesh> {
    let (_, pixels_per_point) = camera.grain();
    let options = epaint::TessellationOptions { prerasterized_discs: false, ..Default::default() };
    let mut tessellator = epaint::Tessellator::new(pixels_per_point, options, [1, 1], Vec::new());
    let mut triangles = egui::Mesh::default();
    for shape in shapes {
        tessellator.tessellate_shape(shape, &mut triangles);
    }
    if triangles.is_empty() {
        return None;
    }
    let squares = 1.0 / camera.side();
    let positions: Vec<[f32; 3]> =
        triangles.vertices.iter().map(|at| [at.pos.x * squares, -at.pos.y * squares, 0.0]).collect();
    let places: Vec<[f32; 2]> = paints_of(&triangles)
        .into_iter()
        .zip(&triangles.vertices)
        .map(|(paint, at)| place_of(paint, at.color.a()))
        .collect();
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
        .with_inserted_indices(Indices::U32(triangles.indices));
    Some(mesh)
}

/// The paint of each vertex: that of the most opaque one it shares a triangle with. The outer rim of a soft edge is
/// transparent and has lost its colour; so it fades, and does not darken.
fn paints_of(triangles: &egui::Mesh) -> Vec<usize> {
    let colours: Vec<Color32> = triangles.vertices.iter().map(|vertex| vertex.color).collect();
    let mut strongest = colours.clone();
    for triangle in triangles.indices.as_chunks::<3>().0 {
        let corners = triangle.map(|index| index as usize);
        let opaque = corners.iter().map(|corner| colours[*corner]).max_by_key(Color32::a).unwrap_or_default();
        for corner in corners {
            if opaque.a() > strongest[corner].a() {
                strongest[corner] = opaque;
            }
        }
    }
    strongest.into_iter().map(nearest).collect()
}

/// The paint that is nearest to a colour. Premultiplied colours are a little off the colours they were made from.
fn nearest(colour: Color32) -> usize {
    let [red, green, blue, _] = colour.to_srgba_unmultiplied();
    let apart = |paint: &Rgb| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(paint.r, red) + square(paint.g, green) + square(paint.b, blue)
    };
    PAINTS.iter().enumerate().min_by_key(|(_, paint)| apart(paint)).map_or(0, |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use bevy::mesh::VertexAttributeValues;

    use super::*;
    use crate::{
        board::{
            colours::{faint, solid},
            strokes::Strokes,
        },
        geometry::Square,
    };

    #[test]
    fn soft_edges_keep_their_colour() {
        let camera = Camera::default().cornered();
        let mut strokes = Strokes::new(&camera);
        strokes.line(
            &[camera.centre_of(Square::new(1, 1)), camera.centre_of(Square::new(3, 2))],
            false,
            0.1,
            solid(WARN),
        );
        strokes.line(&[camera.at(0.0, 0.0), camera.at(5.0, 5.0)], false, 0.1, faint(WARN, 0.5));
        let mesh = mesh(strokes.shapes, &camera).expect("there is something to be seen");
        let Some(VertexAttributeValues::Float32x2(places)) = mesh.attribute(Mesh::ATTRIBUTE_UV_0) else {
            panic!("every vertex has its place among the paints");
        };
        let paint = PAINTS.iter().position(|paint| *paint == WARN).expect("a paint");
        assert!(places.iter().all(|[x, _]| *x == place_of(paint, 0)[0]), "also the rims have the line's colour");
        let with = |alpha: u8| places.iter().filter(|[_, y]| *y == place_of(paint, alpha)[1]).count();
        assert!(with(0) >= 4 && with(255) >= 2 && with(128) >= 2, "soft edges fade out");
    }

    #[test]
    fn every_paint_is_found_at_every_opacity_that_is_used() {
        for (index, paint) in PAINTS.iter().enumerate() {
            for alpha in [1.0, 0.85, 0.7, 0.55, 0.45] {
                assert_eq!(nearest(faint(*paint, alpha)), index, "{paint:?} at {alpha}");
            }
        }
    }
}
