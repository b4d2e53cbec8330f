//! The part of the fighter's page about what it is made of: sheet, vitals, conditions, arms.

use bevy_egui::egui::{Align2, ComboBox, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    field,
    intent::Intent,
    model::{ConditionModel, FighterModel, ThingModel},
};
use crate::{
    levels::draft::{Hand, SheetField, SheetValue},
    panels::{
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, control, phrase, section,
            segments::{self},
        },
    },
};

/// Shows sheet, vitals, conditions and arms.
pub fn show(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let sheet = sheet(ui, fighter);
    let vitals = vitals(ui, fighter);
    let conditions = conditions(ui, fighter);
    arms(ui, fighter).or(conditions).or(vitals).or(sheet)
}

fn sheet(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    let differing = fighter.sheet.iter().filter(|field| field.differs).count();
    let about = match differing {
        0 => String::new(),
        1 => format!(", 1 differs from {}", fighter.kind.to_lowercase()),
        more => format!(", {more} differ from {}", fighter.kind.to_lowercase()),
    };
    section(ui, &format!("Sheet, {}{about}", fighter.ruleset));
    let (numbers, others): (Vec<&SheetField>, Vec<&SheetField>) =
        fighter.sheet.iter().partition(|field| matches!(field.value, SheetValue::Number(_)));
    let column = (ui.available_width() - 16.0) / 2.0;
    for pair in numbers.chunks(2) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (place, one) in pair.iter().enumerate() {
                if place > 0 {
                    ui.add_space(16.0);
                }
                if let Some(value) = number(ui, one, column) {
                    intent = Some(Intent::Sheet(one.path.clone(), SheetValue::Number(value)));
                }
            }
        });
    }
    for one in others {
        if let Some(value) = choice(ui, one) {
            intent = Some(Intent::Sheet(one.path.clone(), value));
        }
    }
    if differing > 0 && Button::new(&format!("As {}", fighter.kind.to_lowercase())).show(ui) {
        intent = Some(Intent::AsPrinted);
    }
    intent
}

/// A label and the field of its number, side by side in a column.
fn number(ui: &mut Ui, one: &SheetField, width: f32) -> Option<i64> {
    const FIELD: f32 = 62.0;
    let SheetValue::Number(value) = one.value else { return None };
    label(ui, &one.label, width - FIELD);
    field::number(ui, &format!("{} {}", one.label, one.path), value, FIELD, one.differs)
}

fn label(ui: &mut Ui, words: &str, width: f32) {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(width, sizes.body + 10.0), Sense::hover());
    let galley = Phrase::words(words, sizes.second + 0.5).elided(ui, width - 6.0);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, at);
    response.on_hover_text(words);
}

/// A switch or a word of several.
fn choice(ui: &mut Ui, one: &SheetField) -> Option<SheetValue> {
    let mut set = None;
    ui.horizontal(|ui| {
        label(ui, &one.label, ui.available_width() * 0.5);
        match &one.value {
            SheetValue::Switch(on) => {
                let values = ["no", "yes"].map(segments::Segment::open);
                let pressed = segments::segments(ui, &format!("{} {}", one.label, one.path), &values, usize::from(*on));
                set = pressed.map(|place| SheetValue::Switch(place == 1));
            }
            SheetValue::Word(word, all) => {
                let width = ui.available_width() - 8.0;
                let combo = ComboBox::from_id_salt(("word", &one.path)).selected_text(word).width(width);
                combo.show_ui(ui, |ui| {
                    for other in all {
                        if ui.selectable_label(other == word, other).clicked() && other != word {
                            set = Some(SheetValue::Word(other.clone(), Vec::new()));
                        }
                    }
                });
            }
            SheetValue::Number(_) => {}
        }
    });
    set
}

fn vitals(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    if fighter.vitals.is_empty() {
        return None;
    }
    section(ui, "Vitals");
    let column = (ui.available_width() - 16.0) / 2.0;
    for pair in fighter.vitals.chunks(2) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (place, (vital, name, value, start)) in pair.iter().enumerate() {
                if place > 0 {
                    ui.add_space(16.0);
                }
                label(ui, name, column - 62.0);
                let named = format!("{name} now");
                if let Some(new) = field::number(ui, &named, i64::from(*value), 62.0, value != start) {
                    let new = new.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16;
                    intent = Some(Intent::Vital(*vital, new));
                }
            }
        });
    }
    intent
}

fn conditions(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    section(ui, "Conditions");
    for (place, one) in fighter.conditions.iter().enumerate() {
        intent = condition(ui, place, one).or(intent);
    }
    let combo = ComboBox::from_id_salt("condition").selected_text("+ condition").width(160.0).height(300.0);
    combo.show_ui(ui, |ui| {
        for (place, name) in fighter.kinds.iter().enumerate() {
            if ui.selectable_label(false, *name).clicked() {
                intent = Some(Intent::AddCondition(place as u8));
            }
        }
    });
    intent
}

fn condition(ui: &mut Ui, place: usize, one: &ConditionModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    ui.horizontal(|ui| {
        if chip(ui, &one.label) {
            intent = Some(Intent::DropCondition(place));
        }
        let step = segments::stepper(ui, &format!("{} {place}", one.label), &one.level.to_string(), true, true);
        if let Some(step) = step {
            intent = Some(Intent::ConditionLevel(place, one.level.saturating_add(step as i16)));
        }
        Phrase::words(&one.words, sizes.second).second().show_elided(ui);
    });
    intent
}

/// Something that can be taken away by a press.
fn chip(ui: &mut Ui, words: &str) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let galley = Phrase::words(words, sizes.second + 0.5).line(ui);
    let cross = 14.0;
    let (at, response) =
        ui.allocate_exact_size(vec2(galley.size().x + cross + 20.0, sizes.second + 12.0), Sense::click());
    control::ground(ui, &response, theme::FIELD_RADIUS, false);
    let room = at.shrink2(vec2(8.0, 0.0));
    phrase::paint(ui, galley, Align2::LEFT_CENTER, room);
    let icon = Rect::from_center_size(pos2(room.right() - cross / 2.0, at.center().y), vec2(cross, cross) * 0.7);
    crate::panels::widgets::picture::icon(ui, crate::board::art::icons::Icon::Close, theme::SECOND, icon);
    let spoken = format!("Take away {words}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    response.on_hover_text(&spoken).clicked()
}

fn arms(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    section(ui, "Arms in hands");
    for (hand, name, held) in [(Hand::Main, "Right", fighter.held.0), (Hand::Off, "Left", fighter.held.1)] {
        ui.horizontal(|ui| {
            label(ui, name, 60.0);
            let words = held.and_then(|place| fighter.things.get(place)).map_or("nothing", |thing| thing.name.as_str());
            let width = ui.available_width() - 8.0;
            let combo = ComboBox::from_id_salt(("hand", name)).selected_text(words).width(width);
            combo.show_ui(ui, |ui| {
                if ui.selectable_label(held.is_none(), "nothing").clicked() {
                    intent = Some(Intent::Hold(hand, None));
                }
                for (place, thing) in fighter.things.iter().enumerate().filter(|(_, thing)| thing.hands > 0) {
                    if ui.selectable_label(held == Some(place), &thing.name).clicked() {
                        intent = Some(Intent::Hold(hand, Some(place)));
                    }
                }
            });
        });
    }
    ui.horizontal_wrapped(|ui| {
        label(ui, "Has", 60.0);
        for (place, thing) in fighter.things.iter().enumerate() {
            if chip(ui, &thing.name) {
                intent = Some(Intent::TakeAway(place));
            }
        }
        let combo = ComboBox::from_id_salt("thing").selected_text("+ thing").width(110.0).height(320.0);
        combo.show_ui(ui, |ui| {
            for ThingModel { tag, name, .. } in &fighter.all_things {
                if ui.selectable_label(false, name).clicked() {
                    intent = Some(Intent::Give(tag.clone()));
                }
            }
        });
    });
    intent
}
