//! Icons on plates, as textures of egui.

use bevy_egui::egui::{ColorImage, Context, TextureHandle, TextureOptions};
use rustc_hash::FxHashMap;

use super::art::{icons::Icon, palette::Rgb};

/// Icons that are kept before all are dropped: sizes change with every zoom.
const MOST: usize = 100;

/// Icons by colour and size in pixels.
#[derive(Default)]
pub(super) struct Icons(FxHashMap<(Icon, [u8; 3], u32), TextureHandle>);

impl Icons {
    /// An icon's texture, `size` pixels wide.
    pub(super) fn get(&mut self, ctx: &Context, icon: Icon, colour: Rgb, size: u32) -> TextureHandle {
        let key = (icon, colour.bytes(), size);
        if self.0.len() >= MOST && !self.0.contains_key(&key) {
            self.0.clear();
        }
        let load = || {
            let picture = icon.picture(colour, size);
            let image = ColorImage::from_rgba_premultiplied([size as usize, size as usize], &picture.rgba);
            ctx.load_texture("icon", image, TextureOptions::LINEAR)
        };
        self.0.entry(key).or_insert_with(load).clone()
    }
}
