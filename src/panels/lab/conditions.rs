//! The conditions of a fighter, each with its level, if it has one, and its end.

use bevy_egui::egui::{ComboBox, Ui, WidgetInfo, WidgetType};

use super::{
    arms::chip,
    field,
    intent::Intent,
    model::{ConditionModel, FighterModel},
};
use crate::{
    panels::{
        theme::Sizes,
        widgets::{Phrase, frame::row, section, segments},
    },
    rules::Until,
};

/// The ends that can be chosen, as they are written; those with a number start at 1.
const ENDS: [(&str, Until); 6] = [
    ("indefinitely", Until::Indefinite),
    ("until its next turn begins", Until::TurnStart),
    ("until its turn ends", Until::TurnEnd),
    ("until its next turn ends", Until::NextTurnEnd),
    ("for turns", Until::Turns(1)),
    ("until a round ends", Until::RoundEnd(1)),
];

/// Shows the conditions, and a list of those that can be added.
pub fn show(ui: &mut Ui, fighter: &FighterModel) -> Option<Intent> {
    let mut intent = None;
    section(ui, "Conditions");
    for (place, shown) in fighter.conditions.iter().enumerate() {
        intent = condition(ui, place, shown).or(intent);
    }
    let combo = ComboBox::from_id_salt("condition").selected_text("+ condition").width(160.0).height(300.0);
    combo.show_ui(ui, |ui| {
        for (place, (name, about)) in fighter.kinds.iter().enumerate() {
            if ui.selectable_label(false, name).on_hover_text(about).clicked() {
                intent = Some(Intent::AddCondition(place as u8));
            }
        }
    });
    intent
}

fn condition(ui: &mut Ui, place: usize, condition: &ConditionModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    row(ui, |ui| {
        if chip(ui, &condition.label) {
            intent = Some(Intent::DropCondition(place));
        }
        let (low, high) = condition.range;
        if low < high {
            Phrase::words("level", sizes.second).second().show_line(ui);
            let (less, more) = (condition.level > low, condition.level < high);
            let name = format!("{} {place}", condition.label);
            if let Some(step) = segments::stepper(ui, &name, &condition.level.to_string(), less, more) {
                intent = Some(Intent::ConditionLevel(place, condition.level.saturating_add(step as i16)));
            }
        }
        Phrase::words(&condition.words, sizes.second).second().show_elided(ui);
    });
    end(ui, place, condition).map(|until| Intent::ConditionEnd(place, until)).or(intent)
}

/// Shows the end of a condition. Returns the new end if it was changed.
fn end(ui: &mut Ui, place: usize, condition: &ConditionModel) -> Option<Until> {
    let sizes = Sizes::of(ui.ctx());
    let mut set = None;
    row(ui, |ui| {
        Phrase::words("lasts", sizes.second).second().show_line(ui);
        let same = |end: Until| std::mem::discriminant(&end) == std::mem::discriminant(&condition.until);
        let known = ENDS.iter().find(|(_, end)| same(*end)).map(|(words, _)| *words);
        let words = known.unwrap_or(condition.ends.as_str());
        let shown = ComboBox::from_id_salt(("lasts", place)).selected_text(words).width(190.0).show_ui(ui, |ui| {
            for (words, end) in ENDS {
                if ui.selectable_label(same(end), words).clicked() && !same(end) {
                    set = Some(match end {
                        Until::RoundEnd(_) => Until::RoundEnd(condition.round.max(1)),
                        other => other,
                    });
                }
            }
        });
        let spoken = format!("{} lasts {words}", condition.label);
        shown.response.widget_info(|| WidgetInfo::labeled(WidgetType::ComboBox, true, &spoken));
        match condition.until {
            Until::Turns(turns) => {
                let (name, most) = (format!("Turns of {} / {place}", condition.label), Until::MOST_TURNS);
                let new = field::number(ui, &name, turns.into(), 1..=most.into(), 56.0, false);
                set = new.map(|turns| Until::Turns(turns as u8)).or(set);
            }
            Until::RoundEnd(round) => {
                let (name, last) = (format!("Last round of {} / {place}", condition.label), Until::LAST_ROUND);
                let new = field::number(ui, &name, round.into(), 1..=last.into(), 56.0, false);
                set = new.map(|round| Until::RoundEnd(round as u16)).or(set);
            }
            _ => {}
        }
    });
    set
}
