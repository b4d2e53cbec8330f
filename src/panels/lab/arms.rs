//! The part of the fighter's page with vitals, conditions, arms and sheet.

use bevy_egui::egui::{Align2, ComboBox, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    conditions, field,
    inspector::capital,
    intent::Intent,
    model::{FighterModel, PieceModel},
};
use crate::{
    levels::draft::{Hand, ListEdit, RecordEdit, SheetField, SheetValue, spelt},
    panels::{
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, control,
            frame::{control_height, row},
            phrase, section,
            segments::{self},
        },
    },
};

/// The width of a number's field and, as `GAP`, the room between two columns, in points.
const FIELD: f32 = 62.0;
const GAP: f32 = 16.0;

/// The width of the list of things to give, in points.
const THING: f32 = 110.0;

/// Shows vitals, conditions, arms and sheet.
pub fn show(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    // What changes most often comes first: a sheet is long.
    let vitals = vitals(ui, fighter);
    let conditions = conditions::show(ui, fighter);
    let arms = arms(ui, fighter);
    let sheet = sheet(ui, fighter);
    numbers_of_arm(ui, fighter).or(sheet).or(arms).or(conditions).or(vitals)
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
    intent = record(ui, "sheet", &fighter.sheet).map(|(path, edit)| Intent::Sheet(path, edit)).or(intent);
    if differing > 0 && Button::new(&format!("Reset to {}", fighter.kind.to_lowercase())).show(ui) {
        intent = Some(Intent::AsPrinted);
    }
    intent
}

/// The numbers of the chosen thing.
fn numbers_of_arm(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let arm = fighter.arm.as_ref()?;
    let name = |place: usize| fighter.pieces.get(place).map_or("", |piece| piece.name.as_str());
    let mut intent = None;
    let differing = arm.fields.iter().filter(|field| field.differs).count();
    let about = if differing > 0 { format!(", {differing} changed") } else { String::new() };
    section(ui, &format!("Numbers of an arm, {}{about}", fighter.ruleset));
    row(ui, |ui| {
        label(ui, "Arm", 60.0);
        let width = ui.available_width() - 8.0;
        let combo = ComboBox::from_id_salt("numbers of").selected_text(name(arm.place)).width(width);
        combo.show_ui(ui, |ui| {
            for (place, piece) in fighter.pieces.iter().enumerate() {
                if ui.selectable_label(place == arm.place, &piece.name).clicked() {
                    intent = Some(Intent::ShowArm(place));
                }
            }
        });
    });
    if let Some(on) = arm.loaded {
        let values = ["not loaded", "loaded"].map(segments::Segment::open);
        let pressed = segments::segments(ui, "Loaded", &values, usize::from(on));
        intent = pressed.map(|place| Intent::Load(arm.place, place == 1)).or(intent);
    }
    if let Some(count) = arm.count {
        row(ui, |ui| {
            label(ui, "How many", 110.0);
            let set = field::number(ui, "How many", count.into(), 1..=999, 62.0, false);
            intent = set.map(|set| Intent::Number(arm.place, set as u16)).or(intent.take());
        });
    }
    record(ui, "arm", &arm.fields).map(|(path, edit)| Intent::Arm(arm.place, path, edit)).or(intent)
}

/// The fields of a record: numbers in two columns, then switches, words and lists, each part of the record under its
/// name. Returns the path of a changed field and its edit.
fn record(ui: &mut Ui, kind: &str, fields: &[SheetField]) -> Option<(String, RecordEdit)> {
    let mut changed = None;
    let is_number = |field: &&SheetField| matches!(field.value, SheetValue::Number(_) | SheetValue::Maybe(_));
    let (mut numbers, mut others): (Vec<&SheetField>, Vec<&SheetField>) = fields.iter().partition(is_number);
    // Fields outside any part come first.
    numbers.sort_by_key(|field| !part_of(field).is_empty());
    others.sort_by_key(|field| !part_of(field).is_empty());
    for group in numbers.chunk_by(|field, other| part_of(field) == part_of(other)) {
        heading(ui, part_of(group[0]));
        changed = numbers_of(ui, kind, group).or(changed);
    }
    let mut part = "";
    for field in others {
        if part_of(field) != part {
            part = part_of(field);
            heading(ui, part);
        }
        let edit = match &field.value {
            SheetValue::List(has, could) => {
                // Entries whose numbers are shown above under their names are not listed again.
                let inside = format!("{}/", field.path);
                let is_told = fields.iter().any(|other| is_number(&other) && other.path.starts_with(&inside));
                list(ui, kind, field, (has, could), is_told).map(RecordEdit::List)
            }
            _ => choice(ui, kind, field).map(RecordEdit::Set),
        };
        changed = edit.map(|edit| (field.path.clone(), edit)).or(changed);
    }
    changed
}

/// The name of a part of a record, above its fields.
fn heading(ui: &mut Ui, part: &str) {
    if !part.is_empty() {
        Phrase::words(part, Sizes::of(ui.ctx()).second).second().show(ui);
    }
}

/// The part of a record that a field belongs to: "Projectile: damage value" of "Projectile: damage value: dice".
fn part_of(field: &SheetField) -> &str {
    field.label.rsplit_once(": ").map_or("", |(part, _)| part)
}

/// The name of a field within its part: "Dice".
fn own_label(field: &SheetField) -> String {
    capital(field.label.rsplit_once(": ").map_or(&field.label, |(_, own)| own))
}

/// Numbers in two columns; one with a long name has a row of its own.
fn numbers_of(ui: &mut Ui, kind: &str, all: &[&SheetField]) -> Option<(String, RecordEdit)> {
    let mut changed = None;
    let whole = ui.available_width();
    let column = (whole - GAP) / 2.0;
    let is_long = |ui: &Ui, field: &SheetField| {
        let words = Phrase::words(own_label(field), Sizes::of(ui.ctx()).second + 0.5);
        words.line(ui).size().x > column - FIELD - 6.0
    };
    let mut rest = all;
    while let Some((first, after)) = rest.split_first() {
        let beside = after.first().filter(|_| !is_long(ui, first)).filter(|next| !is_long(ui, next));
        rest = if beside.is_some() { &after[1..] } else { after };
        let width = if is_long(ui, first) { whole } else { column };
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (place, field) in std::iter::once(first).chain(beside).enumerate() {
                if place > 0 {
                    ui.add_space(GAP);
                }
                if let Some(value) = number(ui, kind, field, width) {
                    changed = Some((field.path.clone(), RecordEdit::Set(value)));
                }
            }
        });
    }
    changed
}

/// A label and the field of its number, side by side in a column.
fn number(ui: &mut Ui, kind: &str, field: &SheetField, width: f32) -> Option<SheetValue> {
    label(ui, &own_label(field), width - FIELD);
    let name = field_name(kind, field);
    match field.value {
        SheetValue::Number(value) => {
            field::number(ui, &name, value, field::ANY, FIELD, field.differs).map(SheetValue::Number)
        }
        SheetValue::Maybe(value) => field::maybe(ui, &name, value, FIELD, field.differs).map(SheetValue::Maybe),
        _ => None,
    }
}

/// The unique name of a field, in which an arm's field differs from the sheet's.
fn field_name(kind: &str, field: &SheetField) -> String {
    if kind == "sheet" {
        format!("{} {}", field.label, field.path)
    } else {
        format!("{kind}: {} {}", field.label, field.path)
    }
}

/// A list: entries can be removed, each by a press or, if they `are_told` elsewhere, from a menu; others can be added.
fn list(
    ui: &mut Ui,
    kind: &str,
    field: &SheetField,
    (has, could): (&[String], &[String]),
    are_told: bool,
) -> Option<ListEdit> {
    let mut edit = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = control_height(ui);
        let own = own_label(field);
        let title = if field.differs { format!("\u{2022} {own}") } else { own };
        label(ui, &title, 110.0);
        let called = field.label.to_lowercase();
        if !are_told {
            for (place, entry) in has.iter().enumerate() {
                if chip(ui, entry) {
                    edit = Some(ListEdit::Drop(place));
                }
            }
        }
        if !could.is_empty() {
            let (sign, width) = if are_told { ("add", 70.0) } else { ("+", 34.0) };
            let added = one_of(ui, (kind, "add", &field.path), (sign, &format!("+ {called}"), width), could);
            edit = added.map(ListEdit::Add).or(edit);
        }
        if are_told && !has.is_empty() {
            let taken = ("remove", &*format!("Remove from {called}"), 100.0);
            edit = one_of(ui, (kind, "drop", &field.path), taken, has).map(ListEdit::Drop).or(edit);
        }
    });
    edit
}

/// A button that opens a list. Returns the place of the entry that was pressed.
fn one_of(
    ui: &mut Ui,
    id: (&str, &str, &str),
    (words, spoken, width): (&str, &str, f32),
    all: &[String],
) -> Option<usize> {
    let mut pressed = None;
    let shown = ComboBox::from_id_salt(id).selected_text(words).width(width).height(320.0).show_ui(ui, |ui| {
        for (place, entry) in all.iter().enumerate() {
            if ui.selectable_label(false, entry).clicked() {
                pressed = Some(place);
            }
        }
    });
    shown.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, spoken));
    pressed
}

fn label(ui: &mut Ui, words: &str, width: f32) {
    let sizes = Sizes::of(ui.ctx());
    let (at, response) = ui.allocate_exact_size(vec2(width, control_height(ui)), Sense::hover());
    let galley = Phrase::words(words, sizes.second + 0.5).elided(ui, width - 6.0);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, at);
    response.on_hover_text(words);
}

/// A switch, or a choice of one word from several.
fn choice(ui: &mut Ui, kind: &str, field: &SheetField) -> Option<SheetValue> {
    let mut set = None;
    row(ui, |ui| {
        label(ui, &own_label(field), ui.available_width() * 0.5);
        match &field.value {
            SheetValue::Switch(on) => {
                let values = ["no", "yes"].map(segments::Segment::open);
                let pressed = segments::segments(ui, &field_name(kind, field), &values, usize::from(*on));
                set = pressed.map(|place| SheetValue::Switch(place == 1));
            }
            SheetValue::Word(word, all) => {
                let width = ui.available_width() - 8.0;
                let combo = ComboBox::from_id_salt((kind, "word", &field.path)).selected_text(spelt(word)).width(width);
                combo.show_ui(ui, |ui| {
                    for other in all {
                        if ui.selectable_label(other == word, spelt(other)).clicked() && other != word {
                            set = Some(SheetValue::Word(other.clone(), Vec::new()));
                        }
                    }
                });
            }
            SheetValue::Number(_) | SheetValue::Maybe(_) | SheetValue::List(..) => {}
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
    let column = (ui.available_width() - GAP) / 2.0;
    for pair in fighter.vitals.chunks(2) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (place, total) in pair.iter().enumerate() {
                if place > 0 {
                    ui.add_space(GAP);
                }
                label(ui, &total.name, column - FIELD);
                let (named, (low, high)) = (format!("{} now", total.name), total.range);
                let differs = total.now != total.start;
                if let Some(new) = field::number(ui, &named, total.now.into(), low.into()..=high.into(), FIELD, differs)
                {
                    intent = Some(Intent::Vital(total.vital, new as i16));
                }
            }
        });
    }
    intent
}

/// Something that a press removes. Returns whether it was pressed.
pub fn chip(ui: &mut Ui, words: &str) -> bool {
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
    let spoken = format!("Remove {words}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    response.on_hover_text(&spoken).clicked()
}

fn arms(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    section(ui, "Arms in hands");
    for (hand, name, held) in [(Hand::Main, "Right", fighter.held.0), (Hand::Off, "Left", fighter.held.1)] {
        row(ui, |ui| {
            label(ui, name, 60.0);
            let words = held.and_then(|place| fighter.pieces.get(place)).map_or("nothing", |piece| piece.name.as_str());
            let width = ui.available_width() - 8.0;
            let combo = ComboBox::from_id_salt(("hand", name)).selected_text(words).width(width);
            let shown = combo.show_ui(ui, |ui| {
                if ui.selectable_label(held.is_none(), "nothing").clicked() {
                    intent = Some(Intent::Hold(hand, None));
                }
                for (place, piece) in fighter.pieces.iter().enumerate().filter(|(_, piece)| piece.hands > 0) {
                    if ui.selectable_label(held == Some(place), &piece.name).clicked() {
                        intent = Some(Intent::Hold(hand, Some(place)));
                    }
                }
            });
            let spoken = format!("{name} hand: {words}");
            shown.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, &spoken));
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = control_height(ui);
        label(ui, "Has", 60.0);
        for (place, piece) in fighter.pieces.iter().enumerate() {
            if chip(ui, &piece.name) {
                intent = Some(Intent::TakeAway(place));
            }
        }
        // A combo box does not wrap to the next line by itself.
        if ui.available_size_before_wrap().x < THING + ui.spacing().item_spacing.x {
            ui.end_row();
        }
        let combo = ComboBox::from_id_salt("thing").selected_text("+ item").width(THING).height(320.0);
        combo.show_ui(ui, |ui| {
            for PieceModel { tag, name, .. } in &fighter.all_pieces {
                if ui.selectable_label(false, name).clicked() {
                    intent = Some(Intent::Give(tag.clone()));
                }
            }
        });
    });
    intent
}
