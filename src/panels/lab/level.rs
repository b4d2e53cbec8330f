//! The page about the level around the position: names, places, the goals of each side.

use bevy_egui::egui::{ComboBox, Ui};

use super::{
    field,
    intent::Intent,
    model::{Dialog, GOALS, GoalModel, LabModel, SideModel, Tool},
    pins,
};
use crate::{
    panels::{
        theme::Sizes,
        widgets::{Button, Phrase, frame::row, section},
    },
    rules::{Team, counted},
};

/// Shows the page.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let head = head(ui, model);
    let zones = zones(ui, model);
    let mut intent = zones.or(head);
    for side in &model.level.sides {
        intent = one_side(ui, model, side).or(intent);
    }
    ui.add_space(6.0);
    if model.level.sides.len() < Team::MOST && Button::new("Add a side").show(ui) {
        intent = Some(Intent::AddSide);
    }
    pins::show(ui, model).or(intent)
}

fn head(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let level = &model.level;
    let mut intent = None;
    section(ui, &format!("Level, {}", level.size));
    if Button::new("Open another level").key("Ctrl O").small().show(ui) {
        intent = Some(Intent::Open(Dialog::Open));
    }
    let width = ui.available_width();
    if let Some(name) = field::words(ui, "Level name", &level.name, width) {
        intent = Some(Intent::Title(name));
    }
    if let Some(about) = field::words(ui, "Description", &level.about, width) {
        intent = Some(Intent::About(about));
    }
    row(ui, |ui| {
        Phrase::words("Last round", sizes.body).show_line(ui);
        if let Some(rounds) = field::number(ui, "Last round", i64::from(level.rounds), 1..=500, 62.0, false) {
            intent = Some(Intent::Rounds(rounds.clamp(1, 500) as u16));
        }
        Phrase::words("Suggests", sizes.body).show_line(ui);
        let combo = ComboBox::from_id_salt("suggests").selected_text(level.suggests.name()).width(110.0);
        combo.show_ui(ui, |ui| {
            for ruleset in &model.rulesets {
                if ui.selectable_label(*ruleset == level.suggests, ruleset.name()).clicked() {
                    intent = Some(Intent::Suggest(*ruleset));
                }
            }
        });
    });
    let words = "A new battle starts with the suggested rules. The tabs above set the rules used here";
    Phrase::words(words, sizes.second).second().show(ui);
    intent
}

fn zones(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    section(ui, "Places");
    for (place, (name, count)) in model.level.zones.iter().enumerate() {
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 190.0).max(80.0);
            if let Some(name) = field::words(ui, &format!("Place {}", place + 1), name, width) {
                intent = Some(Intent::NameZone(place, name));
            }
            Phrase::figures(count.to_string(), sizes.second).second().show_line(ui);
            let is_drawn = model.tool == Tool::Zone(place);
            if Button::new(if is_drawn { "Done" } else { "Draw" }).show(ui) {
                intent = Some(Intent::Take(if is_drawn { Tool::Pick } else { Tool::Zone(place) }));
            }
            ui.push_id(place, |ui| {
                if Button::new("Drop").show(ui) {
                    intent = Some(Intent::DropZone(place));
                }
            });
        });
    }
    if Button::new("Add a place").show(ui) {
        intent = Some(Intent::AddZone);
    }
    intent
}

fn one_side(ui: &mut Ui, model: &LabModel, side: &SideModel) -> Option<Intent> {
    let mut intent = None;
    let colour = side.team.name();
    let count = if side.count == 0 { "nobody yet".into() } else { counted(side.count, "fighter") };
    section(ui, &format!("{colour}, {count}"));
    let width = ui.available_width();
    if let Some(name) = field::words(ui, &format!("Name of {colour}"), &side.name, width) {
        intent = Some(Intent::SideName(side.team, name));
    }
    let changed = |place: usize, goal: Option<GoalModel>| {
        let mut goals = side.goals.clone();
        match goal {
            Some(goal) if place < goals.len() => goals[place] = goal,
            Some(goal) => goals.push(goal),
            None => drop(goals.remove(place)),
        }
        Intent::Goals(side.team, goals)
    };
    for (place, goal) in side.goals.iter().enumerate() {
        ui.push_id((colour, place), |ui| {
            ui.horizontal(|ui| {
                if let Some(goal) = one_goal(ui, model, goal, &format!("{colour} {}", place + 1)) {
                    intent = Some(changed(place, Some(goal)));
                }
                if side.goals.len() > 1 && Button::new("Drop").show(ui) {
                    intent = Some(changed(place, None));
                }
            });
        });
    }
    ui.push_id(colour, |ui| {
        if side.goals.len() < 4 && Button::new("Or another goal").show(ui) {
            let other = GoalModel { kind: 3, zone: None, number: model.level.rounds.min(10) };
            intent = Some(changed(side.goals.len(), Some(other)));
        }
    });
    intent
}

/// Shows a goal. Returns the new goal if it was changed.
fn one_goal(ui: &mut Ui, model: &LabModel, goal: &GoalModel, name: &str) -> Option<GoalModel> {
    let mut now = goal.clone();
    let combo = ComboBox::from_id_salt("goal").selected_text(GOALS[goal.kind]).width(96.0);
    combo.show_ui(ui, |ui| {
        for (kind, words) in GOALS.iter().enumerate() {
            // A goal about a place needs one.
            let is_open = !matches!(kind, 1 | 2) || !model.level.zones.is_empty();
            if is_open && ui.selectable_label(goal.kind == kind, *words).clicked() {
                now.kind = kind;
                now.zone = matches!(kind, 1 | 2).then_some(goal.zone.unwrap_or(0));
                now.number = goal.number.max(1);
            }
        }
    });
    if matches!(goal.kind, 1 | 2) {
        let words = goal.zone.and_then(|zone| model.level.zones.get(zone)).map_or("?", |(name, _)| name.as_str());
        let combo = ComboBox::from_id_salt("place").selected_text(words).width(96.0);
        combo.show_ui(ui, |ui| {
            for (place, (name, _)) in model.level.zones.iter().enumerate() {
                if ui.selectable_label(goal.zone == Some(place), name).clicked() {
                    now.zone = Some(place);
                }
            }
        });
    }
    if goal.kind != 0 {
        let label = format!("{name}: {}", if goal.kind == 2 { "how many" } else { "rounds" });
        if let Some(number) = field::number(ui, &label, i64::from(goal.number), 1..=500, 48.0, false) {
            now.number = number.clamp(1, 500) as u16;
        }
    }
    (now != *goal).then_some(now)
}
