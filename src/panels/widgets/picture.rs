//! Icons and tokens as egui textures: each baked once for its pixel size and kept by the context.

use std::{collections::BTreeMap, sync::Arc};

use bevy_egui::egui::{
    Color32, ColorImage, Context, Id, Rect, TextureHandle, TextureOptions, Ui, Vec2, mutex::Mutex, pos2,
};

use crate::board::art::{
    Picture,
    icons::Icon,
    logo,
    palette::Rgb,
    token::{self, TokenLook},
};

/// The textures kept, by what they show and their size in pixels.
#[derive(Default)]
struct Album(BTreeMap<String, TextureHandle>);

/// Pictures kept before the album is emptied: tokens change with every wound.
const MOST: usize = 600;

/// Paints an icon of one colour into a square.
pub fn icon(ui: &Ui, icon: Icon, colour: Color32, at: Rect) {
    let size = pixels(ui, at.height());
    let name = format!("{icon:?} {colour:?} {size}");
    let colour = Rgb { r: colour.r(), g: colour.g(), b: colour.b() };
    let texture = texture(ui.ctx(), name, || icon.picture(colour, size));
    paint(ui, &texture, at);
}

/// Paints a token into a square; large bodies are drawn as small ones, so that they fit.
pub fn token(ui: &Ui, look: &TokenLook, at: Rect) {
    let look = TokenLook { footprint: 1, ..*look };
    let size = pixels(ui, at.height());
    let texture = texture(ui.ctx(), format!("{look:?} {size}"), || token::bake(&look, size));
    paint(ui, &texture, at);
}

/// Paints the emblem into a square.
pub fn emblem(ui: &Ui, at: Rect) {
    let size = pixels(ui, at.height());
    let texture = texture(ui.ctx(), format!("emblem {size}"), || logo::logo(size));
    paint(ui, &texture, at);
}

/// A picture as a texture, kept under a name.
pub fn texture(ctx: &Context, name: String, bake: impl FnOnce() -> Picture) -> TextureHandle {
    let album = ctx.data_mut(|data| Arc::clone(data.get_temp_mut_or_default::<Arc<Mutex<Album>>>(Id::new("album"))));
    if let Some(known) = album.lock().0.get(&name) {
        return known.clone();
    }
    let picture = bake();
    let size = [picture.width as usize, picture.height as usize];
    let image = ColorImage::from_rgba_premultiplied(size, &picture.rgba);
    let texture = ctx.load_texture(name.clone(), image, TextureOptions::LINEAR);
    let mut album = album.lock();
    if album.0.len() >= MOST {
        album.0.clear();
    }
    album.0.insert(name, texture.clone());
    texture
}

fn pixels(ui: &Ui, points: f32) -> u32 {
    (points * ui.pixels_per_point()).round().max(1.0) as u32
}

/// Paints a texture pixel for pixel around the middle of a rectangle.
fn paint(ui: &Ui, texture: &TextureHandle, at: Rect) {
    let scale = ui.pixels_per_point();
    let size = texture.size_vec2() / scale;
    let corner = ((at.center() - size / 2.0).to_vec2() * scale).round() / scale;
    let rect = Rect::from_min_size(corner.to_pos2(), size);
    ui.painter().image(texture.id(), rect, Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), Color32::WHITE);
}

/// A square at the left end of a rectangle, vertically centred.
pub fn square_at_left(within: Rect, side: f32) -> Rect {
    Rect::from_center_size(pos2(within.left() + side / 2.0, within.center().y), Vec2::splat(side))
}
