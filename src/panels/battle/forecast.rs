//! The forecast of a choice: the chance first, then every term, the odds, alternatives and risks.

use std::sync::Arc;

use bevy_egui::egui::{Align2, Galley, Id, Rect, ScrollArea, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{
    dock,
    intent::Intent,
    model::{BattleModel, ForecastModel},
    regions,
    regions::Region,
};
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{
        Phrase, bars, control, cost, frame,
        offer::key_cap,
        phrase,
        terms::{self, TermRow},
        warning,
    },
};
use crate::rules::{RuleId, Verdict, counted, uncapital};

/// How much of a forecast is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Every term in a row of its own.
    Full,
    /// The number of terms instead of the rows; odds, notes and alternatives as in full.
    Folded,
    /// Like `Folded`, with only the first note.
    Brief,
    /// Only the chance and the bar, beside parts that are being chosen.
    Bare,
    /// Everything, and the card of the target; may scroll.
    Card,
}

/// How much of the forecast fits, and its height.
pub fn plan(ui: &mut Ui, model: &BattleModel, most: f32) -> (Extent, f32) {
    if model.pinned {
        return (Extent::Card, most.max(0.0));
    }
    let Some(forecast) = &model.forecast else { return (Extent::Full, 0.0) };
    let mut height = |extent: Extent| {
        frame::natural_height(ui, height_id(forecast, extent), |ui| _ = contents(ui, forecast, extent))
    };
    let found = [Extent::Full, Extent::Folded, Extent::Brief]
        .into_iter()
        .find_map(|extent| Some((extent, height(extent))).filter(|(_, height)| *height <= most));
    let least = if model.workbench.is_some() { Extent::Bare } else { Extent::Brief };
    found.unwrap_or_else(|| (least, height(least).min(most.max(0.0))))
}

/// The id under which the height of a forecast is remembered: made of everything the height depends on.
fn height_id(model: &ForecastModel, extent: Extent) -> Id {
    let terms: Vec<usize> = model.attack.terms.iter().map(|term| term.words.len()).collect();
    let others: Vec<usize> = model.others.iter().map(|(name, number)| in_a_line(name, number).len()).collect();
    let words = (model.title.len(), model.about.len(), model.doubt.is_some());
    let risks: Vec<usize> = model.risks.iter().map(|risk| risk.about.len()).collect();
    let beside: Vec<usize> = model.alternatives.iter().map(|(words, _)| words.len()).collect();
    let parts = (model.odds.len(), model.notes.len(), beside, risks);
    Id::new(("forecast height", terms, others, words, parts, extent))
}

/// Shows the forecast, `height` high; it scrolls if it needs more.
pub fn show(ui: &mut Ui, model: &BattleModel, extent: Extent, height: f32) -> Option<Intent> {
    if height <= 0.0 {
        return None;
    }
    let area = ScrollArea::vertical().id_salt("forecast").max_height(height).auto_shrink([false, true]);
    let shown = area.show(ui, |ui| {
        // The terms, which T promised, come first. The cards are in the dock if there is one.
        let forecast = model.forecast.as_ref().and_then(|forecast| contents(ui, forecast, extent));
        let is_here = extent == Extent::Card && (Sizes::of(ui.ctx()).left == 0.0 || model.forecast.is_none());
        let rule = if is_here { dock::cards(ui, model) } else { None };
        forecast.or(rule.map(Intent::OpenRule))
    });
    if let Some(forecast) = model.forecast.as_ref().filter(|_| extent != Extent::Card) {
        frame::keep_height(ui, height_id(forecast, extent), shown.content_size.y + 1.0);
    }
    shown.inner
}

/// Shows a whole forecast outside a battle, where nothing in it can be chosen. Returns the rule that was pressed.
pub fn whole(ui: &mut Ui, model: &ForecastModel) -> Option<RuleId> {
    match contents(ui, model, Extent::Full) {
        Some(Intent::OpenRule(rule)) => Some(rule),
        _ => None,
    }
}

fn contents(ui: &mut Ui, model: &ForecastModel, extent: Extent) -> Option<Intent> {
    let mut intent = None;
    ui.spacing_mut().item_spacing.y = 3.0;
    let divider = cost::line(ui, 3.0);
    ui.painter().hline(divider.x_range(), divider.center().y, theme::DIVIDER);
    let about = match model.doubt {
        None => model.about.clone(),
        Some(doubt) => {
            let most = if doubt.percent() == 0 {
                "less than 1 %".into()
            } else {
                format!("at most {}", number::percent(doubt))
            };
            format!("Approximate: too many outcomes to count, each chance is off by {most}. {}", model.about)
        }
    };
    terms::headline(ui, &number::figure(model.chance), "%", &model.title, &about);
    match extent {
        Extent::Bare => {}
        Extent::Folded | Extent::Brief => intent = folded_terms(ui, model),
        Extent::Full | Extent::Card => _ = ui.scope(|ui| intent = all_terms(ui, model)),
    }
    if !model.odds.is_empty() {
        bars::odds(ui, &model.odds);
    }
    if extent == Extent::Bare {
        return intent;
    }
    let notes = if extent == Extent::Brief { 1 } else { usize::MAX };
    for (label, value) in model.notes.iter().take(notes) {
        terms::fact(ui, label, value, "", None);
    }
    intent = alternatives(ui, &model.alternatives).or(intent);
    for risk in &model.risks {
        intent = warning(ui, &risk.title, &risk.about, risk.rule).map(Intent::OpenRule).or(intent);
    }
    intent
}

/// The number of terms; pressing it opens them in place of the rows.
fn folded_terms(ui: &mut Ui, model: &ForecastModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let count = model.attack.terms.len() + model.others.len();
    if count == 0 {
        return None;
    }
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.term), Sense::hover());
    let cap = key_cap(ui, "T", at);
    let rest = Rect::from_min_max(pos2(cap.right() + 6.0, at.top()), at.max);
    let words = counted(count, "term");
    let link = Phrase::words(&words, sizes.second);
    control::link(ui, link, &words, rest, response.id.with("terms")).then_some(Intent::Pin)
}

fn all_terms(ui: &mut Ui, model: &ForecastModel) -> Option<Intent> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut intent = verdict(ui, &model.attack);
    if let Some((words, rule)) = model.sum.as_ref().filter(|_| !model.attack.terms.is_empty()) {
        let amount = number::plain(model.attack.value);
        let sum = TermRow { words, amount: &amount, rule: Some(*rule), sum: true };
        intent = terms::term(ui, sum).map(Intent::OpenRule).or(intent.take());
    }
    for (name, number) in &model.others {
        let words = in_a_line(name, number);
        let amount = number::plain(number.value);
        let rule = number.terms.first().map(|first| first.rule);
        let row = TermRow { words: &words, amount: &amount, rule, sum: false };
        intent = terms::term(ui, row).map(Intent::OpenRule).or(intent.take());
    }
    intent
}

/// Every term of a number, one row each.
fn verdict(ui: &mut Ui, verdict: &Verdict) -> Option<Intent> {
    let mut intent = None;
    for (index, part) in verdict.terms.iter().enumerate() {
        let amount = if index == 0 { number::plain(part.amount) } else { number::signed(part.amount) };
        let row = TermRow { words: &part.words, amount: &amount, rule: Some(part.rule), sum: false };
        intent = terms::term(ui, row).map(Intent::OpenRule).or(intent);
    }
    intent
}

/// A number in one line, its terms after its name: "Fray 45, a wound −10", "Damage dice: AP 3, berserk +2". A single
/// term is given without its amount, and a first term that only repeats the name without its words.
fn in_a_line(name: &str, number: &Verdict) -> String {
    let Some((first, rest)) = number.terms.split_first() else { return name.to_owned() };
    let mut words = name.to_owned();
    if first.words != name {
        words += &format!(": {}", uncapital(&first.words));
    }
    if !rest.is_empty() {
        words += &format!(" {}", number::plain(first.amount));
    }
    for term in rest {
        words += &format!(", {} {}", uncapital(&term.words), number::signed(term.amount));
    }
    words
}

/// Alternatives side by side; each can be chosen.
fn alternatives(ui: &mut Ui, all: &[(String, Fraction)]) -> Option<Intent> {
    let side_by_side = (1..=IN_A_ROW).rev().find(|count| have_room(ui, all, *count)).unwrap_or(1);
    let rows = all.len().div_ceil(side_by_side).max(1);
    let length = all.len().div_ceil(rows).max(1);
    let mut intent = None;
    for (row, some) in all.chunks(length).enumerate() {
        let taken = alternatives_in_a_row(ui, some, length);
        intent = taken.map(|index| Intent::TakeAlternative(row * length + index)).or(intent);
    }
    intent
}

/// The most alternatives side by side.
const IN_A_ROW: usize = 3;

/// The width left for the words of an alternative beside its chance, with `count` of them side by side.
fn label_room(ui: &Ui, count: f32, figure: f32) -> f32 {
    (ui.available_width() - 6.0 * (count - 1.0)) / count - figure - 26.0
}

/// Whether `count` alternatives fit side by side without breaking a word or splitting off its comma.
fn have_room(ui: &Ui, all: &[(String, Fraction)], count: usize) -> bool {
    let sizes = Sizes::of(ui.ctx());
    all.iter().all(|(label, chance)| {
        let figure = figure_of(ui, *chance).size().x;
        let words = label.split_whitespace().map(|word| Phrase::words(word, sizes.second).line(ui).size().x);
        words.fold(0.0, f32::max) <= label_room(ui, count as f32, figure)
    })
}

fn figure_of(ui: &Ui, chance: Fraction) -> Arc<Galley> {
    let sizes = Sizes::of(ui.ctx());
    Phrase::figures(format!("{}%", number::figure(chance)), sizes.body).strong().line(ui)
}

fn alternatives_in_a_row(ui: &mut Ui, all: &[(String, Fraction)], length: usize) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    let mut taken = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let count = length as f32;
        let width = (ui.available_width() - 6.0 * (count - 1.0)) / count;
        let figures: Vec<_> = all.iter().map(|(_, chance)| figure_of(ui, *chance)).collect();
        let laid = |(label, figure): (&String, &Arc<Galley>)| {
            Phrase::words(label, sizes.second).lay(ui, label_room(ui, count, figure.size().x))
        };
        let labels: Vec<_> = all.iter().map(|(label, _)| label).zip(&figures).map(laid).collect();
        let tallest = labels.iter().map(|label| label.size().y).fold(0.0, f32::max);
        let height = (tallest + 4.0).max(sizes.segment);
        for (index, (label, figure)) in labels.into_iter().zip(figures).enumerate() {
            let (at, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
            control::ground(ui, &response, theme::FIELD_RADIUS, false);
            regions::belongs(ui, &response, Region::Forecast, false);
            let inner = Rect::from_min_max(pos2(at.left() + 8.0, at.top()), pos2(at.right() - 8.0, at.bottom()));
            phrase::paint(ui, label, Align2::LEFT_CENTER, inner);
            phrase::paint(ui, figure, Align2::RIGHT_CENTER, inner);
            let spoken = format!("{} {}", all[index].0, number::percent(all[index].1));
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
            if response.clicked() {
                taken = Some(index);
            }
        }
    });
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_an_alternative_is_broken() {
        let all = |label: &str| vec![(label.to_owned(), Fraction::new(1, 2)); 3];
        let seen = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let kept = std::rc::Rc::clone(&seen);
        let mut panel = crate::panels::testing::panel(crate::panels::testing::WINDOWS[0], move |ui| {
            ui.set_max_width(342.0);
            let rooms = |label: &str| [3, 2, 1].map(|count| have_room(ui, &all(label), count));
            *kept.borrow_mut() = vec![rooms("Club, hits"), rooms("Misericordienstoss, hits")];
            None::<Intent>
        });
        panel.answer();
        let seen = seen.borrow();
        assert_eq!(seen[0], [true; 3]);
        assert_eq!(seen[1], [false, true, true]);
    }

    #[test]
    fn a_number_is_told_in_one_line() {
        let plain = |words: &'static str, amount| Verdict::base(RuleId("X-1"), words, amount);
        assert_eq!(in_a_line("Fray", &plain("Fray", 45)), "Fray");
        assert_eq!(
            in_a_line("Fray", &plain("Fray", 45).plus(RuleId("X-2"), "A wound", -10)),
            "Fray 45, a wound \u{2212}10"
        );
        assert_eq!(in_a_line("Damage dice", &plain("AP", 3)), "Damage dice: AP");
        let berserk = plain("AP", 3).plus(RuleId("X-2"), "Berserk", 2);
        assert_eq!(in_a_line("Damage dice", &berserk), "Damage dice: AP 3, berserk +2");
        assert_eq!(in_a_line("Damage, 2d10", &Verdict::default()), "Damage, 2d10");
    }
}
