//! A field over the ground: one texel a square, with a hatch where a square has no value or a doubtful one.

use bevy::{
    asset::{Assets, Handle},
    image::{Image, ImageSampler},
    mesh::{Mesh, Mesh2d},
    prelude::{Commands, DetectChanges as _, Entity, Res, ResMut, Resource, Transform},
    sprite_render::{AlphaMode2d, ColorMaterial, MeshMaterial2d},
};

use super::{BoardView, Drawn, Layer, LineMaterial, lines::drawn, meshes::mesh, terrain::sheet, tints::hatching};
use crate::{
    board::{
        FieldShown,
        art::{
            field_sheet::{colour_of, strength_of},
            palette::{INK, Rgb},
        },
        colours::paint,
        shapes,
        stage::Playback,
        textures::{Textures, image_of},
    },
    geometry::Square,
    lab::fields::{Shade, Step},
};

/// How opaque the hatch is, of 1.
const HATCHED: f32 = 0.45;

/// What is drawn now.
#[derive(Resource, Default)]
pub(super) struct Fields {
    drawn: Option<(Vec<Entity>, FieldShown, u32)>,
    /// The hatch's material, once it is needed.
    material: Option<Handle<ColorMaterial>>,
}

/// Lays the field, made anew only when another one is to be shown.
pub(super) fn draw(
    view: Res<'_, BoardView>,
    playback: Res<'_, Playback>,
    mut fields: ResMut<'_, Fields>,
    mut textures: ResMut<'_, Textures>,
    mut images: ResMut<'_, Assets<Image>>,
    mut meshes: ResMut<'_, Assets<Mesh>>,
    mut materials: ResMut<'_, Assets<ColorMaterial>>,
    lines: Res<'_, LineMaterial>,
    mut commands: Commands<'_, '_>,
) {
    if !view.is_changed() {
        return;
    }
    let (shown, scale) = (view.overlays.field.as_ref(), view.camera.scale());
    let same = fields.drawn.as_ref().map_or(shown.is_none(), |(_, known, at)| Some(known) == shown && *at == scale);
    if same {
        return;
    }
    if let Some((entities, ..)) = fields.drawn.take() {
        entities.into_iter().for_each(|entity| commands.entity(entity).despawn());
    }
    let Some(shown) = shown else { return };
    let extent = playback.shown().scene.field.extent();
    // A board of another size is on its way.
    if extent.width != shown.width {
        return;
    }
    let texels = shown.texels(usize::from(extent.width) * usize::from(extent.height));
    let image = image_of(u32::from(extent.width), u32::from(extent.height), texels, ImageSampler::nearest());
    let mut entities = vec![commands.spawn(sheet(&images.add(image), extent, Layer::Field)).id()];
    let camera = view.camera.cornered();
    let covered = shown.squares().filter(|(_, shade)| shade.step != Step::Bare).map(|(square, _)| square);
    let mut signs = shapes::grounds(&playback.shown().scene.field, covered, &camera);
    signs.extend(shapes::dots(shown.dotted(), &camera));
    if let Some(mesh) = mesh(signs, &camera) {
        let place = Transform::from_translation(Layer::Field.at(0.0, 0.0) + bevy::math::vec3(0.0, 0.0, 0.3));
        entities.push(commands.spawn(drawn(meshes.add(mesh), &lines, Layer::Field)).insert(place).id());
    }
    let hatched = shown.hatched();
    if !hatched.is_empty() {
        let material = fields.material.get_or_insert_with(|| {
            let texture = Some(textures.hatch(&mut images));
            let (color, alpha_mode) = (paint(INK, HATCHED), AlphaMode2d::Blend);
            materials.add(ColorMaterial { color, alpha_mode, texture, ..ColorMaterial::default() })
        });
        let mesh = meshes.add(hatching(&hatched, scale, true));
        let place = Transform::from_translation(Layer::Field.at(0.0, 0.0) + bevy::math::vec3(0.0, 0.0, 0.25));
        let drawn = (Drawn, Mesh2d(mesh), MeshMaterial2d(material.clone()), place);
        entities.push(commands.spawn(drawn).id());
    }
    fields.drawn = Some((entities, shown.clone(), scale));
}

impl FieldShown {
    /// The squares that have a shade, row by row.
    fn squares(&self) -> impl Iterator<Item = (Square, &Shade)> {
        let width = usize::from(self.width).max(1);
        let square = move |place: usize| Square::new((place % width) as i16, (place / width) as i16);
        let all = self.shades.iter().enumerate();
        all.filter_map(move |(place, shade)| Some((square(place), shade.as_ref()?)))
    }

    fn texels(&self, count: usize) -> Vec<u8> {
        let strength = f32::from(self.opacity) / 100.0;
        let mut rgba = vec![0; count * 4];
        for (texel, shade) in rgba.chunks_exact_mut(4).zip(self.shades.iter()) {
            let Some(step) = shade.as_ref().map(|shade| shade.step).filter(|step| *step != Step::Bare) else {
                continue;
            };
            let Rgb { r, g, b } = colour_of(step);
            texel.copy_from_slice(&[r, g, b, (strength_of(step) * strength * 255.0).round() as u8]);
        }
        rgba
    }

    fn dotted(&self) -> impl Iterator<Item = Square> {
        self.squares().filter(|(_, shade)| shade.dotted).map(|(square, _)| square)
    }

    fn hatched(&self) -> Vec<Square> {
        let is_hatched = |shade: &Shade| shade.hatched || shade.step == Step::Without;
        self.squares().filter(|(_, shade)| is_hatched(shade)).map(|(square, _)| square).collect()
    }
}
