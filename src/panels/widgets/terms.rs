//! Numbers with their reasons: rows of words, amount and rule, and the big chance above them.

use bevy_egui::egui::{Align2, CursorIcon, Rect, Sense, Ui, pos2, vec2};

use super::{control, cost::line, phrase, phrase::Phrase};
use crate::panels::theme::{self, Sizes};
use crate::rules::{RuleId, rule_of};

/// The id and title of a rule, as a tooltip where only the id is shown: "TOT-ATK-02: To hit".
pub fn rule_tip(id: RuleId) -> String {
    rule_of(id).map_or_else(|| id.0.to_owned(), |rule| format!("{}: {}", id.0, rule.title))
}

/// One row of a table of terms.
#[derive(Clone, Copy, Debug)]
pub struct TermRow<'a> {
    /// What it is.
    pub words: &'a str,
    /// The amount as shown.
    pub amount: &'a str,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// Whether it is the sum of the rows above.
    pub sum: bool,
}

/// Room for the longest rule id.
const RULE_WIDTH: f32 = 84.0;

/// Shows a row. Returns the rule if its id was pressed.
pub fn term(ui: &mut Ui, row: TermRow<'_>) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    let amount = Phrase::figures(row.amount, sizes.body);
    let words = Phrase::words(row.words, sizes.body);
    let (words, amount) = if row.sum { (words.strong(), amount.strong()) } else { (words, amount) };
    let amount = amount.line(ui);
    let width = ui.available_width();
    let gap = if sizes.roomy { 24.0 } else { 32.0 };
    let amount_right = width - RULE_WIDTH - gap;
    let words = words.lay(ui, amount_right - amount.size().x.max(30.0) - 10.0);
    let height = sizes.term.max(words.size().y + 1.0);
    let (at, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let baseline = at.center().y - words.size().y / 2.0 + phrase::baseline(&words);
    phrase::paint_on_baseline(ui, words, at.left(), baseline);
    let left = at.left() + amount_right - amount.size().x;
    phrase::paint_on_baseline(ui, amount, left, baseline);
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    let rule = row.rule.map_or("", |rule| rule.0);
    phrase::name(&response, &format!("{} {}, {rule}", row.words, row.amount));
    row.rule.filter(|rule| rule_link(ui, *rule, row.sum, at, response.id))
}

/// A rule's id at the right end of a row. Returns whether it was pressed.
fn rule_link(ui: &mut Ui, rule: RuleId, strong: bool, at: Rect, id: bevy_egui::egui::Id) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let words = Phrase::figures(rule.0, sizes.rule);
    let width = words.line(ui).size().x;
    let place = Rect::from_min_max(pos2(at.right() - width, at.top()), at.max);
    let words = if strong { words.strong() } else { words };
    control::link(ui, words, rule.0, place, id.with("rule"))
}

/// A rule's id as a link, at the position of the next element. Returns whether it was pressed.
pub fn rule_id(ui: &mut Ui, rule: RuleId) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let words = Phrase::figures(rule.0, sizes.rule);
    let galley = words.line(ui);
    let (at, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    control::link(ui, words, rule.0, at, response.id.with("rule"))
}

/// A row of a card: label, number, words. Pressing it opens the rule. Returns whether it was pressed.
pub fn fact(ui: &mut Ui, label: &str, value: &str, words: &str, rule: Option<RuleId>) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let size = sizes.body - 1.5;
    let width = ui.available_width();
    let label_galley = Phrase::words(label, size).lay(ui, width * 0.40);
    let value_galley = Phrase::figures(value, size).line(ui);
    let value_right = if value.is_empty() {
        label_galley.size().x
    } else {
        (width * 0.42).max(label_galley.size().x + 10.0 + value_galley.size().x)
    };
    let room = width - value_right - 10.0;
    // Words too long for the room beside the number go below it, so that none is broken.
    let longest = words.split_whitespace().map(|word| Phrase::words(word, size).line(ui).size().x).fold(0.0, f32::max);
    let is_below = longest > room;
    let words_galley = Phrase::words(words, size).second().lay(ui, if is_below { width } else { room });
    let first = label_galley.size().y.max(sizes.term - 6.0);
    let height = 5.0 + if is_below { first + words_galley.size().y } else { first.max(words_galley.size().y) };
    let sense = if rule.is_some() { Sense::click() } else { Sense::hover() };
    let (at, response) = ui.allocate_exact_size(vec2(width, height), sense);
    if response.hovered() && rule.is_some() {
        ui.painter().rect_filled(at, theme::BAR_RADIUS, theme::CARD_HOVER);
    }
    let baseline = at.top() + 3.0 + phrase::baseline(&label_galley);
    phrase::paint_on_baseline(ui, label_galley, at.left(), baseline);
    let left = at.left() + value_right - value_galley.size().x;
    phrase::paint_on_baseline(ui, value_galley, left, baseline);
    let left = at.right() - words_galley.size().x;
    let baseline = if is_below { at.top() + 2.0 + first + phrase::baseline(&words_galley) } else { baseline };
    phrase::paint_on_baseline(ui, words_galley, left, baseline);
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    control::focus_ring(ui, at, &response);
    let id = rule.map_or("", |rule| rule.0);
    phrase::name(&response, format!("{label} {value}, {words} {id}").trim());
    let clicked = response.clicked();
    if let Some(rule) = rule {
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(rule_tip(rule));
    }
    clicked
}

/// The big chance, with its title and a line about it beside it.
pub fn headline(ui: &mut Ui, chance: &str, unit: &str, title: &str, about: &str) {
    let sizes = Sizes::of(ui.ctx());
    let figure = Phrase::figures(chance, sizes.headline).strong().line(ui);
    let unit_galley = Phrase::figures(unit, sizes.headline / 2.0).second().line(ui);
    let left = figure.size().x + unit_galley.size().x + if sizes.roomy { 18.0 } else { 14.0 };
    let room = ui.available_width() - left;
    let title_galley = Phrase::words(title, sizes.name - if sizes.roomy { 2.0 } else { 1.5 }).strong().lay(ui, room);
    let about_galley = Phrase::words(about, sizes.second).second().lay(ui, room);
    let beside = title_galley.size().y + about_galley.size().y;
    let at = line(ui, (sizes.headline * 1.15).max(beside + 4.0));
    let baseline = at.center().y - figure.size().y / 2.0 + phrase::baseline(&figure);
    let number = phrase::paint_on_baseline(ui, figure, at.left(), baseline);
    phrase::paint_on_baseline(ui, unit_galley, number.right() + 3.0, baseline);
    let text = Rect::from_min_size(pos2(at.left() + left, at.center().y - beside / 2.0), vec2(room, beside));
    let upper = phrase::paint(ui, title_galley, Align2::LEFT_TOP, text);
    let rest = Rect::from_min_max(pos2(text.left(), upper.bottom()), text.max);
    phrase::paint(ui, about_galley, Align2::LEFT_TOP, rest);
    let response = ui.interact(at, ui.id().with("headline"), Sense::hover());
    phrase::name(&response, &format!("{chance} {unit}, {title}. {about}"));
}
