//! The palette as colours of egui and of Bevy.

use bevy::color::{Alpha as _, Color};
use bevy_egui::egui::Color32;

use super::art::palette::Rgb;

/// The colour, opaque.
pub(super) const fn solid(colour: Rgb) -> Color32 {
    Color32::from_rgb(colour.r, colour.g, colour.b)
}

/// The colour at an opacity, 0 to 1.
pub(super) fn faint(colour: Rgb, alpha: f32) -> Color32 {
    Color32::from_rgba_unmultiplied(colour.r, colour.g, colour.b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// The colour that shows a texture at an opacity when multiplied with it.
pub(super) fn veil(opacity: f32) -> Color32 {
    Color32::from_white_alpha((opacity.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// The colour at an opacity, for sprites and materials.
pub(super) fn paint(colour: Rgb, alpha: f32) -> Color {
    Color::srgb_u8(colour.r, colour.g, colour.b).with_alpha(alpha)
}
