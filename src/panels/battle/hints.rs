//! The hint bar: the keys that matter now and, without a left panel, the last line of the log.

use bevy_egui::egui::{Align, Align2, Layout, Rect, Sense, Ui, UiBuilder, WidgetInfo, WidgetType, pos2};

use super::{
    dock,
    intent::Intent,
    keys,
    model::{BattleModel, Dialog},
};
use crate::panels::{
    lab::fields::{self, FieldModel},
    theme::{self, Sizes},
    widgets::{
        Phrase,
        frame::{key_hint, key_hint_width},
        log_line::{self, LogLine},
        offer::key_cap,
        phrase,
    },
};

/// Space between two hints.
const GAP: f32 = 18.0;

/// Keys, what they do, and how soon they are dropped for lack of room: the greatest number first.
type Hint = (&'static str, &'static str, u8);

const TURN: [Hint; 10] = [
    ("Tab", "next enemy", 0),
    ("Right", "back", 0),
    ("Alt", "threat", 1),
    ("L", "sight lines", 5),
    ("T", "card", 5),
    ("U", "undo", 4),
    ("H", "advice", 3),
    ("N", "every square", 7),
    ("G", "log", 2),
    ("F1", "help", 1),
];
/// While the result of the last choice is shown.
const TOLD: [Hint; 6] = [
    ("Y", "show again", 0),
    ("Tab", "next enemy", 1),
    ("Right", "back", 1),
    ("T", "terms", 2),
    ("U", "undo", 3),
    ("F1", "help", 1),
];
/// While that result can be shown again but its card is closed.
const PUT_AWAY: [Hint; 6] = [
    ("Y", "show again", 0),
    ("Tab", "next enemy", 1),
    ("Right", "back", 1),
    ("T", "card", 2),
    ("U", "undo", 3),
    ("F1", "help", 1),
];
const WORKBENCH: [Hint; 6] = [
    ("4 \u{2026} 9", "on, off", 0),
    (", .", "less, more", 1),
    ("Enter", "do it", 0),
    ("B", "keep as favourite", 2),
    ("Right", "back", 1),
    ("F1", "help", 3),
];
const QUESTION: [Hint; 4] =
    [("0 \u{2026} 9", "answer", 0), ("Enter", "do it", 0), ("T", "terms", 2), ("F1", "help", 1)];
const QUESTION_OF_PARTS: [Hint; 6] = [
    ("0 \u{2026} 9", "answer", 0),
    ("Shift 1 \u{2026} 9", "parts", 1),
    (", .", "less, more", 1),
    ("Enter", "do it", 0),
    ("T", "terms", 2),
    ("F1", "help", 1),
];
const RECAP: [Hint; 4] =
    [("Enter", "to the board", 0), ("1 \u{2026} 9", "jump to", 1), ("Left Right", "step", 1), ("F1", "help", 2)];
const RESULT: [Hint; 3] = [("Enter", "play again", 0), ("Esc", "look at the board", 0), ("F1", "help", 1)];
/// The battle is over, and the person looks at the field.
const OVER: [Hint; 4] = [("Enter", "result", 0), ("Y", "last act", 0), ("T", "card", 1), ("F1", "help", 1)];
const FOLLOWED: [Hint; 5] =
    [("Enter", "go on", 0), ("P", "pause", 1), (".", "step", 2), ("T", "terms", 3), ("F1", "help", 2)];
const RECORDING: [Hint; 5] =
    [("P", "pause, play", 0), (".", "step", 0), ("[ ]", "a round back, on", 1), ("Esc", "leave", 1), ("F1", "help", 2)];
const THINKING: [Hint; 3] = [("Enter", "skip", 0), ("Esc", "play now", 1), ("F1", "help", 2)];
const WATCHING: [Hint; 2] = [("Enter Esc", "skip", 0), ("F1", "help", 2)];

/// Shows the hint bar in all the free room.
pub fn show(ui: &mut Ui, model: &BattleModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    if let Some(field) = &model.field {
        legend(ui, field, room);
        return None;
    }
    let all: &[Hint] = if model.result.is_some() {
        &RESULT
    } else if model.over.is_some() {
        &OVER
    } else if model.recap.is_some() {
        &RECAP
    } else if model.follow.as_ref().is_some_and(|follow| follow.watched.is_some()) {
        &RECORDING
    } else if model.follow.as_ref().is_some_and(|follow| follow.held) {
        &FOLLOWED
    } else if model.thinking.is_some() {
        &THINKING
    } else if model.offers.is_empty() {
        &WATCHING
    } else if model.question.is_some() && model.workbench.is_some() {
        &QUESTION_OF_PARTS
    } else if model.question.is_some() {
        &QUESTION
    } else if model.workbench.is_some() {
        &WORKBENCH
    } else if model.can_show_again && model.chosen.is_none() && model.aftermath.is_none() {
        &PUT_AWAY
    } else if model.can_show_again && model.chosen.is_none() {
        &TOLD
    } else {
        &TURN
    };
    let most = if sizes.roomy { room.width() } else { room.width() * 0.42 };
    // A key that would do nothing is not shown.
    let has_terms = model.target.is_some() || model.square.is_some() || model.forecast.is_some();
    let has_terms = has_terms || keys::has_card(model) || model.follow.is_some();
    let is_open = |(key, ..): &&Hint| match *key {
        "T" => has_terms,
        "U" => model.top.no_undo.is_none(),
        _ => true,
    };
    let open: Vec<&Hint> = all.iter().filter(is_open).collect();
    let (shown, width) = fitting(ui, open, most);
    let align = if sizes.roomy { Align2::CENTER_CENTER } else { Align2::RIGHT_CENTER };
    let at = align.align_size_within_rect(bevy_egui::egui::vec2(width, room.height()), room);
    let builder = UiBuilder::new().max_rect(at).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (keys, words, _) in shown {
            key_hint(ui, keys, words);
        }
    });
    // Over the board, the result takes the key of the log, and says itself what decided the battle.
    if sizes.roomy || model.result.is_some() {
        return None;
    }
    let rest = Rect::from_min_max(room.min, pos2(at.left() - GAP, room.bottom()));
    log_line(ui, model, rest)
}

/// The legend of the field drawn over the board, and its keys.
fn legend(ui: &mut Ui, field: &FieldModel, room: Rect) {
    let hints = [("N", "next question"), ("Esc", "close")];
    let width = hints.iter().map(|(keys, words)| key_hint_width(ui, keys, words)).sum::<f32>() + GAP + 1.0;
    let at = Rect::from_min_max(pos2(room.right() - width, room.top()), room.max);
    let builder = UiBuilder::new().max_rect(at).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        hints.iter().for_each(|(keys, words)| key_hint(ui, keys, words));
    });
    let rest = Rect::from_min_max(room.min, pos2(at.left() - GAP, room.bottom()));
    ui.scope_builder(UiBuilder::new().max_rect(rest), |ui| fields::legend(ui, field));
}

/// As many hints as fit, and their width.
fn fitting<'a>(ui: &Ui, mut shown: Vec<&'a Hint>, most: f32) -> (Vec<&'a Hint>, f32) {
    loop {
        let widths: f32 = shown.iter().map(|(keys, words, _)| key_hint_width(ui, keys, words)).sum();
        let width = widths + GAP * shown.len().saturating_sub(1) as f32 + 1.0;
        let last = shown.iter().enumerate().max_by_key(|(_, (.., rank))| *rank).map(|(index, _)| index);
        match last {
            Some(index) if width > most => {
                shown.remove(index);
            }
            _ => return (shown, width),
        }
    }
}

/// What is pointed at; or else the key of the log with the result of the last act, which a press shows again, or with
/// the last line of the log.
fn log_line(ui: &mut Ui, model: &BattleModel, at: Rect) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    if let Some(words) = dock::pointed(model) {
        let response = ui.interact(at, ui.id().with("last line"), Sense::click());
        let galley = Phrase::words(&words, sizes.second).elided(ui, at.width());
        phrase::paint(ui, galley, Align2::LEFT_CENTER, at);
        phrase::name(&response, &words);
        return response.clicked().then_some(Intent::Open(Dialog::Log));
    }
    let cap = key_cap(ui, "G", at);
    let rest = Rect::from_min_max(pos2(cap.right() + 8.0, at.top()), at.max);
    let label = Phrase::words("Log", sizes.second).second().line(ui);
    let label = phrase::paint(ui, label, Align2::LEFT_CENTER, rest);
    let rest = Rect::from_min_max(pos2(label.right() + 8.0, at.top()), at.max);
    let sentence = model.lately.last().filter(|_| model.can_show_again || model.is_telling || model.follow.is_some());
    let log =
        Rect::from_min_max(at.min, pos2(if sentence.is_some() { label.right() } else { at.right() }, at.bottom()));
    let response = ui.interact(log, ui.id().with("last line"), Sense::click());
    let words = sentence.map_or_else(|| dock::last(&model.log).unwrap_or_default(), LogLine::text);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Log: {words}")));
    let mut intent = response.clicked().then_some(Intent::Open(Dialog::Log));
    match sentence {
        Some(line) => {
            let response = ui.interact(rest, ui.id().with("sentence"), Sense::click());
            log_line::one_row(ui, line, rest, sizes.second);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Show again: {words}")));
            if response.clicked() && model.can_show_again {
                intent = Some(Intent::ShowAgain);
            }
        }
        None => {
            let colour = if response.hovered() { theme::STRONG } else { theme::TEXT };
            let galley = Phrase::words(&words, sizes.second).colour(colour).elided(ui, rest.width());
            phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
        }
    }
    intent
}
