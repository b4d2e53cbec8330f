//! An offer as a card: one row with key, name, second line and cost; refused ones dashed, with lock, reason and rule.

use bevy_egui::egui::{
    Align2, CursorIcon, Frame, Galley, Id, Margin, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::{control, cost, phrase, phrase::Phrase, picture};
use crate::board::art::icons::Icon;
use crate::panels::theme::{self, Sizes};
use crate::rules::{Cost, Refusal, RuleId};

/// The contents of an offer's row.
#[derive(Clone, Copy, Debug)]
pub struct OfferRow<'a> {
    /// Its identity while it opens and closes.
    pub id: Id,
    /// The key that chooses it.
    pub key: Option<&'a str>,
    /// Its name.
    pub title: &'a str,
    /// Its second line.
    pub about: &'a str,
    /// What it costs.
    pub cost: Cost,
    /// Why it is refused.
    pub refusal: Option<&'a Refusal>,
    /// Whether it is the chosen one.
    pub chosen: bool,
    /// Whether the second line is dropped if it does not fit beside the name.
    pub brief: bool,
}

/// The part of an offer that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// The offer itself.
    Offer,
    /// The id of the rule that refuses it.
    Rule(RuleId),
}

/// Shows an offer; if it is the chosen one, `open` shows the part below its name.
pub fn offer<R>(ui: &mut Ui, row: OfferRow<'_>, open: impl FnOnce(&mut Ui) -> R) -> (Option<Pressed>, Option<R>) {
    if !row.chosen {
        return (header(ui, row), None);
    }
    let frame = Frame::new().fill(theme::CHOSEN).stroke(theme::CHOSEN_EDGE).corner_radius(theme::CARD_RADIUS);
    let shown = frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let pressed = header(ui, row);
        let sizes = Sizes::of(ui.ctx());
        let side = sizes.margin as i8 - 4;
        let inner = Frame::new().inner_margin(Margin { left: side, right: side, top: 0, bottom: 6 });
        ui.spacing_mut().item_spacing.y = sizes.gap;
        (pressed, inner.show(ui, open).inner)
    });
    (shown.inner.0, Some(shown.inner.1))
}

fn header(ui: &mut Ui, row: OfferRow<'_>) -> Option<Pressed> {
    let sizes = Sizes::of(ui.ctx());
    let width = ui.available_width();
    let refused = row.refusal.is_some();
    let id = row.refusal.map(|refusal| Phrase::figures(refusal.rule.0, sizes.rule).line(ui));
    let right = id.as_ref().map_or_else(|| cost::width(row.cost, &sizes), |id| id.size().x);
    let left = 10.0 + sizes.row.min(32.0) - 2.0;
    let room = width - left - right - 24.0;
    let title = Phrase::words(row.title, sizes.offer);
    let title = if row.chosen { title.strong() } else { title };
    let title = if refused { title.second() } else { title }.lay(ui, room);
    let about = row.refusal.map_or(row.about, |refusal| &refusal.words);
    let second = Phrase::words(about, sizes.second).second();
    let beside = !about.is_empty() && title.size().x + 10.0 + second.line(ui).size().x <= room;
    let below = !about.is_empty() && !beside && (refused || row.chosen || !row.brief);
    let below = below.then(|| second.lay(ui, room));
    let first = title.size().y;
    let height = sizes.row.max(first + below.as_ref().map_or(0.0, |below| below.size().y) + 8.0);
    let (at, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let response = ui.interact(at, row.id, Sense::click());
    if refused {
        control::dashed(ui, at);
        control::focus_ring(ui, at, &response);
    } else if !row.chosen {
        control::ground(ui, &response, theme::CARD_RADIUS, false);
    } else {
        control::focus_ring(ui, at, &response);
    }
    let written = first + below.as_ref().map_or(0.0, |below| below.size().y);
    let top = at.center().y - written / 2.0;
    let line = Rect::from_min_max(pos2(at.left(), top), pos2(at.right(), top + first));
    let mark = Rect::from_min_max(pos2(at.left() + 10.0, line.top()), pos2(at.left() + left, line.bottom()));
    if refused {
        picture::icon(ui, Icon::Lock, theme::SECOND, picture::square_at_left(mark, sizes.offer));
    } else if let Some(key) = row.key {
        key_cap(ui, key, mark);
    }
    let baseline = top + phrase::baseline(&title);
    let title = phrase::paint_on_baseline(ui, title, at.left() + left, baseline);
    if beside {
        phrase::paint_on_baseline(ui, second.line(ui), title.right() + 10.0, baseline);
    } else if let Some(below) = below {
        let rest = Rect::from_min_max(pos2(at.left() + left, line.bottom()), at.max);
        phrase::paint(ui, below, Align2::LEFT_TOP, rest);
    }
    let spoken = spoken(&row);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, !refused, row.chosen, &spoken));
    let ending =
        Rect::from_min_max(pos2(at.right() - 10.0 - right, line.top()), pos2(at.right() - 10.0, line.bottom()));
    let mut pressed = None;
    if let Some(refusal) = row.refusal {
        let words = Phrase::figures(refusal.rule.0, sizes.rule);
        if control::link(ui, words, refusal.rule.0, ending, response.id.with("rule")) {
            pressed = Some(Pressed::Rule(refusal.rule));
        }
    } else {
        cost::paint(ui, row.cost, ending, theme::MAY);
    }
    finish(response, row, beside || !row.brief, refused).or(pressed)
}

fn finish(response: Response, row: OfferRow<'_>, all_shown: bool, refused: bool) -> Option<Pressed> {
    let response = response.on_hover_cursor(if refused { CursorIcon::NotAllowed } else { CursorIcon::PointingHand });
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let clicked = response.clicked();
    let tip = match row.refusal {
        Some(refusal) => refusal.to_string(),
        None if !all_shown && !row.about.is_empty() => format!("{}, {}", cost::words(row.cost), row.about),
        None => cost::words(row.cost),
    };
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
    (clicked && !refused).then_some(Pressed::Offer)
}

fn spoken(row: &OfferRow<'_>) -> String {
    match row.refusal {
        Some(refusal) => format!("{}, refused: {refusal}", row.title),
        None => row.title.to_owned(),
    }
}

/// Paints a key cap at the left of a place, vertically centred.
pub fn key_cap(ui: &Ui, key: &str, within: Rect) -> Rect {
    let sizes = Sizes::of(ui.ctx());
    let galley = Phrase::figures(key, sizes.rule + 0.5).colour(theme::CREAM).line(ui);
    let at = Align2::LEFT_CENTER.align_size_within_rect(cap_size(&galley), within);
    let edge = Stroke::new(1.0, theme::REFUSED_EDGE);
    ui.painter().rect(at, theme::FIELD_RADIUS, theme::TABLE, edge, StrokeKind::Inside);
    phrase::paint(ui, galley, Align2::CENTER_CENTER, at);
    at
}

/// The width of a key cap.
pub fn key_cap_width(ui: &Ui, key: &str) -> f32 {
    cap_size(&Phrase::figures(key, Sizes::of(ui.ctx()).rule + 0.5).line(ui)).x
}

fn cap_size(key: &Galley) -> Vec2 {
    vec2((key.size().x + 10.0).max(key.size().y + 4.0), key.size().y + 4.0)
}
