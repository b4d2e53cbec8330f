//! The figures pinned for a trial: each in words, whether it still holds, and a button to unpin it.

use bevy_egui::egui::Ui;

use super::{
    intent::Intent,
    model::{LabModel, PinModel},
};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Button, Phrase, section},
};

/// Shows all pins; nothing if there are none.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    if model.pins.is_empty() {
        return None;
    }
    section(ui, "Pinned for a trial");
    let mut intent = None;
    for pin in &model.pins {
        line(ui, pin);
        ui.push_id(&pin.text, |ui| {
            if Button::new("Unpin").small().show(ui) {
                intent = Some(Intent::Unpin(pin.text.clone()));
            }
        });
    }
    intent
}

/// A pin in words, marked if it does not hold.
pub fn line(ui: &mut Ui, pin: &PinModel) {
    let sizes = Sizes::of(ui.ctx());
    let (words, colour) = match pin.holds {
        Some(false) => (format!("No longer true: {}", pin.words), theme::WARN),
        Some(true) => (format!("Holds: {}", pin.words), theme::TEXT),
        None => (pin.words.clone(), theme::TEXT),
    };
    Phrase::words(words, sizes.second).colour(colour).show(ui).on_hover_text(&pin.text);
}
