//! Shapes as meshes of Bevy: lines and signs keep the soft edges that egui's painter gives them.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, Mesh, PrimitiveTopology},
};
use bevy_egui::egui::{self, Color32, Shape, epaint};

use crate::board::{Camera, colours};

/// Shapes that were laid out with [`Camera::from_corner`], cut into triangles: in squares from the board's north-west
/// corner, north up. Nothing if there is nothing to be seen.
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
    let colours: Vec<[f32; 4]> = straight(&triangles);
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colours);
    mesh.insert_indices(Indices::U32(triangles.indices));
    Some(mesh)
}

/// The vertices' colours, not premultiplied, in linear light. The outer rim of a soft edge is transparent and has lost
/// its colour; it gets that of its triangle back, so that the edge fades and does not darken.
fn straight(triangles: &egui::Mesh) -> Vec<[f32; 4]> {
    let mut colours: Vec<Color32> = triangles.vertices.iter().map(|vertex| vertex.color).collect();
    let mut faded: Vec<Option<Color32>> = vec![None; colours.len()];
    for triangle in triangles.indices.as_chunks::<3>().0 {
        let coloured = triangle.iter().map(|index| colours[*index as usize]).find(|colour| colour.a() > 0);
        for index in triangle.iter().map(|index| *index as usize).filter(|index| colours[*index].a() == 0) {
            faded[index] = faded[index].or(coloured);
        }
    }
    colours
        .drain(..)
        .zip(faded)
        .map(|(colour, faded)| {
            let [red, green, blue, alpha] = colours::linear(faded.unwrap_or(colour));
            [red, green, blue, if faded.is_some() { 0.0 } else { alpha }]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{
            art::palette::WARN,
            colours::{faint, solid},
            strokes::Strokes,
        },
        geometry::Square,
    };

    #[test]
    fn soft_edges_keep_their_colour() {
        let camera = Camera::default().from_corner();
        let mut strokes = Strokes::new(&camera);
        strokes.line(
            &[camera.centre_of(Square::new(1, 1)), camera.centre_of(Square::new(3, 2))],
            false,
            0.1,
            solid(WARN),
        );
        strokes.disc(camera.centre_of(Square::new(2, 4)), 0.2, WARN, 0.05);
        strokes.line(&[camera.at(0.0, 0.0), camera.at(5.0, 5.0)], false, 0.1, faint(WARN, 0.5));
        let mesh = mesh(strokes.shapes, &camera).expect("there is something to be seen");
        let colours = mesh.attribute(Mesh::ATTRIBUTE_COLOR).and_then(|all| match all {
            bevy::mesh::VertexAttributeValues::Float32x4(all) => Some(all.clone()),
            _ => None,
        });
        let colours = colours.expect("every vertex has its colour");
        let [red, green, blue, _] = colours::linear(solid(WARN));
        let near = |a: f32, b: f32| (a - b).abs() < 0.02;
        let warm = |colour: &&[f32; 4]| near(colour[0], red) && near(colour[1], green) && near(colour[2], blue);
        let rims = colours.iter().filter(|colour| colour[3] == 0.0);
        assert!(rims.clone().count() > 10, "soft edges have a transparent rim");
        assert!(rims.filter(warm).count() > 10, "of the line's colour");
        assert!(!colours.iter().any(|colour| colour[3] == 0.0 && colour[..3] == [0.0; 3]), "never black");
    }
}
