//! The top bar: ruleset, level and whether it is saved, undo and redo, the menu.

use bevy_egui::egui::{Align, Align2, Layout, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use super::{
    intent::Intent,
    model::{Dialog, LabModel, SaveAs},
};
use crate::{
    board::art::icons::Icon,
    panels::{
        theme::Sizes,
        widgets::{
            Button, Phrase, icon_button, phrase,
            segments::{self, Segment},
        },
    },
};

/// Shows the top bar in all the free room.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let mut intent = None;
    let lab = phrase::paint(ui, Phrase::words("Lab", sizes.name).strong().line(ui), Align2::LEFT_CENTER, room);
    let builder = UiBuilder::new().max_rect(room).layout(Layout::right_to_left(Align::Center));
    let tools = ui.scope_builder(builder, |ui| {
        if icon_button(ui, Icon::Menu, "Menu", sizes.row + 2.0) {
            intent = Some(Intent::Open(Dialog::Menu));
        }
        if model.back && Button::new("Back").show(ui) {
            intent = Some(Intent::BackToBattle);
        }
        for kept in [SaveAs::Trial, SaveAs::Level] {
            if Button::new(&format!("Save as {}", kept.word())).show(ui) {
                intent = Some(Intent::Open(Dialog::Save(kept)));
            }
        }
        let is_wrong = model.wrong.iter().any(|wrong| !wrong.is_pin);
        let refusal = is_wrong.then_some("Something is wrong with this position");
        if play(ui, refusal) {
            intent = Some(Intent::Play);
        }
        let nothing = |words: &Option<String>| words.is_none().then_some("Nothing to do");
        let redone = Button::new("Redo").icon(Icon::ArrowRight).refused(nothing(&model.redo)).show(ui);
        let undone = Button::new("Undo").icon(Icon::Undo).refused(nothing(&model.undo)).show(ui);
        if redone {
            intent = Some(Intent::Redo);
        } else if undone {
            intent = Some(Intent::Undo);
        }
        ui.min_rect().left()
    });
    let height = sizes.row + 2.0;
    let width = if sizes.roomy { 420.0 } else { 324.0 } * (model.rulesets.len() as f32 / 5.0);
    let left = lab.right() + if sizes.roomy { 24.0 } else { 14.0 };
    let at = Rect::from_min_size(pos2(left, room.center().y - height / 2.0), vec2(width, height));
    let values: Vec<Segment> = model.rulesets.iter().map(|ruleset| Segment::open(ruleset.name())).collect();
    let chosen = model.rulesets.iter().position(|ruleset| *ruleset == model.ruleset).unwrap_or(usize::MAX);
    let pressed = ui.scope_builder(UiBuilder::new().max_rect(at).id_salt("rulesets"), |ui| {
        segments::segments_of(ui, "Ruleset", &values, chosen, height)
    });
    if let Some(place) = pressed.inner {
        intent = Some(Intent::Ruleset(model.rulesets[place]));
    }
    let words = Rect::from_min_max(pos2(at.right() + 14.0, room.top()), pos2(tools.inner - 10.0, room.bottom()));
    title(ui, model, words);
    intent
}

fn title(ui: &Ui, model: &LabModel, room: Rect) {
    let sizes = Sizes::of(ui.ctx());
    if room.width() < 40.0 {
        return;
    }
    let name = Phrase::words(&model.title, sizes.offer).strong().elided(ui, room.width());
    let kept = Phrase::words(&model.kept, sizes.second).second().elided(ui, room.width());
    let height = name.size().y + kept.size().y - 2.0;
    let at = Rect::from_center_size(room.center(), vec2(room.width(), height));
    phrase::paint(ui, name, Align2::LEFT_TOP, at);
    let painted = phrase::paint(ui, kept, Align2::LEFT_BOTTOM, at);
    let response = ui.interact(painted, ui.id().with("kept"), Sense::hover());
    phrase::name(&response, &model.kept);
    response.on_hover_text(&model.kept);
}

/// The primary button: plays a battle from this position. Returns whether it was pressed.
fn play(ui: &mut Ui, refusal: Option<&str>) -> bool {
    Button::new("Play from here").icon(Icon::Play).key("F5").small().primary().refused(refusal).show(ui)
}
