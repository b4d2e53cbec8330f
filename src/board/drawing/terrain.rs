//! Terrain: a sprite a layer, made of pictures baked aside; until they are there, one texel a square and plain strokes.

use bevy::{
    asset::{Assets, Handle},
    image::{Image, ImageSampler},
    math::vec2,
    mesh::Mesh,
    prelude::{Commands, Component, Entity, Query, Res, ResMut, Transform, With},
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

/// A layer of terrain.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Terrain;

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
    let mut lay = |layer, image: &Handle<Image>| {
        commands.spawn((Terrain, sheet(image, extent, layer)));
    };
    if let Some(terrain) = &textures.terrain {
        lay(Layer::Ground, &terrain.ground);
        terrain.below.iter().for_each(|below| lay(Layer::Veil, below));
        lay(Layer::Standing, &terrain.standing);
        terrain.above.iter().for_each(|above| lay(Layer::Smoke, above));
        return;
    }
    let texels =
        image_of(u32::from(extent.width), u32::from(extent.height), plain::texels(field), ImageSampler::nearest());
    lay(Layer::Ground, &images.add(texels));
    let camera = view.camera.cornered();
    if let Some(mesh) = super::meshes::mesh(plain::strokes(&camera, field), &camera) {
        commands.spawn((Terrain, lines::drawn(meshes.add(mesh), &lines, Layer::Standing)));
    }
}

/// A picture of the whole board in a layer.
pub(super) fn sheet(image: &Handle<Image>, extent: Extent, layer: Layer) -> impl bevy::prelude::Bundle {
    let size = vec2(f32::from(extent.width), f32::from(extent.height));
    let sprite = Sprite { image: image.clone(), custom_size: Some(size), ..Sprite::default() };
    (Drawn, sprite, Anchor::TOP_LEFT, Transform::from_translation(layer.at(0.0, 0.0)))
}
