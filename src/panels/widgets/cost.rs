//! What choices cost and what is left to spend: square, triangle and diamond with their words, pips for points.

use bevy_egui::egui::{Align2, Color32, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::{phrase, phrase::Phrase, picture};
use crate::board::art::icons::Icon;
use crate::panels::theme::{self, Sizes};
use crate::rules::{Allowance, Cost};

/// The icon of a cost: filled while it is left, an outline once it is spent.
pub const fn icon(cost: Cost, left: bool) -> Option<Icon> {
    match (cost, left) {
        (Cost::Large, true) => Some(Icon::Action),
        (Cost::Large, false) => Some(Icon::ActionSpent),
        (Cost::Small, true) => Some(Icon::Quick),
        (Cost::Small, false) => Some(Icon::QuickSpent),
        (Cost::Reaction, true) => Some(Icon::Reaction),
        (Cost::Reaction, false) => Some(Icon::ReactionSpent),
        (Cost::Free | Cost::Points(_), _) => None,
    }
}

/// A cost in words.
pub fn words(cost: Cost) -> String {
    match cost {
        Cost::Free => "Costs nothing".into(),
        Cost::Large => "Takes the large action".into(),
        Cost::Small => "Takes a quick action".into(),
        Cost::Reaction => "Takes the reaction".into(),
        Cost::Points(points) => format!("Takes {points} AP"),
    }
}

/// How wide a cost is.
pub fn width(cost: Cost, sizes: &Sizes) -> f32 {
    match cost {
        Cost::Free => 0.0,
        Cost::Points(_) => sizes.offer + 6.0,
        _ => sizes.offer,
    }
}

/// Paints a cost at the right end of a place.
pub fn paint(ui: &Ui, cost: Cost, within: Rect, colour: Color32) {
    let sizes = Sizes::of(ui.ctx());
    let at = Align2::RIGHT_CENTER.align_size_within_rect(Vec2::splat(sizes.offer), within);
    if let Some(icon) = icon(cost, true) {
        picture::icon(ui, icon, colour, at);
    } else if let Cost::Points(points) = cost {
        pip(ui, at, &points.to_string(), true);
    }
}

fn pip(ui: &Ui, at: Rect, figure: &str, left: bool) {
    let sizes = Sizes::of(ui.ctx());
    let (fill, colour) = if left { (theme::MAY, theme::ON_MAY) } else { (theme::TABLE, theme::SECOND) };
    ui.painter().rect(at, theme::BAR_RADIUS, fill, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
    phrase::paint(ui, Phrase::figures(figure, sizes.rule).colour(colour).line(ui), Align2::CENTER_CENTER, at);
}

/// What is left to spend, each with its word, from the right end of a line leftwards. Returns where the last one begins.
pub fn allowances(ui: &mut Ui, all: &[Allowance], within: Rect) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let mut right = within.right();
    for (index, one) in all.iter().enumerate().rev() {
        let word = Phrase::words(one.label, sizes.second).colour(if one.left > 0 { theme::MAY } else { theme::SECOND });
        let word = word.line(ui);
        let side = sizes.offer;
        let marks = usize::from(one.of.max(1));
        let row = side * marks as f32 + 3.0 * (marks - 1) as f32;
        let width = word.size().x.max(row);
        let at = Rect::from_min_max(pos2(right - width, within.top()), pos2(right, within.bottom()));
        let (upper, lower) = at.split_top_bottom_at_fraction(0.5);
        for mark in 0..marks {
            let left = upper.center().x - row / 2.0 + (side + 3.0) * mark as f32;
            let place = Rect::from_center_size(pos2(left + side / 2.0, upper.center().y), Vec2::splat(side));
            let is_left = mark < usize::from(one.left);
            match icon(one.icon, is_left) {
                Some(icon) => {
                    picture::icon(ui, icon, if is_left { theme::MAY } else { theme::SECOND }, place);
                }
                None => pip(ui, place, &(mark + 1).to_string(), is_left),
            }
        }
        phrase::paint(ui, word, Align2::CENTER_CENTER, lower);
        let response = ui.interact(at, ui.id().with(("allowance", index)), Sense::hover());
        let spoken = format!("{}: {} of {} left", one.label, one.left, one.of);
        phrase::name(&response, &spoken);
        response.on_hover_text(spoken);
        right = at.left() - 10.0;
    }
    right
}

/// Luck as stars: filled while it is left. Painted at the right end of a place; returns where it begins.
pub fn luck(ui: &mut Ui, (left, of): (u8, u8), within: Rect) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let side = sizes.offer;
    let word = Phrase::words("Luck", sizes.second).second().line(ui);
    let many = of > 5;
    let figure = Phrase::figures(format!("{left} of {of}"), sizes.second).line(ui);
    let stars = if many { side + 4.0 + figure.size().x } else { (side + 1.0) * f32::from(of) };
    let at = Rect::from_min_max(pos2(within.right() - stars - 6.0 - word.size().x, within.top()), within.max);
    let word = phrase::paint(ui, word, Align2::LEFT_CENTER, at);
    for star in 0..if many { 1 } else { of } {
        let middle = pos2(word.right() + 6.0 + side / 2.0 + (side + 1.0) * f32::from(star), at.center().y);
        let icon = if star < left { Icon::Luck } else { Icon::LuckSpent };
        let colour = if star < left { theme::GOLD } else { theme::SECOND };
        picture::icon(ui, icon, colour, Rect::from_center_size(middle, Vec2::splat(side)));
    }
    if many {
        phrase::paint(ui, figure, Align2::RIGHT_CENTER, at);
    }
    let response = ui.interact(at, ui.id().with("luck"), Sense::hover());
    phrase::name(&response, &format!("Luck: {left} of {of}"));
    at.left()
}

/// A single line that starts at the position of the next element.
pub fn line(ui: &mut Ui, height: f32) -> Rect {
    ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover()).0
}
