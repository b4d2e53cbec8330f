//! The strip under the board: the problems, each with its square, and the hint bar below it.

use bevy_egui::egui::{
    Align, Align2, Frame, Layout, Margin, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2,
};

use super::{
    intent::Intent,
    model::{FairnessModel, LabModel, Tool, WrongModel},
    verdicts,
};
use crate::{
    board::art::icons::Icon,
    panels::{
        theme::{self, Sizes},
        widgets::{
            Phrase,
            frame::{key_hint, key_hint_width},
            phrase, picture, side,
        },
    },
};

/// Shows the problems and the fairness of the level in all the free room, below the table of verdicts if `table` gives
/// it some height.
pub fn show(ui: &mut Ui, model: &LabModel, table: f32) -> Option<Intent> {
    let whole = ui.available_rect_before_wrap();
    let at = whole.with_max_y(whole.top() + table);
    let judged = (table > 0.0).then(|| ui.scope_builder(UiBuilder::new().max_rect(at), |ui| judged(ui, model)).inner);
    let room = whole.with_min_y(at.bottom());
    let half = room.left() + room.width() * 0.56;
    let left = Rect::from_min_max(room.min, pos2(half - 4.0, room.bottom()));
    let right = Rect::from_min_max(pos2(half + 4.0, room.top()), room.max);
    let wrong = ui.scope_builder(UiBuilder::new().max_rect(left), |ui| wrong(ui, model)).inner;
    let fair = ui.scope_builder(UiBuilder::new().max_rect(right), |ui| fairness(ui, model)).inner;
    wrong.or(fair).or(judged.flatten())
}

/// The same two fighters under every ruleset.
fn judged(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let odds = &model.odds;
    let heading = match (&odds.by, &odds.on) {
        (Some(by), Some(on)) if !odds.verdicts.is_empty() => {
            format!("Under every ruleset: {} at {}. Press a row for its evidence", by.name, on.name)
        }
        (Some(_), Some(_)) => "Under every ruleset: working it out \u{2026}".into(),
        _ => "Under every ruleset: pick who strikes, then right-click the target".into(),
    };
    verdicts::wide(ui, &heading, &odds.verdicts, model.ruleset)
}

/// The wins of each side in its colour, with a line in the middle.
fn fairness(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.available_rect_before_wrap();
    ui.painter().rect_stroke(room, theme::CARD_RADIUS, Stroke::new(1.4, theme::REFUSED_EDGE), StrokeKind::Inside);
    let inner = room.shrink2(vec2(10.0, 5.0));
    let upper = Rect::from_min_max(inner.min, pos2(inner.right(), inner.top() + sizes.second + 12.0));
    let label = phrase::paint(ui, Phrase::words("Fairness", sizes.body).line(ui), Align2::LEFT_CENTER, upper);
    let builder = UiBuilder::new().max_rect(upper).layout(Layout::right_to_left(Align::Center));
    let running = model.fairness.as_ref().is_some_and(|fairness| fairness.running);
    let words = if running { "stop" } else { "count" };
    let pressed = ui.scope_builder(builder, |ui| small_button(ui, words)).inner;
    let rest = Rect::from_min_max(pos2(label.right() + 10.0, upper.top()), pos2(upper.right() - 60.0, upper.bottom()));
    let about = match &model.fairness {
        None => String::new(),
        Some(fairness) => {
            let wins: Vec<String> = fairness.wins.iter().map(ToString::to_string).collect();
            let (over, all) = fairness.over;
            let state = match (fairness.running, fairness.stale) {
                (true, _) => running_words(fairness),
                (false, true) => ", before the last change".into(),
                (false, false) => String::new(),
            };
            format!("{}  in {over} of {all} battles{state}", wins.join(" : "))
        }
    };
    let galley = Phrase::words(&about, sizes.second).second().elided(ui, rest.width());
    let painted = phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
    let response = ui.interact(painted, ui.id().with("fairness"), Sense::hover());
    phrase::name(&response, &format!("Fairness: {about}"));
    if model.fairness.is_none() {
        let lower = Rect::from_min_max(pos2(inner.left(), upper.bottom()), inner.max);
        let words = "The computer plays every side, many times";
        phrase::paint(
            ui,
            Phrase::words(words, sizes.second).second().elided(ui, lower.width()),
            Align2::LEFT_CENTER,
            lower,
        );
    }
    if let Some(fairness) = &model.fairness {
        let bar = Rect::from_min_max(pos2(inner.left(), upper.bottom() + 3.0), inner.max);
        let total: u32 = fairness.wins.iter().sum();
        let mut left = bar.left();
        for (team, wins) in (0..).map(crate::rules::Team).zip(&fairness.wins) {
            let share = bar.width() * *wins as f32 / total.max(1) as f32;
            let part = Rect::from_min_size(pos2(left, bar.top()), vec2(share, bar.height()));
            ui.painter().rect_filled(part, 0.0, side::colour(team));
            left += share;
        }
        ui.painter().vline(bar.center().x, bar.y_range().expand(1.0), Stroke::new(2.0, theme::CREAM));
    }
    pressed.then_some(Intent::Fairness)
}

/// The progress of the battles being played: their rounds until the first is over, then about how long the rest takes.
fn running_words(fairness: &FairnessModel) -> String {
    match (fairness.left, fairness.rounds) {
        (None, 0 | 1) => ", running".into(),
        (None, rounds) => format!(", {rounds} rounds so far"),
        (Some(left), _) if left < 90 => format!(", {left} s left"),
        (Some(left), _) => format!(", {} min left", left.div_ceil(60)),
    }
}

/// Shows the problems in all the free room.
fn wrong(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let count = model.wrong.len();
    let edge = if count == 0 { theme::REFUSED_EDGE } else { theme::WARN };
    let frame = Frame::new()
        .stroke(Stroke::new(1.4, edge))
        .corner_radius(theme::CARD_RADIUS)
        .inner_margin(Margin::symmetric(10, 4));
    frame
        .show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            if count == 0 {
                let words = if model.checked { "Nothing is wrong" } else { "Looking for faults \u{2026}" };
                Phrase::words(words, sizes.body).second().show_line(ui);
                return None;
            }
            let height = ui.available_height();
            let area = ScrollArea::vertical().id_salt("faults").max_height(height).min_scrolled_height(0.0);
            let shown = area.auto_shrink([false, true]).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                let mut intent = None;
                for (place, wrong) in model.wrong.iter().enumerate() {
                    // If there are more than can be seen, their number comes first.
                    let heading = if place == 0 && count > 2 { format!("{count} faults. ") } else { String::new() };
                    intent = row(ui, place, &heading, wrong).or(intent);
                }
                intent
            });
            shown.inner
        })
        .inner
}

/// A problem in as many lines as it needs, with a button that helps to solve it.
fn row(ui: &mut Ui, place: usize, heading: &str, wrong: &WrongModel) -> Option<Intent> {
    const BUTTON: f32 = 62.0;
    let sizes = Sizes::of(ui.ctx());
    let (button, wanted) = match (wrong.at, wrong.side) {
        (Some(at), _) => (Some("show"), Some(Intent::Show(at))),
        (None, Some(team)) => (Some("place"), Some(Intent::Muster(team))),
        (None, None) => (None, None),
    };
    let width = ui.available_width() - 24.0 - if button.is_some() { BUTTON } else { 8.0 };
    let galley = Phrase::words(format!("{heading}{}", wrong.words), sizes.second + 0.5).lay(ui, width);
    let height = (galley.size().y + 4.0).max(sizes.second + 8.5);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let icon = Rect::from_center_size(pos2(at.left() + 8.0, at.center().y), Vec2::splat(sizes.offer));
    picture::icon(ui, Icon::Warning, theme::WARN, icon);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, Rect::from_min_max(pos2(at.left() + 24.0, at.top()), at.max));
    phrase::name(&response, &wrong.words);
    let builder = UiBuilder::new().max_rect(at.with_max_x(at.right() - 6.0)).id_salt(place);
    let builder = builder.layout(Layout::right_to_left(Align::Center));
    let pressed = button.is_some_and(|words| ui.scope_builder(builder, |ui| small_button(ui, words)).inner);
    wanted.filter(|_| pressed)
}

fn small_button(ui: &mut Ui, words: &str) -> bool {
    use crate::panels::widgets::control;
    use bevy_egui::egui::{WidgetInfo, WidgetType};
    let sizes = Sizes::of(ui.ctx());
    let galley = Phrase::words(words, sizes.second).line(ui);
    let (at, response) = ui.allocate_exact_size(galley.size() + vec2(18.0, 4.0), Sense::click());
    control::ground(ui, &response, theme::FIELD_RADIUS, false);
    phrase::paint(ui, galley, Align2::CENTER_CENTER, at);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, words));
    response.clicked()
}

const PICK: [(&str, &str); 6] =
    [("Left", "pick, drag"), ("Right", "aim at"), ("Tab", "next"), ("Ctrl Z", "undo"), ("T", "place"), ("F1", "help")];
const PLACE: [(&str, &str); 5] =
    [("Left", "place"), ("Right", "remove"), ("V", "pick"), ("Ctrl Z", "undo"), ("F1", "help")];
const PAINT: [(&str, &str); 5] =
    [("Left", "paint"), ("Right", "erase"), ("V", "pick"), ("Ctrl Z", "undo"), ("F1", "help")];
const MEASURE: [(&str, &str); 3] = [("Left", "measure from here"), ("V", "pick"), ("F1", "help")];

/// Shows where the pointer is, and the keys that matter now.
pub fn hints(ui: &mut Ui, model: &LabModel) {
    const GAP: f32 = 16.0;
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let all: &[(&str, &str)] = match model.tool {
        Tool::Pick => &PICK,
        Tool::Token => &PLACE,
        Tool::Brush(_) | Tool::Erase | Tool::Zone(_) => &PAINT,
        Tool::Measure => &MEASURE,
    };
    let mut shown = all.len();
    let width = |count: usize| -> f32 {
        let widths: f32 = all[..count].iter().map(|(keys, words)| key_hint_width(ui, keys, words) + GAP).sum();
        widths + 1.0
    };
    while shown > 1 && width(shown) > room.width() * 0.6 {
        shown -= 1;
    }
    let wide = width(shown);
    let at = Align2::RIGHT_CENTER.align_size_within_rect(vec2(wide, room.height()), room);
    let rest = Rect::from_min_max(room.min, pos2(at.left() - GAP, room.bottom()));
    let words = Phrase::words(&model.pointed, sizes.second + 0.5).elided(ui, rest.width());
    phrase::paint(ui, words, Align2::LEFT_CENTER, rest);
    let builder = UiBuilder::new().max_rect(at).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (keys, words) in &all[..shown] {
            key_hint(ui, keys, words);
        }
    });
}
