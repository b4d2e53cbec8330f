//! Everything shown over the lab: menu, keys, settings, files to open or save, unsaved changes, brief messages.

use bevy_egui::egui::{Align2, Context, Rect, Ui};

use super::{
    field,
    intent::Intent,
    model::{Dialog, LabModel, SaveAs},
    pins,
};
use crate::panels::{
    help, rule, settings,
    theme::{self, Sizes},
    widgets::{Button, Phrase, card, dialog, float, plate, section, terms},
};

/// Shows everything over the lab; `board` is the part of the window where the board is visible.
pub fn show(ctx: &Context, model: &LabModel, board: Rect) -> Option<Intent> {
    let mut intent = None;
    if let Some(path) = &model.saved {
        intent = saved(ctx, path, board);
    } else if let Some((words, rule)) = &model.toast {
        let place = (Align2::CENTER_BOTTOM, board.shrink(12.0), board);
        let pressed = float(ctx, ("toast", rule.is_some()), place, plate(theme::REFUSED_EDGE), |ui| {
            ui.horizontal(|ui| {
                Phrase::words(words, Sizes::of(ui.ctx()).offer).show_line(ui);
                rule.is_some_and(|rule| terms::rule_id(ui, rule))
            })
            .inner
        });
        intent = rule.filter(|_| pressed).map(Intent::OpenRule);
    }
    if let Some(dialog) = &model.dialog {
        intent = over(ctx, model, dialog).or(intent);
    }
    if let Some(rule) = model.rule {
        intent = rule::show(ctx, rule, None).then_some(Intent::CloseRule).or(intent);
    }
    intent
}

/// Where a file has been saved: its full path, to select and copy, and a button that opens its folder.
fn saved(ctx: &Context, path: &str, board: Rect) -> Option<Intent> {
    let place = (Align2::CENTER_BOTTOM, board.shrink(12.0), board);
    float(ctx, ("saved", true), place, plate(theme::CREAM), |ui| {
        ui.set_max_width((board.width() - 48.0).min(640.0));
        Phrase::words("Saved as", Sizes::of(ui.ctx()).second).second().show_line(ui);
        ui.add(Phrase::words(path, Sizes::of(ui.ctx()).body).label().wrap().selectable(true));
        let mut intent = None;
        ui.horizontal(|ui| {
            if Button::new("Open folder").small().show(ui) {
                intent = Some(Intent::OpenFolder);
            }
            if Button::new("Copy path").small().show(ui) {
                ui.ctx().copy_text(path.to_owned());
            }
            if Button::new("Close").small().show(ui) {
                intent = Some(Intent::Heard);
            }
        });
        intent
    })
}

fn over(ctx: &Context, model: &LabModel, over: &Dialog) -> Option<Intent> {
    let (intent, close) = match over {
        Dialog::Menu => dialog(ctx, "Menu", 300.0, |ui| menu(ui, model)),
        Dialog::Help => dialog(ctx, "Keys of the lab", 760.0, |ui| {
            help::lab(ui);
            None
        }),
        Dialog::Settings => {
            dialog(ctx, "Settings", 460.0, |ui| settings::show(ui, &model.settings).map(Intent::Preference))
        }
        Dialog::Leave => dialog(ctx, "Not saved", 420.0, |ui| leave(ui, model)),
        Dialog::New => dialog(ctx, "New", 420.0, |ui| empty(ui, model)),
        Dialog::Open => dialog(ctx, "Open", 560.0, |ui| open(ui, model)),
        Dialog::Choose => dialog(ctx, "What is in the file", 520.0, |ui| choose(ui, model)),
        Dialog::Save(kept) => dialog(ctx, &format!("Save as {}", kept.word()), 660.0, |ui| save(ui, model, *kept)),
    };
    intent.or(close.then_some(Intent::Close))
}

fn menu(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    ui.add_space(6.0);
    let back = (!model.back).then_some("This position was not taken from a battle");
    let entries = [
        ("Resume", Some("Esc"), None, Intent::Close),
        ("New, an empty board", None, None, Intent::Open(Dialog::New)),
        ("Open", Some("Ctrl O"), None, Intent::Open(Dialog::Open)),
        ("Save", Some("Ctrl S"), None, Intent::Save),
        ("Save fighters and arms as roster", None, None, Intent::Open(Dialog::Save(SaveAs::Roster))),
        ("Settings", None, None, Intent::Open(Dialog::Settings)),
        ("Help", Some("F1"), None, Intent::Open(Dialog::Help)),
        ("Back to the battle", None, back, Intent::BackToBattle),
        ("Leave the lab", None, None, Intent::Leave),
    ];
    let mut chosen = None;
    for (words, key, refusal, intent) in entries {
        let button = Button::new(words).wide().refused(refusal);
        let button = if let Some(key) = key { button.key(key) } else { button };
        if button.show(ui) {
            chosen = Some(intent);
        }
    }
    chosen
}

fn leave(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(6.0);
    Phrase::words(format!("{} has unsaved changes.", model.title), sizes.body).show(ui);
    if !model.leaving.is_empty() {
        Phrase::words(&model.leaving, sizes.body).show(ui);
    }
    ui.add_space(8.0);
    let mut intent = None;
    if Button::new("Stay").wide().primary().show(ui) {
        intent = Some(Intent::Close);
    }
    if Button::new("Save as level first").wide().show(ui) {
        intent = Some(Intent::Open(Dialog::Save(SaveAs::Level)));
    }
    if Button::new("Leave, and lose the changes").wide().show(ui) {
        intent = Some(Intent::LeaveAnyway);
    }
    intent
}

fn open(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = empty(ui, model);
    section(ui, "A file");
    Phrase::words("A level, trials or a recording, by its path", sizes.second).second().show(ui);
    let (edited, entered) = card::path_field(ui, &model.path, !model.faults.is_empty());
    intent = edited.map(Intent::Path).or(intent);
    let refusal = model.path.trim().is_empty().then_some("No path yet");
    if Button::new("Open file").refused(refusal).show(ui) || entered && refusal.is_none() {
        intent = Some(Intent::OpenFile);
    }
    for fault in &model.faults {
        let place = format!("{}:{}:{}", fault.file, fault.line, fault.column);
        Phrase::figures(place, sizes.rule).colour(theme::RULE_ID).show(ui);
        Phrase::words(&fault.words, sizes.body).show(ui);
    }
    section(ui, "Levels");
    let width = (ui.available_width() - 8.0) / 2.0;
    for row in (0..model.levels.len()).collect::<Vec<_>>().chunks(2) {
        ui.horizontal_top(|ui| {
            for place in row {
                let (name, about) = &model.levels[*place];
                if card::choice(ui, name, about, false, width) {
                    intent = Some(Intent::Level(*place));
                }
            }
        });
    }
    intent
}

/// A button for an empty board, with its size.
fn empty(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    const SIDES: std::ops::RangeInclusive<i64> = 1..=128;
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if Button::new("An empty board").show(ui) {
            intent = Some(Intent::NewLevel);
        }
        let (width, height) = model.new_size;
        if let Some(width) = field::number(ui, "Columns", width.into(), SIDES, 56.0, false) {
            intent = Some(Intent::NewSize(width as u16, height));
        }
        Phrase::words("by", sizes.body).show_line(ui);
        if let Some(height) = field::number(ui, "Rows", height.into(), SIDES, 56.0, false) {
            intent = Some(Intent::NewSize(width, height as u16));
        }
        Phrase::words("squares", sizes.body).show_line(ui);
    });
    intent
}

/// The choice of a trial, or of a moment of a recording.
fn choose(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    Phrase::words(&model.choose.file, sizes.second).second().show_elided(ui);
    for (place, name) in model.choose.trials.iter().enumerate() {
        if card::choice(ui, name, "", false, ui.available_width()) {
            intent = Some(Intent::Trial(place));
        }
    }
    if let Some((now, most)) = model.choose.moment {
        ui.add_space(6.0);
        let mut at = now;
        let slider = bevy_egui::egui::Slider::new(&mut at, 0..=most).text("choices played");
        if ui.add(slider).changed() {
            intent = Some(Intent::Moment(at));
        }
        Phrase::words(&model.choose.words, sizes.body).show(ui);
        ui.add_space(8.0);
        if Button::new("Take this moment").primary().show(ui) {
            intent = Some(Intent::TakeMoment);
        }
    }
    intent
}

/// Where to save; says beforehand what would be lost or overwritten.
fn save(ui: &mut Ui, model: &LabModel, kept: SaveAs) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(4.0);
    card::focus_if_free(ui, card::PATH);
    let (edited, entered) = card::path_field(ui, &model.path, !model.save.faults.is_empty());
    let mut intent = edited.map(Intent::Path);
    ui.add_space(4.0);
    for words in &model.save.lost {
        Phrase::words(format!("A {} does not keep everything: {words}", kept.word()), sizes.second).second().show(ui);
    }
    if kept == SaveAs::Trial {
        let words = match model.pins.len() {
            0 => "Nothing is pinned: the trial only expects the battle to go on".to_owned(),
            1 => "It expects the pinned figure".to_owned(),
            more => format!("It expects the {more} pinned figures"),
        };
        Phrase::words(words, sizes.second).second().show(ui);
        for pin in &model.pins {
            pins::line(ui, pin);
        }
    }
    for words in &model.save.faults {
        Phrase::words(words, sizes.body).colour(theme::WARN).show(ui);
    }
    ui.add_space(8.0);
    let refusal = model.path.trim().is_empty().then_some("No path yet");
    let refusal = refusal.or_else(|| {
        let fails = kept == SaveAs::Trial && model.pins.iter().any(|pin| pin.holds == Some(false));
        fails.then_some("The trial would fail: drop what no longer holds, or pin it again")
    });
    let words = if model.save.exists { "Overwrite the existing file" } else { "Save" };
    if Button::new(words).key("Enter").primary().refused(refusal).show(ui) || entered && refusal.is_none() {
        intent = Some(Intent::Write(kept));
    }
    intent
}
