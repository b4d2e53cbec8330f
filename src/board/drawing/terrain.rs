//! Terrain: one sprite per layer, made of pictures baked on another thread; until they are there, one texel a square
//! and plain strokes.

use bevy::{
    asset::{Assets, Handle},
    image::{Image, ImageSampler},
    math::vec2,
    mesh::Mesh,
    prelude::{Commands, Component, DetectChangesMut as _, Entity, Query, Res, ResMut, Transform, Visibility, With},
    sprite::{Anchor, Sprite},
};

use super::{BoardView, Drawn, Layer, LineMaterial, lines};
use crate::{
    board::{
        plain,
        stage::Playback,
        textures::{Textures, image_of},
    },
    geometry::Extent,
};

/// A layer of terrain, and when it is seen.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Terrain {
    /// Always.
    Plain,
    /// Unless a field is shown: it would cover the field's colours.
    Veil,
    /// Only under a field, in place of veils.
    Sign,
}

/// Lays the terrain as it has been baked last, made anew only when something else has been baked.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut textures: ResMut<'_, Textures>,
    mut images: ResMut<'_, Assets<Image>>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    lines: Res<'_, LineMaterial>,
    laid: Query<'_, '_, Entity, With<Terrain>>,
    mut commands: Commands<'_, '_>,
) {
    let field = &playback.shown().scene.field;
    let changed = textures.keep_terrain(&mut images, field, view.camera.scale());
    if !changed && !laid.is_empty() {
        return;
    }
    laid.iter().for_each(|layer| commands.entity(layer).despawn());
    let extent = field.extent();
    let mut lay = |kind, layer, image: &Handle<Image>| {
        commands.spawn((kind, sheet(image, extent, layer), seen(kind, view.overlays.field.is_some())));
    };
    if let Some(terrain) = &textures.terrain {
        lay(Terrain::Plain, Layer::Ground, &terrain.ground);
        terrain.below.iter().for_each(|below| lay(Terrain::Veil, Layer::Veil, below));
        terrain.signs.iter().for_each(|signs| lay(Terrain::Sign, Layer::Veil, signs));
        lay(Terrain::Plain, Layer::Standing, &terrain.standing);
        terrain.above.iter().for_each(|above| lay(Terrain::Veil, Layer::Smoke, above));
        return;
    }
    let texels =
        image_of(u32::from(extent.width), u32::from(extent.height), plain::texels(field), ImageSampler::nearest());
    lay(Terrain::Plain, Layer::Ground, &images.add(texels));
    let camera = view.camera.cornered();
    if let Some(mesh) = super::meshes::mesh(plain::strokes(&camera, field), &camera) {
        commands.spawn((Terrain::Plain, lines::drawn(meshes.add(mesh), &lines, Layer::Standing)));
    }
}

/// Shows signs in place of veils while a field is shown, so that each square has the colour that the legend has for it.
pub(super) fn unveil(view: Res<'_, BoardView>, mut laid: Query<'_, '_, (&Terrain, &mut Visibility)>) {
    for (kind, mut visibility) in &mut laid {
        visibility.set_if_neq(seen(*kind, view.overlays.field.is_some()));
    }
}

const fn seen(kind: Terrain, has_field: bool) -> Visibility {
    match (kind, has_field) {
        (Terrain::Veil, true) | (Terrain::Sign, false) => Visibility::Hidden,
        _ => Visibility::Inherited,
    }
}

/// A picture of the whole board in a layer.
pub(super) fn sheet(image: &Handle<Image>, extent: Extent, layer: Layer) -> impl bevy::prelude::Bundle {
    let size = vec2(f32::from(extent.width), f32::from(extent.height));
    let sprite = Sprite { image: image.clone(), custom_size: Some(size), ..Sprite::default() };
    (Drawn, sprite, Anchor::TOP_LEFT, Transform::from_translation(layer.at(0.0, 0.0)))
}
