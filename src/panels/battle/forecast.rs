//! What would come of the choice: the chance first, then every term, the odds, alternatives and risks.

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
    let about = if model.exact {
        model.about.clone()
    } else {
        format!("About so much: too many ways to count. {}", model.about)
    };
    terms::headline(ui, &model.chance.percent().to_string(), "%", &model.title, &about);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        intent = verdict(ui, &model.attack);
        let amount = number::plain(model.attack.value);
        let sum = TermRow { words: &model.sum.0, amount: &amount, rule: Some(model.sum.1), sum: true };
        intent = terms::term(ui, sum).map(Intent::OpenRule).or(intent.take());
        if let Some((name, defence)) = &model.defence
            && let Some(first) = defence.terms.first()
        {
            let words = defence_words(name, defence);
            let amount = number::plain(defence.value);
            let row = TermRow { words: &words, amount: &amount, rule: Some(first.rule), sum: false };
            intent = terms::term(ui, row).map(Intent::OpenRule).or(intent.take());
        }
    });
    ui.add_space(if Sizes::of(ui.ctx()).roomy { 3.0 } else { 0.0 });
    bars::odds(ui, &model.odds);
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

/// "Fray 45, a wound −10": a defence in one line, its further terms behind it.
fn defence_words(name: &str, defence: &Verdict) -> String {
    let mut words = name.to_owned();
    if let Some((first, rest)) = defence.terms.split_first()
        && !rest.is_empty()
    {
        words += &format!(" {}", number::plain(first.amount));
        for term in rest {
            words += &format!(", {} {}", uncapital(&term.words), number::signed(term.amount));
        }
    }
    words
}

fn uncapital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The same from elsewhere, side by side; each can be taken.
fn alternatives(ui: &mut Ui, all: &[(String, Fraction)]) -> Option<Intent> {
    if all.is_empty() {
        return None;
    }
    let sizes = Sizes::of(ui.ctx());
    let mut intent = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let count = all.len() as f32;
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
                intent = Some(Intent::TakeAlternative(index));
            }
        }
    });
    intent
}
