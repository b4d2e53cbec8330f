//! Two attacks side by side, row by row: every term of each, and the results.

use bevy_egui::egui::{Align2, Sense, Ui, vec2};

use super::curve::CurveModel;
use crate::{
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{Phrase, control, phrase, section},
    },
    rules::RuleId,
};

/// A number of an attack, or one of its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// In words: "Partial cover".
    pub words: String,
    /// The amount as shown: "−30".
    pub amount: String,
    /// The rule behind it, if there is one.
    pub rule: Option<RuleId>,
}

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    words: String,
    a: String,
    b: String,
    rule: Option<RuleId>,
}

/// The entries of both in rows, in the order of the first: matching entries share a row, all others have their own.
fn rows(a: &[Entry], b: &[Entry]) -> Vec<Row> {
    let mut left: Vec<&Entry> = b.iter().collect();
    let mut all: Vec<Row> = Vec::new();
    for entry in a {
        let same_words = |other: &&Entry| other.words == entry.words;
        // An entry of B that has its own match in A is not matched by its rule.
        let same_rule = |other: &&Entry| {
            other.rule.is_some() && other.rule == entry.rule && a.iter().all(|entry| entry.words != other.words)
        };
        let place = left.iter().position(same_words).or_else(|| left.iter().position(same_rule));
        let other = place.map(|place| left.remove(place));
        let words = match other {
            Some(other) if other.words != entry.words => format!("{} | {}", entry.words, other.words),
            _ => entry.words.clone(),
        };
        let b = other.map(|other| other.amount.clone()).unwrap_or_default();
        all.push(Row { words, a: entry.amount.clone(), b, rule: entry.rule });
    }
    let row =
        |entry: &Entry| Row { words: entry.words.clone(), a: String::new(), b: entry.amount.clone(), rule: entry.rule };
    all.extend(left.into_iter().map(row));
    all
}

/// The results of an attack, as the last rows.
fn outcome(curve: &CurveModel) -> Vec<Entry> {
    let entry = |words: &str, amount: String| Entry { words: words.into(), amount, rule: None };
    let (hits, mean) = curve.figures;
    let mut all = vec![entry("Hits", number::percent(hits)), entry("Mean damage", number::tenths(mean))];
    all.extend(curve.grades.iter().map(|(name, chance)| entry(&crate::rules::capital(name), number::percent(*chance))));
    all
}

/// Shows the table. Returns the rule whose id was pressed.
pub fn show(ui: &mut Ui, a: &CurveModel, b: &CurveModel) -> Option<RuleId> {
    section(ui, "A and B");
    row(ui, &Row { words: String::new(), a: "A".into(), b: "B".into(), rule: None }, false);
    let (terms, figures) = (rows(&a.terms, &b.terms), rows(&outcome(a), &outcome(b)));
    let all = terms.iter().map(|row| (row, false)).chain(figures.iter().map(|row| (row, true)));
    all.filter_map(|(shown, strong)| row(ui, shown, strong)).last()
}

fn row(ui: &mut Ui, Row { words, a, b, rule }: &Row, strong: bool) -> Option<RuleId> {
    const AMOUNT: f32 = 4.2;
    let sizes = Sizes::of(ui.ctx());
    let size = sizes.second - 0.5;
    let id = rule.map_or("", |rule| rule.0);
    let id_words = Phrase::figures(id, sizes.rule);
    let (width, each, gap) = (ui.available_width(), size * AMOUNT, 8.0);
    let ids = sizes.rule * 6.6;
    let galley = Phrase::words(words, sizes.second).lay(ui, (width - ids - 2.0 * each - gap).max(40.0));
    let (at, response) = ui.allocate_exact_size(vec2(width, galley.size().y + 3.0), Sense::hover());
    ui.add_space(-2.0);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, at);
    let id_at = Align2::RIGHT_CENTER.align_size_within_rect(vec2(id_words.line(ui).size().x, at.height()), at);
    let edge = at.right() - ids - gap;
    let colour = if strong { theme::STRONG } else { theme::TEXT };
    for (amount, right) in [(a, edge - each), (b, edge)] {
        let figures = Phrase::figures(amount, size).colour(colour).line(ui);
        phrase::paint(ui, figures, Align2::RIGHT_CENTER, at.with_max_x(right));
    }
    ui.painter().hline(at.x_range(), at.bottom(), theme::DIVIDER);
    if !words.is_empty() {
        let said = |amount: &String| if amount.is_empty() { "none".to_owned() } else { amount.clone() };
        phrase::name(&response, format!("{words}: A {}, B {} {id}", said(a), said(b)).trim());
    }
    rule.filter(|rule| control::link(ui, id_words, rule.0, id_at, response.id.with("rule")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_the_same_is_in_one_row_and_nothing_is_lost() {
        let entry = |words: &str, amount: &str, rule: &'static str| Entry {
            words: words.into(),
            amount: amount.into(),
            rule: Some(RuleId(rule)),
        };
        let a =
            [entry("Crossbow", "60", "RNG"), entry("Partial cover", "\u{2212}30", "COV"), entry("Fray", "35", "DEF")];
        let b = [
            entry("Crossbow", "60", "RNG"),
            entry("Aim", "+10", "AIM"),
            entry("Minimal cover", "\u{2212}10", "COV"),
            entry("Fray", "45", "DEF"),
        ];
        let told: Vec<[String; 3]> = rows(&a, &b).into_iter().map(|row| [row.words, row.a, row.b]).collect();
        assert_eq!(
            told,
            [
                ["Crossbow", "60", "60"],
                ["Partial cover | Minimal cover", "\u{2212}30", "\u{2212}10"],
                ["Fray", "35", "45"],
                ["Aim", "", "+10"],
            ]
        );
    }
}
