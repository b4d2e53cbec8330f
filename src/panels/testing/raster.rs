//! Paints egui's output into pixels, without a graphics adapter, so that panels can be looked at.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use bevy_egui::egui::{
    Color32, ColorImage, ImageData, Pos2, Rect, TextureId, TexturesDelta, epaint::Mesh, epaint::Primitive,
    epaint::Vertex,
};
use egui_kittest::{Harness, TestRenderer};

/// The textures egui has sent so far.
#[derive(Clone, Default)]
pub struct Textures(Rc<RefCell<BTreeMap<TextureId, ColorImage>>>);

impl TestRenderer for Textures {
    #[expect(clippy::iter_over_hash_type, reason = "each texture changes by itself, in whatever order")]
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut all = self.0.borrow_mut();
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = change.image;
                match (change.pos, all.get_mut(&id)) {
                    (Some([left, top]), Some(whole)) => lay(whole, &image, left, top),
                    _ => {
                        all.insert(id, image.as_ref().clone());
                    }
                }
            }
        }
        delta.free.clear();
    }
}

/// Replaces a part of a picture by another picture.
fn lay(whole: &mut ColorImage, part: &ColorImage, left: usize, top: usize) {
    for y in 0..part.size[1] {
        for x in 0..part.size[0] {
            whole[(left + x, top + y)] = part[(x, y)];
        }
    }
}

/// Paints the last pass of a harness and saves it as a PNG.
pub fn save(harness: &Harness<'_>, textures: &Textures, path: &str, ground: Color32) {
    let scale = harness.ctx.pixels_per_point();
    let size = harness.ctx.content_rect().size() * scale;
    let mut sheet = ColorImage::filled([size.x as usize, size.y as usize], ground);
    let shapes = harness.output().shapes.clone();
    for clipped in harness.ctx.tessellate(shapes, scale) {
        if let Primitive::Mesh(mesh) = &clipped.primitive {
            let textures = textures.0.borrow();
            if let Some(texture) = textures.get(&mesh.texture_id) {
                paint(&mut sheet, mesh, texture, clipped.clip_rect);
            }
        }
    }
    let bytes = sheet.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b(), 255]).collect();
    let size = tiny_skia::IntSize::from_wh(sheet.size[0] as u32, sheet.size[1] as u32).unwrap();
    tiny_skia::Pixmap::from_vec(bytes, size).unwrap().save_png(path).unwrap();
}

fn paint(sheet: &mut ColorImage, mesh: &Mesh, texture: &ColorImage, clip: Rect) {
    for corners in mesh.indices.chunks_exact(3) {
        let corners = [0, 1, 2].map(|corner| mesh.vertices[corners[corner] as usize]);
        triangle(sheet, corners, texture, clip);
    }
}

/// Twice the signed area of a triangle.
fn area(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn triangle(sheet: &mut ColorImage, mut corners: [Vertex; 3], texture: &ColorImage, clip: Rect) {
    if area(corners[0].pos, corners[1].pos, corners[2].pos) < 0.0 {
        corners.swap(1, 2);
    }
    let [a, b, c] = corners.map(|corner| corner.pos);
    let whole = area(a, b, c);
    if whole <= 0.0 {
        return;
    }
    let bounds = Rect::from_points(&[a, b, c]).intersect(clip);
    let [width, height] = sheet.size;
    let (top, bottom) =
        (bounds.top().floor().max(0.0) as usize, (bounds.bottom().ceil().max(0.0) as usize).min(height));
    let (left, right) = (bounds.left().floor().max(0.0) as usize, (bounds.right().ceil().max(0.0) as usize).min(width));
    // Pixels on an edge belong to the triangle on its upper left.
    let owns = |from: Pos2, to: Pos2| to.y < from.y || (to.y == from.y && to.x > from.x);
    for y in top..bottom {
        for x in left..right {
            let at = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            if !clip.contains(at) {
                continue;
            }
            let parts = [area(b, c, at), area(c, a, at), area(a, b, at)];
            let edges = [(b, c), (c, a), (a, b)];
            let inside =
                parts.iter().zip(edges).all(|(part, (from, to))| *part > 0.0 || (*part == 0.0 && owns(from, to)));
            if inside {
                let shares = parts.map(|part| part / whole);
                let above = shade(&corners, shares, texture);
                let below = &mut sheet[(x, y)];
                *below = over(above, *below);
            }
        }
    }
}

fn shade(corners: &[Vertex; 3], shares: [f32; 3], texture: &ColorImage) -> [f32; 4] {
    let mix = |value: &dyn Fn(&Vertex) -> f32| {
        corners.iter().zip(shares).map(|(corner, share)| value(corner) * share).sum::<f32>()
    };
    let u = mix(&|corner| corner.uv.x) * texture.size[0] as f32 - 0.5;
    let v = mix(&|corner| corner.uv.y) * texture.size[1] as f32 - 0.5;
    let texel = sample(texture, u, v);
    [0, 1, 2, 3].map(|channel| mix(&|corner| f32::from(corner.color.to_array()[channel])) / 255.0 * texel[channel])
}

fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let at = |x: f32, y: f32| {
        let x = (x.max(0.0) as usize).min(width - 1);
        let y = (y.max(0.0) as usize).min(height - 1);
        texture[(x, y)].to_array().map(f32::from)
    };
    let (x, y) = (u.floor(), v.floor());
    let (right, down) = (u - x, v - y);
    let corners = [at(x, y), at(x + 1.0, y), at(x, y + 1.0), at(x + 1.0, y + 1.0)];
    let weights = [(1.0 - right) * (1.0 - down), right * (1.0 - down), (1.0 - right) * down, right * down];
    [0, 1, 2, 3].map(|channel| (0..4).map(|corner| corners[corner][channel] * weights[corner]).sum::<f32>() / 255.0)
}

fn over(above: [f32; 4], below: Color32) -> Color32 {
    let shows = 1.0 - above[3];
    let under = below.to_array().map(f32::from);
    let [r, g, b] =
        [0, 1, 2].map(|channel| (above[channel] * 255.0 + under[channel] * shows).round().clamp(0.0, 255.0) as u8);
    Color32::from_rgb(r, g, b)
}
