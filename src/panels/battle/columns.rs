//! An amount as columns, one per step: what each leads to and what it leaves.

use bevy_egui::egui::{Align2, Id, Rect, Sense, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    intent::Intent,
    keys::settle,
    model::{ColumnModel, ColumnsModel, Settles},
};
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{Phrase, bars, control, cost, phrase},
};

/// Shows the columns. Pressing one sets the amount; pressing the chosen one answers.
pub fn show(ui: &mut Ui, index: usize, model: &ColumnsModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    Phrase::words(&model.label, sizes.second).second().show(ui);
    let height = if sizes.roomy { 236.0 } else { 154.0 };
    let at = cost::line(ui, height);
    let gap = 6.0;
    let width = (at.width() + gap) / model.columns.len().max(1) as f32 - gap;
    let mut intent = None;
    for (place, column) in model.columns.iter().enumerate() {
        let left = at.left() + (width + gap) * place as f32;
        let room = Rect::from_min_size(pos2(left, at.top()), vec2(width, height));
        if show_column(ui, column, model.chosen == column.value, room) {
            intent = Some(match model.chosen == column.value {
                true => Intent::Answer(index),
                false => settle(index, Settles::Parameter(model.key), column.value),
            });
        }
    }
    intent
}

fn show_column(ui: &mut Ui, model: &ColumnModel, chosen: bool, at: Rect) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let open = model.refusal.is_none();
    let response = ui.interact(at, Id::new(("column", model.value)), Sense::click());
    if !open {
        control::dashed(ui, at);
    } else if chosen {
        ui.painter().rect(at, theme::CARD_RADIUS, theme::CHOSEN, theme::CHOSEN_EDGE, StrokeKind::Inside);
    } else {
        control::ground(ui, &response, theme::CARD_RADIUS, false);
    }
    control::focus_ring(ui, at, &response);
    let line = sizes.second + 5.0;
    let mut bottom = at.bottom() - 4.0;
    let mut upwards = |height: f32| {
        bottom -= height;
        Rect::from_min_size(pos2(at.left() + 2.0, bottom), vec2(at.width() - 4.0, height))
    };
    let paint = |words: &str, phrase: Phrase, place: Rect| {
        if !words.is_empty() {
            phrase::paint(ui, phrase.elided(ui, place.width()), Align2::CENTER_CENTER, place);
        }
    };
    paint(&model.keeps, Phrase::words(&model.keeps, sizes.second).second(), upwards(line));
    let mut spoken = model.label.clone();
    if let Some(prospect) = &model.prospect {
        let mean = format!("{} lost", number::tenths(prospect.mean));
        paint(&mean, Phrase::words(&mean, sizes.second), upwards(line));
        paint(&prospect.event, Phrase::words(&prospect.event, sizes.second).second(), upwards(line));
        let chance = number::percent(prospect.chance);
        paint(&chance, Phrase::figures(&chance, sizes.offer + 2.0).strong(), upwards(line + 6.0));
        spoken = format!("{spoken}, {chance} {}, mean loss {}", prospect.event, number::tenths(prospect.mean));
    }
    if !model.keeps.is_empty() {
        spoken = format!("{spoken}, {}", model.keeps);
    }
    let head = Rect::from_min_size(at.min + vec2(2.0, 4.0), vec2(at.width() - 4.0, line));
    paint(&model.label, Phrase::words(&model.label, sizes.body).strong(), head);
    let bar =
        Rect::from_min_max(pos2(at.center().x - 17.0, head.bottom() + 4.0), pos2(at.center().x + 17.0, bottom - 2.0));
    if let Some(prospect) =
        model.prospect.as_ref().filter(|prospect| prospect.grades.iter().any(|chance| *chance > Fraction::ZERO))
    {
        bars::standing(ui, &prospect.grades, bar);
    }
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, open, chosen, &spoken));
    let clicked = response.clicked() && open;
    if let Some(reason) = &model.refusal {
        response.on_hover_text(reason);
    }
    clicked
}
