//! The textures the board is drawn with: terrain as it was baked last, tokens and signs of dropped items by size, the
//! hatch.

use std::{hash::Hash, sync::Arc};

use bevy::{
    asset::{Assets, Handle, RenderAssetUsages},
    image::{Image, ImageAddressMode, ImageSampler, ImageSamplerDescriptor},
    prelude::Resource,
    render::render_resource::{Extent3d, TextureDimension, TextureFormat},
};
use rustc_hash::FxHashMap;

use super::{
    art::{
        Picture, dropped,
        token::{self, TokenLook},
    },
    texture_bake::{Layers, TextureBake},
};
use crate::rules::Battlefield;

/// The longest side of a texture in pixels.
const LONGEST: u32 = 4096;
/// Pictures of one kind that are kept before all are dropped: tokens change with every wound.
const MOST: usize = 400;
/// Pixels after which the hatch repeats itself along both axes: its lines lie 9 pixels apart.
pub(super) const HATCH: usize = 13;

/// All textures of the board on screen.
#[derive(Resource, Default)]
pub(super) struct Textures {
    bake: Option<TextureBake>,
    /// Whether nothing can be baked: the board then stays plain.
    unbaked: bool,
    /// The terrain, once it has been baked.
    pub(super) terrain: Option<Terrain>,
    tokens: FxHashMap<(TokenLook, u32), Handle<Image>>,
    dropped: FxHashMap<u32, Handle<Image>>,
    hatch: Option<Handle<Image>>,
}

/// The terrain of a board, from below to above. `below` and `above` are the veils below and above the tokens, `signs`
/// replaces both under a field.
pub(super) struct Terrain {
    field: Arc<Battlefield>,
    scale: u32,
    pub(super) ground: Handle<Image>,
    pub(super) below: Option<Handle<Image>>,
    pub(super) standing: Handle<Image>,
    pub(super) above: Option<Handle<Image>>,
    pub(super) signs: Option<Handle<Image>>,
}

impl Textures {
    /// Textures with terrain that stays plain, as where it cannot be baked.
    pub(super) fn plain() -> Self {
        Self { unbaked: true, ..Self::default() }
    }

    /// Orders the terrain at `scale` pixels a square if it is not there yet, and takes in what has been baked. Returns
    /// whether the textures have changed.
    pub(super) fn keep_terrain(&mut self, images: &mut Assets<Image>, field: &Arc<Battlefield>, scale: u32) -> bool {
        let other = self.terrain.as_ref().is_some_and(|terrain| terrain.field.extent() != field.extent());
        if other {
            *self = Self::default();
        }
        if self.bake.is_none() && !self.unbaked {
            self.bake = TextureBake::start();
        }
        let ordered = self.bake.as_mut().is_some_and(|bake| bake.order(field, bakeable(field, scale)));
        self.unbaked = !ordered;
        let Some(bake) = &self.bake else { return other };
        let mut changed = other;
        for layers in bake.collect() {
            changed = true;
            self.terrain = take(self.terrain.take(), layers, images);
        }
        changed
    }

    /// Whether the terrain is there as it is now, at `scale` pixels a square, or will never be.
    pub(super) fn has_terrain(&self, field: &Arc<Battlefield>, scale: u32) -> bool {
        let scale = bakeable(field, scale);
        let same = |known: &Arc<Battlefield>| Arc::ptr_eq(known, field) || known == field;
        self.unbaked || self.terrain.as_ref().is_some_and(|terrain| terrain.scale == scale && same(&terrain.field))
    }

    /// A token's texture at `size` pixels a square.
    pub(super) fn token(&mut self, images: &mut Assets<Image>, look: &TokenLook, size: u32) -> Handle<Image> {
        kept(&mut self.tokens, (*look, size), || images.add(bled(&token::bake(look, size))))
    }

    /// The sign of things that lie in a square, at `size` pixels a square.
    pub(super) fn dropped(&mut self, images: &mut Assets<Image>, size: u32) -> Handle<Image> {
        kept(&mut self.dropped, size, || images.add(bled(&dropped::bake(size))))
    }

    /// White lines from lower left to upper right, 2.6 pixels wide, that repeat after [`HATCH`] pixels.
    pub(super) fn hatch(&mut self, images: &mut Assets<Image>) -> Handle<Image> {
        self.hatch.get_or_insert_with(|| images.add(hatch())).clone()
    }
}

/// The largest scale up to `scale` at which a board fits into textures.
fn bakeable(field: &Battlefield, scale: u32) -> u32 {
    let extent = field.extent();
    let fits = LONGEST / u32::from(extent.width.max(extent.height).max(1));
    scale.min(fits.max(1))
}

fn take(older: Option<Terrain>, layers: Layers, images: &mut Assets<Image>) -> Option<Terrain> {
    let Layers { field, scale, ground, veils, standing } = layers;
    let (kept_ground, kept_veils) =
        older.map_or((None, [None, None, None]), |older| (Some(older.ground), [older.below, older.above, older.signs]));
    let ground = ground.map(|ground| images.add(ground)).or(kept_ground)?;
    let [below, above, signs] = veils.map_or(kept_veils, |veils| {
        [veils.below, veils.above, veils.signs].map(|veil| veil.map(|veil| images.add(veil)))
    });
    Some(Terrain { field, scale, ground, below, standing: images.add(standing), above, signs })
}

fn kept<K: Eq + Hash>(
    map: &mut FxHashMap<K, Handle<Image>>,
    key: K,
    add: impl FnOnce() -> Handle<Image>,
) -> Handle<Image> {
    if map.len() >= MOST && !map.contains_key(&key) {
        map.clear();
    }
    map.entry(key).or_insert_with(add).clone()
}

/// Colours row by row as a texture, not premultiplied. Only the renderer keeps it.
pub(super) fn image_of(width: u32, height: u32, rgba: Vec<u8>, sampler: ImageSampler) -> Image {
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let mut image =
        Image::new(size, TextureDimension::D2, rgba, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    image.sampler = sampler;
    image
}

/// A picture as a texture. Sprites are blended with straight colours, pictures are premultiplied.
pub(super) fn image(picture: &Picture) -> Image {
    image_of(picture.width, picture.height, straight(picture), ImageSampler::linear())
}

/// A picture as a texture that may be drawn between pixels: what is transparent has its neighbours' colour, so that
/// filtering darkens no edge.
fn bled(picture: &Picture) -> Image {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let mut rgba = straight(picture);
    let shows = |rgba: &[u8], index: usize| rgba[index * 4 + 3] > 0;
    let mut colours = Vec::new();
    for y in 0..height {
        for x in (0..width).filter(|x| !shows(&rgba, y * width + x)) {
            let around = (y.saturating_sub(1)..(y + 2).min(height))
                .flat_map(|y| (x.saturating_sub(1)..(x + 2).min(width)).map(move |x| y * width + x));
            if let Some(next) = around.into_iter().find(|index| shows(&rgba, *index)) {
                colours.push((y * width + x, next));
            }
        }
    }
    for (index, from) in colours {
        rgba.copy_within(from * 4..from * 4 + 3, index * 4);
    }
    image_of(picture.width, picture.height, rgba, ImageSampler::linear())
}

/// A picture's colours without the opacity that is multiplied into them.
fn straight(picture: &Picture) -> Vec<u8> {
    let mut rgba = picture.rgba.clone();
    for pixel in rgba.as_chunks_mut::<4>().0 {
        let opacity = u32::from(pixel[3]);
        if opacity != 0 && opacity != 255 {
            for colour in &mut pixel[..3] {
                *colour = ((u32::from(*colour) * 255 + opacity / 2) / opacity).min(255) as u8;
            }
        }
    }
    rgba
}

fn hatch() -> Image {
    let mut repeated = ImageSamplerDescriptor::linear();
    repeated.set_address_mode(ImageAddressMode::Repeat);
    let rgba = (0..HATCH * HATCH).flat_map(|index| [255, 255, 255, hatched(index % HATCH, index / HATCH)]);
    image_of(HATCH as u32, HATCH as u32, rgba.collect(), ImageSampler::Descriptor(repeated))
}

/// How much of a pixel of the hatch is covered, of 255.
fn hatched(x: usize, y: usize) -> u8 {
    const HALF: f32 = 2.6 / 2.0;
    let period = HATCH as f32;
    let along = (x + y) as f32 + 1.0;
    let off = (along % period).min(period - along % period) / std::f32::consts::SQRT_2;
    ((HALF + 0.5 - off).clamp(0.0, 1.0) * 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hatch_covers_its_share_and_joins_itself() {
        let all = || (0..HATCH).flat_map(|y| (0..HATCH).map(move |x| (x, y)));
        let covered: f32 = all().map(|(x, y)| f32::from(hatched(x, y)) / 255.0).sum();
        let share = covered / (HATCH * HATCH) as f32;
        assert!((share - 2.6 / (HATCH as f32 / std::f32::consts::SQRT_2)).abs() < 0.03, "{share}");
        assert_eq!(hatched(0, 5), hatched(5, 0));
        assert_eq!(hatched(HATCH - 1, 0), hatched(0, HATCH - 1));
    }

    #[test]
    fn colours_come_out_of_their_opacity() {
        let rgba = vec![50, 25, 0, 100, 10, 20, 30, 255, 0, 0, 0, 0, 0, 0, 0, 0];
        let picture = Picture { width: 4, height: 1, rgba };
        assert_eq!(straight(&picture), [128, 64, 0, 100, 10, 20, 30, 255, 0, 0, 0, 0, 0, 0, 0, 0]);
        let bled = bled(&picture).data.expect("it has just been made");
        assert_eq!(bled[8..], [10, 20, 30, 0, 0, 0, 0, 0], "one pixel around what shows");
    }
}
