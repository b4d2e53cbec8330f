//! Typing a choice in its text form, with the choices it may mean.

use bevy_egui::egui::{Align2, Event, Id, Key, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{intent::Intent, regions, regions::Region};
use crate::panels::{
    theme::{self, Sizes},
    widgets::{Phrase, card, control, cost, offer::key_cap, phrase, section},
};

/// The line, and the choices it may mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedModel {
    /// The question, unless it is simply somebody's turn: "Cora may avoid it".
    pub asked: String,
    /// The text in it.
    pub text: String,
    /// The choices it may mean, each in its text form and in words. Enter takes the first.
    pub found: Vec<(String, String)>,
    /// If it can mean none: what is wrong with it, and what would be right.
    pub fault: Option<String>,
}

/// The label of the line.
pub const LINE: &str = "A choice in words";

/// Whether the character that opens the line has been typed, wherever its key is on the keyboard.
pub fn is_opened(ui: &Ui) -> bool {
    ui.input(|input| input.events.iter().any(|event| matches!(event, Event::Text(text) if text == "/")))
}

/// The keys while a choice is typed.
pub fn keys(ui: &Ui, model: &TypedModel) -> Option<Intent> {
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    if pressed(Key::Escape) {
        return Some(Intent::EndTyping);
    }
    if pressed(Key::Enter) {
        return Some(Intent::TakeTyped(0));
    }
    let first = model.found.first().filter(|_| pressed(Key::Tab))?;
    Some(Intent::WriteTyped(format!("{} ", first.0)))
}

/// Shows the line in all the free room.
pub fn show(ui: &mut Ui, model: &TypedModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.spacing_mut().item_spacing.y = sizes.gap;
    if !model.asked.is_empty() {
        Phrase::words(&model.asked, sizes.offer).strong().show(ui);
    }
    section(ui, "Type a choice");
    card::focus(ui, LINE);
    let width = ui.available_width();
    let edited = card::field(ui, LINE, &model.text, width, model.fault.is_some());
    let mut intent = edited.map(Intent::WriteTyped);
    if let Some(fault) = &model.fault {
        Phrase::words(fault, sizes.second).colour(theme::WARN).show(ui);
    }
    for (place, (text, words)) in model.found.iter().enumerate() {
        if row(ui, place, text, words) {
            intent = Some(Intent::TakeTyped(place));
        }
    }
    ui.add_space(4.0);
    let keys = "Words may be shortened: str ni. Tab completes, Enter chooses, Enter again does it, Esc leaves.";
    Phrase::words(keys, sizes.second).second().show(ui);
    intent
}

/// A choice in its text form and in words; the first shows the key that takes it.
fn row(ui: &mut Ui, place: usize, text: &str, words: &str) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let at = cost::line(ui, 2.0 * sizes.row.max(24.0) - 10.0);
    let response = ui.interact(at, Id::new(("typed", place)), Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, place == 0);
    control::focus_ring(ui, at, &response);
    regions::belongs(ui, &response, Region::Rows, place == 0);
    let mut inner = at.shrink2(vec2(8.0, 3.0));
    if place == 0 {
        let width = Phrase::figures("Enter", sizes.rule + 0.5).line(ui).size().x + 10.0;
        inner.max.x -= width + 6.0;
        key_cap(
            ui,
            "Enter",
            Rect::from_min_max(pos2(inner.right() + 6.0, at.top()), pos2(at.right() - 6.0, at.bottom())),
        );
    }
    let upper = Phrase::figures(text, sizes.body).elided(ui, inner.width());
    let lower = Phrase::words(words, sizes.second).second().elided(ui, inner.width());
    phrase::paint(ui, upper, Align2::LEFT_TOP, inner);
    phrase::paint(ui, lower, Align2::LEFT_BOTTOM, inner);
    let spoken = format!("{text}: {words}");
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, place == 0, &spoken));
    response.clicked()
}
