//! The palette as egui colours. Opacities of the palette are meant for sRGB values, the window blends in linear light:
//! what is not opaque is adjusted here, so that it looks as meant on the ground it usually lies on.

use std::sync::LazyLock;

use bevy_egui::egui::{Color32, ColorImage};

use super::art::{
    Picture,
    palette::{Rgb, STREET},
};

/// sRGB values from 0 to 255 as light from 0 to 1.
static LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let value = value as f32 / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
});
/// Light in so many steps as sRGB values.
static VALUE: LazyLock<[u8; STEPS + 1]> = LazyLock::new(|| {
    std::array::from_fn(|step| {
        let light = step as f32 / STEPS as f32;
        let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
        (value * 255.0).round() as u8
    })
});
const STEPS: usize = 8191;

/// The colour, opaque.
pub(super) const fn solid(colour: Rgb) -> Color32 {
    Color32::from_rgb(colour.r, colour.g, colour.b)
}

/// The colour at an opacity, 0 to 1, on the ground.
pub(super) fn faint(colour: Rgb, alpha: f32) -> Color32 {
    let alpha = alpha.clamp(0.0, 1.0);
    let [r, g, b] = colour.bytes().map(|channel| (f32::from(channel) * alpha).round() as u8);
    blended([r, g, b, (alpha * 255.0).round() as u8], STREET.bytes())
}

/// What a texture is multiplied with to show at an opacity.
pub(super) fn veil(opacity: f32) -> Color32 {
    let opacity = opacity.clamp(0.0, 1.0);
    let value = VALUE[(opacity * STEPS as f32) as usize];
    Color32::from_rgba_premultiplied(value, value, value, (opacity * 255.0).round() as u8)
}

/// A picture for egui that lies on the ground, or on another picture of its size.
pub(super) fn image(picture: &Picture, on: Option<&Picture>) -> ColorImage {
    let size = [picture.width as usize, picture.height as usize];
    let (pixels, _): (&[[u8; 4]], _) = picture.rgba.as_chunks();
    let below = on.map_or(&[][..], |on| on.rgba.as_chunks::<4>().0);
    let lies_on = |index: usize| below.get(index).map_or(STREET.bytes(), |[r, g, b, _]| [*r, *g, *b]);
    let pixels = pixels.iter().enumerate().map(|(index, pixel)| blended(*pixel, lies_on(index)));
    ColorImage::new(size, pixels.collect())
}

/// A premultiplied colour that, blended in linear light, looks as `over` does on `ground` when blended in sRGB values.
fn blended(over: [u8; 4], ground: [u8; 3]) -> Color32 {
    let [r, g, b, alpha] = over;
    if matches!(alpha, 0 | 255) {
        return Color32::from_rgba_premultiplied(r, g, b, alpha);
    }
    let shows = 1.0 - f32::from(alpha) / 255.0;
    let ground_light = ground.map(|value| LIGHT[usize::from(value)]);
    let wanted: [f32; 3] = std::array::from_fn(|i| {
        let value = f32::from(over[i]) + f32::from(ground[i]) * shows;
        LIGHT[(value.round() as usize).min(255)]
    });
    // Dark things hide more of the ground than their opacity says, or a channel would have to be darker than nothing.
    let shows = wanted
        .iter()
        .zip(ground_light)
        .fold(shows, |shows, (wanted, ground)| if ground > 0.0 { shows.min(wanted / ground) } else { shows });
    let hidden = (255.0 - shows * 255.0).ceil().min(255.0);
    let shows = 1.0 - hidden / 255.0;
    let [r, g, b] = std::array::from_fn(|i| {
        let light = (wanted[i] - ground_light[i] * shows).clamp(0.0, 1.0);
        VALUE[(light * STEPS as f32).round() as usize]
    });
    Color32::from_rgba_premultiplied(r, g, b, hidden as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::art::palette::{CREAM, GLOOM, TEAL, WOOD};

    /// What the window shows of a colour on a ground.
    fn seen(over: Color32, ground: [u8; 3]) -> [u8; 3] {
        let over = over.to_array();
        let shows = 1.0 - f32::from(over[3]) / 255.0;
        std::array::from_fn(|i| {
            let light = LIGHT[usize::from(over[i])] + LIGHT[usize::from(ground[i])] * shows;
            VALUE[(light.min(1.0) * STEPS as f32).round() as usize]
        })
    }

    #[test]
    fn faint_colours_look_as_the_palette_means_them() {
        for (colour, alpha) in [(TEAL, 0.36), (TEAL, 0.085), (CREAM, 0.90), (GLOOM, 0.66), (GLOOM, 0.30)] {
            for (ground, near) in [(STREET, 2), (WOOD, 14)] {
                let meant = ground.mixed(colour, alpha).bytes();
                let found = seen(faint(colour, alpha), ground.bytes());
                let apart = meant.iter().zip(found).map(|(a, b)| a.abs_diff(b)).max();
                assert!(apart <= Some(near), "{colour:?} {alpha}: {found:?}, not {meant:?}");
            }
        }
        assert_eq!(faint(TEAL, 1.0), solid(TEAL));
    }
}
