//! The row of an answer: key, name, what it needs and costs; the bar of the outcomes, the same in words, and the chance
//! with its label. In a large window the words take as many lines as they need.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Galley, Id, Rect, Sense, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    model::{BattleModel, OfferModel, Prospect},
    regions,
    regions::Region,
};
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{
        Phrase, bars, control, cost,
        offer::{key_cap, key_cap_width},
        phrase,
    },
};
use crate::rules::Role;

/// Shows the answer. Returns whether it was pressed.
pub fn show(ui: &mut Ui, model: &BattleModel, index: usize, chosen: bool) -> bool {
    let offer = &model.offers[index];
    let prospect = offer.prospects.first();
    let graded = prospect.is_some_and(|prospect| !prospect.grades.is_empty());
    let is_least = loses_least(model) == Some(index);
    let words = Words::of(ui, model, offer, chosen);
    let height = words.line + if graded { BAR + 2.0 } else { 0.0 } + words.below_height + 6.0;
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let response = ui.interact(at, Id::new(("answer", index)), Sense::click());
    regions::belongs(ui, &response, Region::Rows, chosen);
    if response.hovered() && !chosen {
        ui.painter().rect_filled(at, theme::CARD_RADIUS, theme::CARD_HOVER);
    }
    control::focus_ring(ui, at, &response);
    let inner = at.shrink2(MARGIN);
    let right = inner.right() - if prospect.is_some() { CHANCE } else { 0.0 };
    words.paint(ui, inner, right);
    if let Some(prospect) = prospect {
        if graded {
            let top = pos2(inner.left(), inner.top() + words.line);
            bars::small(ui, &prospect.grades, Rect::from_min_size(top, vec2(right - inner.left(), BAR)));
        }
        let place = Rect::from_min_max(pos2(right + 6.0, inner.top()), inner.max);
        chance(ui, prospect, is_least, place);
    }
    let said = prospect.map_or_else(String::new, |prospect| {
        let least = if is_least { ", the least" } else { "" };
        let mean = number::tenths(prospect.mean);
        let mean = if graded { format!(", mean loss {mean}{least}") } else { String::new() };
        format!(", {} {}{mean}", number::percent(prospect.chance), prospect.event)
    });
    let spoken = words.spoken(offer, &said);
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
    response.clicked()
}

/// The answer that loses least, if there is exactly one: the one chosen at first costs nothing but may lose more.
fn loses_least(model: &BattleModel) -> Option<usize> {
    let mut known: Vec<(Fraction, usize)> = Vec::new();
    for (index, offer) in model.offers.iter().enumerate().filter(|(_, offer)| offer.is_open()) {
        // The loss after a blow of one's own is somebody else's.
        let is_own = matches!(offer.role, Role::Protect | Role::Help | Role::Pass);
        let graded = offer.prospects.first().filter(|prospect| is_own && !prospect.grades.is_empty());
        known.extend(graded.map(|prospect| (prospect.mean, index)));
    }
    known.sort_unstable();
    match known[..] {
        [(least, index), (next, _), ..] if least < next => Some(index),
        _ => None,
    }
}

/// Height of the bar of an answer, in points.
const BAR: f32 = 11.0;
/// Width kept for the chance, in points.
const CHANCE: f32 = 76.0;
/// Margin around all of it, in points.
const MARGIN: Vec2 = vec2(10.0, 3.0);

/// The words of an answer, laid out.
struct Words {
    digit: Option<String>,
    named: String,
    price: String,
    below: String,
    title: Arc<Galley>,
    priced: Arc<Galley>,
    /// The words after the name, if they fit there.
    beside: Option<Arc<Galley>>,
    lower: Arc<Galley>,
    /// Where the name begins.
    left: f32,
    /// Height of the first line; `below_height` is that of the words below the bar.
    line: f32,
    below_height: f32,
}

impl Words {
    fn of(ui: &Ui, model: &BattleModel, offer: &OfferModel, chosen: bool) -> Self {
        let sizes = Sizes::of(ui.ctx());
        let prospect = offer.prospects.first();
        let width = ui.available_width() - 2.0 * MARGIN.x - if prospect.is_some() { CHANCE } else { 0.0 };
        // While advice is shown, the digits choose among it.
        let digit = offer.address.digit.filter(|_| model.advice.is_none()).map(|digit| digit.to_string());
        let left = digit.as_ref().map_or(0.0, |digit| key_cap_width(ui, digit) + 8.0);
        // "free" only means something beside an answer that is not.
        let is_priced = model.offers.iter().any(|offer| !offer.cost.is_free() || !offer.forfeits.is_empty());
        let price = if is_priced { price(offer) } else { String::new() };
        let priced = Phrase::words(&price, sizes.second).second().line(ui);
        let named = match offer.place.as_str() {
            "" => offer.title.clone(),
            place => format!("{}, {place}", offer.title),
        };
        let sized = |size: f32| if chosen { Phrase::words(&named, size).strong() } else { Phrase::words(&named, size) };
        let room = width - priced.size().x - left - 8.0;
        // A long name is smaller before it is cut.
        let size = [sizes.offer, sizes.body].into_iter().find(|size| sized(*size).line(ui).size().x <= room);
        let title = sized(size.unwrap_or(sizes.second)).elided(ui, room);
        // What it needs, or else what it is.
        let brief = if offer.needs.is_empty() { &offer.about } else { &offer.needs };
        let needs = Phrase::words(brief, sizes.second).second().line(ui);
        let fits = title.size().x + 8.0 + needs.size().x < room + 2.0;
        let more = match (fits, offer.needs.is_empty()) {
            _ if prospect.is_none() => String::new(),
            (true, _) => String::new(),
            (false, true) => brief.clone(),
            (false, false) => format!("Needs {}", offer.needs),
        };
        let below = match prospect.filter(|prospect| !prospect.grades.is_empty()) {
            Some(prospect) if sizes.roomy => {
                let all = [more, shares(model, prospect, Told::All)];
                all.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join("; ")
            }
            // What the roll needs matters more than what the bar already shows.
            Some(prospect) if more.is_empty() => told(ui, model, prospect, width),
            None if more.is_empty() => offer.then.clone(),
            _ => more,
        };
        let lower = Phrase::words(&below, sizes.second).second();
        let lower = if sizes.roomy { lower.lay(ui, width) } else { lower.elided(ui, width) };
        let below_height = (sizes.second + 5.0).max(if below.is_empty() { 0.0 } else { lower.size().y + 2.0 });
        let line = sizes.offer + 9.0;
        let beside = fits.then_some(needs);
        Self { digit, named, price, below, title, priced, beside, lower, left, line, below_height }
    }

    fn paint(&self, ui: &Ui, inner: Rect, right: f32) {
        let upper = Rect::from_min_max(inner.min, pos2(right, inner.top() + self.line));
        if let Some(digit) = &self.digit {
            key_cap(ui, digit, upper);
        }
        phrase::paint(ui, Arc::clone(&self.priced), Align2::RIGHT_CENTER, upper);
        let baseline = upper.center().y - self.title.size().y / 2.0 + phrase::baseline(&self.title);
        let left = upper.left() + self.left;
        let end = phrase::paint_on_baseline(ui, Arc::clone(&self.title), left, baseline).right() + 8.0;
        if let Some(beside) = &self.beside {
            phrase::paint_on_baseline(ui, Arc::clone(beside), end, baseline);
        }
        let top = inner.bottom() - self.below_height;
        let below = Rect::from_min_max(pos2(inner.left(), top), pos2(right, inner.bottom()));
        phrase::paint(ui, Arc::clone(&self.lower), Align2::LEFT_CENTER, below);
    }

    /// The whole answer as a sentence.
    fn spoken(&self, offer: &OfferModel, chance: &str) -> String {
        let needs = if offer.needs.is_empty() { String::new() } else { format!(", {}", offer.needs) };
        let price = if self.price.is_empty() { String::new() } else { format!(", {}", self.price) };
        let digit = self.digit.as_deref().unwrap_or_default();
        let spoken = format!("{digit} {}{needs}{price}{chance}, {}", self.named, self.below);
        spoken.trim().trim_end_matches(',').trim_end_matches(", ").to_owned()
    }
}

/// As much of the odds as fits on a line: outcomes that hardly ever happen are left out before anything is cut.
fn told(ui: &Ui, model: &BattleModel, prospect: &Prospect, room: f32) -> String {
    let size = Sizes::of(ui.ctx()).second;
    let fits = |words: &String| Phrase::words(words, size).line(ui).size().x <= room;
    let all = [Told::All, Told::WithoutLeast, Told::Ends].map(|told| shares(model, prospect, told));
    let last = all[2].clone();
    all.into_iter().find(fits).unwrap_or(last)
}

/// The chance, large at the right of an answer, with its label; the loss below.
fn chance(ui: &Ui, prospect: &Prospect, is_least: bool, at: Rect) {
    let sizes = Sizes::of(ui.ctx());
    let (upper, lower) = at.split_top_bottom_at_fraction(0.44);
    let (lower, last) = lower.split_top_bottom_at_fraction(0.5);
    if !prospect.grades.is_empty() {
        let mean = number::tenths(prospect.mean);
        let mean = match is_least {
            true => Phrase::words(format!("only {mean}"), sizes.second).strong(),
            false => Phrase::words(format!("{mean} lost"), sizes.second).second(),
        };
        phrase::paint(ui, mean.line(ui), Align2::RIGHT_CENTER, last);
    }
    let unit = Phrase::figures("%", sizes.second).second().line(ui);
    let unit = phrase::paint(ui, unit, Align2::RIGHT_BOTTOM, upper);
    let rest = Rect::from_min_max(upper.min, pos2(unit.left() - 2.0, upper.bottom()));
    let figure = Phrase::figures(number::figure(prospect.chance), sizes.name + 3.0).strong().line(ui);
    phrase::paint(ui, figure, Align2::RIGHT_BOTTOM, rest);
    let event = Phrase::words(&prospect.event, sizes.second).second().elided(ui, lower.width() + 4.0);
    phrase::paint(ui, event, Align2::RIGHT_TOP, lower);
}

/// The cost of an answer, in words.
fn price(offer: &OfferModel) -> String {
    let mut amounts: Vec<String> = offer
        .cost
        .amounts()
        .map(|amount| match cost::icon(amount.of.is, true) {
            Some(_) => amount.of.name.to_owned(),
            None => format!("{} {}", amount.count, amount.of.name),
        })
        .collect();
    amounts.extend((!offer.forfeits.is_empty()).then(|| offer.forfeits.to_owned()));
    if amounts.is_empty() { "free".into() } else { amounts.join(", ") }
}

/// How much of the odds of the grades is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    All,
    /// Without those that hardly ever happen.
    WithoutLeast,
    /// The best and the worst; the bar shows those between them.
    Ends,
}

/// The odds of the grades in words: "54 no wound, 19 one, 27 two or more".
fn shares(model: &BattleModel, prospect: &Prospect, much: Told) -> String {
    let names = model.question.as_ref().map_or(&[][..], |question| &question.briefed.grades);
    let shares = number::headline_shares(&prospect.grades);
    let told = shares.iter().zip(names).zip(&prospect.grades).filter(|(_, chance)| **chance > Fraction::ZERO);
    let mut words: Vec<String> = told
        .filter(|((share, _), _)| much == Told::All || **share > 0)
        .map(|((share, name), _)| if *share == 0 { format!("<1 {name}") } else { format!("{share} {name}") })
        .collect();
    if much == Told::Ends && words.len() > 2 {
        words.drain(1..words.len() - 1);
    }
    words.join(", ")
}
