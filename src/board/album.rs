//! The textures in use: terrain as it was baked last, tokens and icons by size, the hatch.

use std::{hash::Hash, sync::Arc};

use bevy_egui::egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions, TextureWrapMode};
use rustc_hash::FxHashMap;

use super::{
    art::{
        Picture,
        icons::Icon,
        palette::Rgb,
        token::{self, TokenLook},
    },
    baker::{Baker, Layers, image},
};
use crate::rules::Battlefield;

/// The longest side of a texture in pixels.
const LONGEST: u32 = 4096;
/// Pictures of one kind that are kept before all are dropped: tokens change with every wound.
const MOST: usize = 400;
/// Pixels after which the hatch repeats itself, along both axes: lines lie 9 pixels apart.
pub(super) const HATCH: usize = 13;

/// All textures of a view.
#[derive(Default)]
pub(super) struct Album {
    baker: Option<Baker>,
    pub(super) terrain: Option<Terrain>,
    tokens: FxHashMap<(TokenLook, u32), TextureHandle>,
    icons: FxHashMap<(Icon, [u8; 3], u32), TextureHandle>,
    hatch: Option<TextureHandle>,
}

/// A board's textures, from below to above.
pub(super) struct Terrain {
    field: Arc<Battlefield>,
    pub(super) ground: TextureHandle,
    pub(super) below: Option<TextureHandle>,
    pub(super) standing: TextureHandle,
    pub(super) above: Option<TextureHandle>,
}

impl Album {
    /// Sees to it that the board's textures get here, and takes in those that are done.
    pub(super) fn keep_terrain(&mut self, ctx: &Context, field: &Arc<Battlefield>, scale: u32) {
        if self.baker.is_none() {
            self.baker = Baker::start();
        }
        let Some(baker) = &mut self.baker else { return };
        let extent = field.extent();
        let fits = LONGEST / u32::from(extent.width.max(extent.height).max(1));
        baker.order(field, scale.min(fits.max(1)), ctx);
        for layers in baker.collect() {
            take(&mut self.terrain, layers, ctx);
        }
        if self.terrain.as_ref().is_some_and(|terrain| terrain.field.extent() != extent) {
            self.terrain = None;
        }
    }

    /// A token's texture at `size` pixels per square.
    pub(super) fn token(&mut self, ctx: &Context, look: &TokenLook, size: u32) -> TextureHandle {
        kept(&mut self.tokens, (*look, size), ctx, || token::bake(look, size))
    }

    /// An icon's texture, `size` pixels wide.
    pub(super) fn icon(&mut self, ctx: &Context, icon: Icon, colour: Rgb, size: u32) -> TextureHandle {
        kept(&mut self.icons, (icon, colour.bytes(), size), ctx, || icon.picture(colour, size))
    }

    /// White lines from lower left to upper right, 2.6 pixels wide, that repeat after [`HATCH`] pixels.
    pub(super) fn hatch(&mut self, ctx: &Context) -> &TextureHandle {
        self.hatch.get_or_insert_with(|| {
            let options = TextureOptions { wrap_mode: TextureWrapMode::Repeat, ..TextureOptions::LINEAR };
            ctx.load_texture("hatch", hatch(), options)
        })
    }
}

fn take(terrain: &mut Option<Terrain>, layers: Layers, ctx: &Context) {
    let load = |name: &str, image: ColorImage| ctx.load_texture(name, image, TextureOptions::LINEAR);
    let veil = |image: Option<ColorImage>| image.map(|image| load("veils", image));
    let Layers { field, ground, veils, standing } = layers;
    let standing = load("standing", standing);
    match (ground, terrain.take()) {
        (Some(ground), _) => {
            let ground = load("ground", ground);
            let (below, above) = veils.map_or((None, None), |veils| (veil(veils.below), veil(veils.above)));
            *terrain = Some(Terrain { field, ground, below, standing, above });
        }
        (None, Some(older)) => {
            let (below, above) = match veils {
                Some(veils) => (veil(veils.below), veil(veils.above)),
                None => (older.below, older.above),
            };
            *terrain = Some(Terrain { field, ground: older.ground, below, standing, above });
        }
        (None, None) => {}
    }
}

fn kept<K: Eq + Hash>(
    map: &mut FxHashMap<K, TextureHandle>,
    key: K,
    ctx: &Context,
    bake: impl FnOnce() -> Picture,
) -> TextureHandle {
    if map.len() >= MOST && !map.contains_key(&key) {
        map.clear();
    }
    map.entry(key).or_insert_with(|| ctx.load_texture("picture", image(&bake()), TextureOptions::LINEAR)).clone()
}

fn hatch() -> ColorImage {
    const HALF: f32 = 2.6 / 2.0;
    let period = HATCH as f32;
    let mut image = ColorImage::filled([HATCH, HATCH], Color32::TRANSPARENT);
    for (index, pixel) in image.pixels.iter_mut().enumerate() {
        let along = (index % HATCH + index / HATCH) as f32 + 1.0;
        let off = (along % period).min(period - along % period) / std::f32::consts::SQRT_2;
        *pixel = Color32::from_white_alpha(((HALF + 0.5 - off).clamp(0.0, 1.0) * 255.0) as u8);
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hatch_covers_its_share_and_joins_itself() {
        let image = hatch();
        let covered: f32 = image.pixels.iter().map(|pixel| f32::from(pixel.a()) / 255.0).sum();
        let share = covered / image.pixels.len() as f32;
        assert!((share - 2.6 / (HATCH as f32 / std::f32::consts::SQRT_2)).abs() < 0.03, "{share}");
        assert_eq!(image[(0, 5)], image[(5, 0)]);
        assert_eq!(image[(HATCH - 1, 0)], image[(0, HATCH - 1)]);
    }
}
