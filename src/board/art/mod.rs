//! All pictures of the game, rasterised here from shapes: the board, what hangs over it, tokens, icons and the emblem.
//!
//! Pixels in, pixels out: nothing in this folder knows a window, a texture or a panel. Everything is measured in
//! squares of the board, and everything random comes from the place it lies on.

mod chance;
pub mod chart;
mod doors;
pub mod dropped;
mod fences;
pub mod field_sheet;
pub mod glyphs;
mod ground;
mod hazards;
mod hollows;
pub mod icons;
mod letters;
pub mod logo;
pub mod palette;
mod pen;
pub mod places;
mod plants;
mod props;
pub mod terrain;
pub mod token;
pub mod veils;
mod walls;

/// Pixels of a baked picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Red, green, blue, opacity for each pixel, row by row from the top; colours are premultiplied with the opacity.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Lays another picture over this one, its upper left pixel at `(x, y)`; what hangs over is cut off.
    pub fn lay(&mut self, over: &Self, x: i32, y: i32) {
        self.rows(over, x, y, |below, above| {
            for (below, above) in below.as_chunks_mut().0.iter_mut().zip(above.as_chunks().0) {
                let [_, _, _, opacity]: [u8; 4] = *above;
                match opacity {
                    0 => {}
                    255 => *below = *above,
                    _ => {
                        let shows = 255 - u32::from(opacity);
                        *below = std::array::from_fn(|i| {
                            above[i].saturating_add(((u32::from(below[i]) * shows + 127) / 255) as u8)
                        });
                    }
                }
            }
        });
    }

    /// Puts another picture in place of a part of this one, its upper left pixel at `(x, y)`.
    pub fn replace(&mut self, part: &Self, x: i32, y: i32) {
        self.rows(part, x, y, <[u8]>::copy_from_slice);
    }

    /// Calls back with every row of the overlap, this picture's bytes first.
    fn rows(&mut self, other: &Self, x: i32, y: i32, row: impl Fn(&mut [u8], &[u8])) {
        let (from, to) = (x.max(0), (x + other.width as i32).min(self.width as i32));
        if from >= to {
            return;
        }
        for at in y.max(0)..(y + other.height as i32).min(self.height as i32) {
            let span = |picture: &Self, x: i32, y: i32| (y * picture.width as i32 + x) as usize * 4;
            let bytes = (to - from) as usize * 4;
            let (here, there) = (span(self, from, at), span(other, from - x, at - y));
            row(&mut self.rgba[here..here + bytes], &other.rgba[there..there + bytes]);
        }
    }

    /// The square picture, resized to `side` pixels along its side.
    pub(super) fn resized(self, side: u32) -> Self {
        use tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};
        if side == self.width {
            return self;
        }
        let share = side as f32 / self.width.max(1) as f32;
        let whole =
            IntSize::from_wh(self.width, self.height).and_then(|size| Pixmap::from_vec(self.rgba.clone(), size));
        let (Some(whole), Some(mut sheet)) = (whole, Pixmap::new(side, side)) else { return self };
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        sheet.draw_pixmap(0, 0, whole.as_ref(), &paint, Transform::from_scale(share, share), None);
        Self { width: side, height: side, rgba: sheet.take() }
    }

    /// The picture as a PNG file; `None` if its sides do not match its pixels.
    pub fn png(&self) -> Option<Vec<u8>> {
        let size = tiny_skia::IntSize::from_wh(self.width, self.height)?;
        tiny_skia::Pixmap::from_vec(self.rgba.clone(), size)?.encode_png().ok()
    }

    /// Red, green, blue and opacity of a pixel inside the picture.
    #[cfg(test)]
    fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        self.rgba.as_chunks().0[(y * self.width + x) as usize]
    }
}

#[cfg(test)]
mod tests;
