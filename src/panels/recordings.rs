//! The page of recordings, to watch, continue or delete.

use bevy_egui::egui::{Align, Layout, Ui};

use super::{
    theme::Sizes,
    widgets::{Button, Phrase, frame},
};

/// A recording.
#[derive(Clone, Debug)]
pub struct RecordingModel {
    /// Level and ruleset: "Tanner Row, percentile".
    pub title: String,
    /// When it was played, how long it is, how it ended.
    pub about: String,
    /// Why it cannot be opened, if it cannot.
    pub fault: Option<String>,
    /// Why it can be watched but not continued now, if so.
    pub busy: Option<String>,
    /// Whether the person is being asked to confirm deleting it.
    pub asked: bool,
    /// Whether the battle is unfinished.
    pub unfinished: bool,
}

/// What a person wants to do with a recording, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Watch it.
    Watch(usize),
    /// Continue it.
    Continue(usize),
    /// Ask whether to delete it.
    Prompt(usize),
    /// Delete it.
    Delete(usize),
    /// Keep it.
    Keep,
}

/// Shows the recordings in the given order; `is_searched` says whether all have been read.
pub fn show(ui: &mut Ui, all: &[RecordingModel], is_searched: bool) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    if all.is_empty() {
        let words = if is_searched {
            "None yet: every battle is recorded while it is played"
        } else {
            "Reading the recordings"
        };
        Phrase::words(words, sizes.body).second().show(ui);
    }
    for (index, recording) in all.iter().enumerate() {
        ui.push_id(index, |ui| {
            let shown = frame::card().show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.horizontal(|ui| entry(ui, index, recording)).inner
            });
            intent = shown.inner.or(intent);
        });
        ui.add_space(2.0);
    }
    intent
}

fn entry(ui: &mut Ui, index: usize, model: &RecordingModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let refusal = model.fault.as_deref();
    let mut intent = None;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if model.asked {
            if Button::new("Keep").show(ui) {
                intent = Some(Intent::Keep);
            }
            if Button::new("Delete for good").show(ui) {
                intent = Some(Intent::Delete(index));
            }
        } else if Button::new("Delete").show(ui) {
            intent = Some(Intent::Prompt(index));
        }
        if Button::new("Watch").refused(refusal).show(ui) {
            intent = Some(Intent::Watch(index));
        }
        if model.unfinished && Button::new("Continue").refused(refusal.or(model.busy.as_deref())).show(ui) {
            intent = Some(Intent::Continue(index));
        }
        ui.with_layout(Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            Phrase::words(&model.title, sizes.offer).show(ui);
            let about = refusal.or(model.busy.as_deref()).unwrap_or(&model.about);
            Phrase::words(about, sizes.second).second().show(ui);
        });
    });
    intent
}
