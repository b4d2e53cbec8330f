//! The forecast of the choice: the chance first, then every term, the odds, alternatives and risks.

use bevy_egui::egui::{Align2, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::{intent::Intent, model::ForecastModel};
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
    widgets::{
        Phrase, bars, control, phrase, section,
        terms::{self, TermRow},
        warning,
    },
};
use crate::rules::Verdict;

/// Shows a forecast.
pub fn show(ui: &mut Ui, model: &ForecastModel) -> Option<Intent> {
    let mut intent = None;
    section(ui, &model.heading);
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
    terms::headline(ui, &model.chance.percent().to_string(), "%", &model.title, &about);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        intent = verdict(ui, &model.attack);
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
    });
    ui.add_space(if Sizes::of(ui.ctx()).roomy { 3.0 } else { 0.0 });
    if !model.odds.is_empty() {
        bars::odds(ui, &model.odds);
    }
    for (label, value) in &model.notes {
        terms::fact(ui, label, value, "", None);
    }
    intent = alternatives(ui, &model.alternatives).or(intent);
    for risk in &model.risks {
        intent = warning(ui, &risk.title, &risk.about, risk.rule).map(Intent::OpenRule).or(intent);
    }
    intent
}

/// Every term of a number in a row of its own.
fn verdict(ui: &mut Ui, verdict: &Verdict) -> Option<Intent> {
    let mut intent = None;
    for (index, one) in verdict.terms.iter().enumerate() {
        let amount = if index == 0 { number::plain(one.amount) } else { number::signed(one.amount) };
        let row = TermRow { words: &one.words, amount: &amount, rule: Some(one.rule), sum: false };
        intent = terms::term(ui, row).map(Intent::OpenRule).or(intent);
    }
    intent
}

/// A number in one line, its terms after its name: "Fray 45, a wound −10", "Damage dice: AP 3, berserk +2". A single
/// term has no amount of its own, and a term that only repeats the name is left out.
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

fn uncapital(words: &str) -> String {
    let mut letters = words.chars();
    // "AP" stays what it is.
    if words.chars().nth(1).is_none_or(|second| second.is_uppercase()) {
        return words.to_owned();
    }
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Alternatives side by side; each can be chosen.
fn alternatives(ui: &mut Ui, all: &[(String, Fraction)]) -> Option<Intent> {
    let rows = all.len().div_ceil(IN_A_ROW).max(1);
    let length = all.len().div_ceil(rows).max(1);
    let mut intent = None;
    for (row, some) in all.chunks(length).enumerate() {
        let taken = alternatives_in_a_row(ui, some, length);
        intent = taken.map(|index| Intent::TakeAlternative(row * length + index)).or(intent);
    }
    intent
}

/// Alternatives for which there is room side by side.
const IN_A_ROW: usize = 3;

fn alternatives_in_a_row(ui: &mut Ui, all: &[(String, Fraction)], length: usize) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    let mut taken = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let count = length as f32;
        let width = (ui.available_width() - 6.0 * (count - 1.0)) / count;
        let figures: Vec<_> = all
            .iter()
            .map(|(_, chance)| Phrase::figures(chance.percent().to_string(), sizes.body).strong().line(ui))
            .collect();
        let labels: Vec<_> = all
            .iter()
            .zip(&figures)
            .map(|((label, _), figure)| Phrase::words(label, sizes.second).lay(ui, width - figure.size().x - 26.0))
            .collect();
        let tallest = labels.iter().map(|label| label.size().y).fold(0.0, f32::max);
        let height = (tallest + 4.0).max(sizes.segment);
        for (index, (label, figure)) in labels.into_iter().zip(figures).enumerate() {
            let (at, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
            control::ground(ui, &response, theme::FIELD_RADIUS, false);
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
    use crate::rules::RuleId;

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
