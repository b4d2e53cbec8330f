//! Tints of squares: one texel a square, in one sheet under everything that stands. The hatch of threat lies over them.

use std::collections::BTreeSet;

use bevy::{
    asset::{Assets, Handle, RenderAssetUsages},
    image::{Image, ImageSampler},
    mesh::{Indices, Mesh, Mesh2d, PrimitiveTopology},
    prelude::{Commands, DetectChanges as _, Entity, Local, Res, ResMut, Resource, Transform},
    sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d},
};

use super::{BoardView, Drawn, Layer, terrain::sheet};
use crate::{
    board::{
        Overlays,
        art::palette::{HATCH as HATCHED, Rgb, TEAL, WARN},
        colours::paint,
        stage::Playback,
        textures::{HATCH, Textures, image_of},
    },
    geometry::{Extent, Square},
    rules::Veil,
};

/// Opacities, of 1.
const BASE: f32 = 0.36;
const FULL: f32 = 0.085;
/// Above smoke the tint stands alone, since its outline lies under the smoke.
const FULL_IN_SMOKE: f32 = 0.17;
const AREA: f32 = 0.22;
const THREAT: f32 = 0.42;

/// What is tinted and hatched now.
#[derive(Resource, Default)]
pub(super) struct Tints {
    tinted: Option<(Entity, Tinted)>,
    /// The same above smoke, which hides what lies under it.
    in_smoke: Option<(Entity, Tinted)>,
    hatched: Option<(Entity, Hatched)>,
    /// The hatch's material, once it is needed.
    material: Option<Handle<ColorMaterial>>,
}

/// Squares in the first band of reach, in the second, and those an attack on a place reaches.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tinted {
    base: Vec<Square>,
    full: Vec<Square>,
    area: Vec<Square>,
}

/// Threatened squares, and the pixels of a square: lines of the hatch are equally far apart at any zoom.
type Hatched = (Vec<Square>, u32);

/// Lays tints and hatch, made anew only when the squares that have them change.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut tints: ResMut<'_, Tints>,
    mut textures: ResMut<'_, Textures>,
    mut images: ResMut<'_, Assets<Image>>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    mut materials: ResMut<'_, Assets<ColorMaterial>>,
    mut turned: Local<'_, u64>,
    mut commands: Commands<'_, '_>,
) {
    // Smoke that comes or goes makes another sheet of the same squares.
    if !view.is_changed() && *turned == playback.turned() {
        return;
    }
    *turned = playback.turned();
    let tints = &mut *tints;
    let extent = playback.shown().scene.field.extent();
    let Overlays { base, full, threat, area, .. } = &view.overlays;
    let reached: &[Square] = area.as_ref().map_or(&[], |area| &area.squares);
    let field = &playback.shown().scene.field;
    let is_smoke = |square: &Square| field.cell(*square).is_some_and(|cell| cell.veil == Some(Veil::Smoke));
    let in_smoke = |squares: &[Square]| squares.iter().copied().filter(is_smoke).collect();
    // What an attack reaches has its edge above smoke.
    let above = Tinted { base: in_smoke(base), full: in_smoke(full), area: Vec::new() };
    let below = Tinted { base: base.clone(), full: full.clone(), area: reached.to_vec() };
    for (known, now, layer) in [(&mut tints.tinted, below, Layer::Tint), (&mut tints.in_smoke, above, Layer::SmokeTint)]
    {
        if known.as_ref().map_or_else(|| now == Tinted::default(), |(_, known)| *known == now) {
            continue;
        }
        if let Some((entity, _)) = known.take() {
            commands.entity(entity).despawn();
        }
        if now != Tinted::default() {
            let full = if layer == Layer::SmokeTint { FULL_IN_SMOKE } else { FULL };
            let image = images.add(now.image(extent, full));
            *known = Some((commands.spawn(sheet(&image, extent, layer)).id(), now));
        }
    }
    let scale = view.camera.scale();
    let same = |(known, at): &Hatched| known == threat && *at == scale;
    if !tints.hatched.as_ref().map_or(threat.is_empty(), |(_, known)| same(known)) {
        if let Some((entity, _)) = tints.hatched.take() {
            commands.entity(entity).despawn();
        }
        if !threat.is_empty() {
            let material = tints.material.get_or_insert_with(|| {
                let texture = Some(textures.hatch(&mut images));
                let (color, alpha_mode) = (paint(HATCHED, THREAT), AlphaMode2d::Blend);
                materials.add(ColorMaterial { color, alpha_mode, texture, ..ColorMaterial::default() })
            });
            let mesh = meshes.add(hatching(threat, scale, false));
            let place = Transform::from_translation(Layer::Hatch.at(0.0, 0.0));
            let entity = commands.spawn((Drawn, Mesh2d(mesh), MeshMaterial2d(material.clone()), place)).id();
            tints.hatched = Some((entity, (threat.clone(), scale)));
        }
    }
}

impl Tinted {
    /// One texel a square. Of several tints the strongest counts: what an attack reaches, then the first band.
    fn image(&self, extent: Extent, full: f32) -> Image {
        let mut rgba = vec![0; usize::from(extent.width) * usize::from(extent.height) * 4];
        for (squares, colour, alpha) in [(&self.full, TEAL, full), (&self.base, TEAL, BASE), (&self.area, WARN, AREA)] {
            let Rgb { r, g, b } = colour;
            for square in squares.iter().filter(|square| extent.contains(**square)) {
                let at = (square.y as usize * usize::from(extent.width) + square.x as usize) * 4;
                rgba[at..at + 4].copy_from_slice(&[r, g, b, (alpha * 255.0_f32).round() as u8]);
            }
        }
        image_of(u32::from(extent.width), u32::from(extent.height), rgba, ImageSampler::nearest())
    }
}

/// Squares with the hatch on them, each run of them as one rectangle; if `mirrored`, it slopes the other way.
pub(super) fn hatching(squares: &[Square], scale: u32, mirrored: bool) -> Mesh {
    let squares: BTreeSet<(i16, i16)> = squares.iter().map(|square| (square.y, square.x)).collect();
    let mut runs: Vec<(i16, i16, i16)> = Vec::new();
    for (y, x) in squares {
        match runs.last_mut() {
            Some((row, _, to)) if *row == y && *to == x => *to += 1,
            _ => runs.push((y, x, x + 1)),
        }
    }
    let repeats = scale as f32 / HATCH as f32;
    let (mut positions, mut places, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for (y, from, to) in runs {
        let first = positions.len() as u32;
        for (x, y) in [(from, y), (to, y), (to, y + 1), (from, y + 1)] {
            let (x, y) = (f32::from(x), f32::from(y));
            positions.push([x, -y, 0.0]);
            places.push([if mirrored { -x } else { x } * repeats, y * repeats]);
        }
        indices.extend([0, 2, 1, 0, 3, 2].map(|index| first + index));
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
        .with_inserted_indices(Indices::U32(indices))
}
