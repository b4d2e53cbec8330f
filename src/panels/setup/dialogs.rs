//! Dialogs over the setup: the ruleset's settings, and the path of a level file.

use bevy_egui::egui::{Align, Context, Layout, Ui};

use super::model::{Intent, SettingModel, SetupModel};
use crate::levels::draft::spelt;
use crate::panels::{
    theme::Sizes,
    widgets::{
        Button, Phrase, card, dialog,
        segments::{self, Segment},
        terms,
    },
};
use crate::rules::{Range, RuleId};

/// Shows the open dialog, if there is one.
pub fn show(ctx: &Context, model: &SetupModel) -> Option<Intent> {
    if let Some(settings) = &model.settings {
        let title = format!("Rule settings of {}", model.ruleset);
        let (intent, close) = dialog(ctx, &title, 620.0, |ui| all(ui, settings));
        return intent.or(close.then_some(Intent::Close));
    }
    if let Some(path) = &model.path {
        let (intent, close) = dialog(ctx, "Open a level file", 520.0, |ui| file(ui, path));
        return intent.or(close.then_some(Intent::Close));
    }
    None
}

fn all(ui: &mut Ui, settings: &[SettingModel]) -> Option<Intent> {
    let (set, rule) = settings_rows(ui, settings);
    let mut intent = rule.map(Intent::OpenRule).or(set.map(|(index, value)| Intent::Set(index, value)));
    ui.add_space(12.0);
    let changed = settings.iter().any(|setting| setting.value != setting.default);
    let refusal = (!changed).then_some("All are as printed");
    if Button::new("As printed").refused(refusal).show(ui) {
        intent = Some(Intent::Defaults);
    }
    intent
}

/// Every setting of a ruleset, with changed ones marked. Returns the place and the new value of a setting, and the rule
/// that was pressed.
pub fn settings_rows(ui: &mut Ui, settings: &[SettingModel]) -> (Option<(usize, i32)>, Option<RuleId>) {
    let sizes = Sizes::of(ui.ctx());
    let (mut set, mut pressed) = (None, None);
    for (index, listed) in settings.iter().enumerate() {
        ui.push_id(index, |ui| {
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                Phrase::words(&listed.label, sizes.body).show_line(ui);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if terms::rule_id(ui, listed.rule) {
                        pressed = Some(listed.rule);
                    }
                    if listed.value != listed.default {
                        Phrase::words("changed", sizes.second).second().show_line(ui);
                    }
                });
            });
            if let Some(value) = setting(ui, listed) {
                set = Some((index, value));
            }
        });
    }
    (set, pressed)
}

/// A setting as segments or a stepper. Returns its new value.
pub(super) fn setting(ui: &mut Ui, model: &SettingModel) -> Option<i32> {
    match model.range {
        // A switch is off at the left and on at the right, whatever order the rules use.
        Range::Words(["on", "off"]) => {
            let values = ["Off", "On"].map(Segment::open);
            let pressed = segments::segments(ui, &model.label, &values, 1 - model.value.clamp(0, 1) as usize);
            pressed.map(|index| 1 - index as i32)
        }
        Range::Words(words) => {
            let values: Vec<Segment> = words.iter().map(|word| Segment::open(spelt(word))).collect();
            segments::segments(ui, &model.label, &values, model.value as usize).map(|index| index as i32)
        }
        Range::Number(low, high) if high - low < 8 => {
            let values: Vec<Segment> = (low..=high).map(|value| Segment::open(value.to_string())).collect();
            segments::segments(ui, &model.label, &values, (model.value - low) as usize).map(|index| low + index as i32)
        }
        Range::Number(low, high) => {
            let value = model.value.to_string();
            let step = segments::stepper(ui, &model.label, &value, model.value > low, model.value < high);
            step.map(|step| model.value + step)
        }
    }
}

fn file(ui: &mut Ui, path: &str) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(6.0);
    Phrase::words("The path of a .ron file; or drop one on the window", sizes.second).second().show(ui);
    ui.add_space(4.0);
    card::focus_if_free(ui, card::PATH);
    let (edited, entered) = card::path_field(ui, path, false);
    ui.add_space(8.0);
    let refusal = path.trim().is_empty().then_some("No path yet");
    let opens = Button::new("Open").key("Enter").primary().refused(refusal).show(ui) || entered && refusal.is_none();
    if opens { Some(Intent::OpenFile) } else { edited.map(Intent::Path) }
}
