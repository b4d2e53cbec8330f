//! Words as egui paints them here.

use std::sync::Arc;

use bevy_egui::egui::{Color32, Galley, Painter, Pos2};

use super::{art::palette::TEXT, colours::solid};

/// Paints words whose colours are their own. Dark ones are laid twice: their soft edges are mixed with the light ground
/// in linear light, which would make them thinner than they were drawn.
pub fn paint_words(painter: &Painter, at: Pos2, galley: Arc<Galley>) {
    let colour = galley.job.sections.first().map_or(Color32::WHITE, |section| section.format.color);
    if is_dark(colour) {
        painter.galley(at, Arc::clone(&galley), solid(TEXT));
    }
    painter.galley(at, galley, solid(TEXT));
}

/// Whether words of a colour are meant for light grounds.
pub fn is_dark(colour: Color32) -> bool {
    u16::from(colour.r()) + u16::from(colour.g()) + u16::from(colour.b()) < 200
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::art::palette::{CREAM, INK, ON_MAY, SECOND, WARN};

    #[test]
    fn words_for_light_grounds_are_dark() {
        assert!([INK, ON_MAY].into_iter().all(|colour| is_dark(solid(colour))));
        assert!(![CREAM, SECOND, TEXT, WARN].into_iter().any(|colour| is_dark(solid(colour))));
    }
}
