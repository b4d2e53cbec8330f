//! The same two under every ruleset, and what would change the attack most.

use bevy_egui::egui::{Align2, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::intent::Intent;
use crate::{
    dice::Fraction,
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{Phrase, control, phrase, section},
    },
    rules::{RuleId, RulesetId, capital},
};

/// What two are to each other under a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictModel {
    /// Which.
    pub ruleset: RulesetId,
    /// How far they are apart, in its own unit.
    pub distance: String,
    /// Sight and cover in words.
    pub cover: String,
    /// The rule that decides that.
    pub rule: RuleId,
    /// Whether the second stands within reach of what the first has ready.
    pub reaches: bool,
    /// The best attack, or why there is none.
    pub attack: Result<VerdictAttack, String>,
}

/// The best attack of one on another under a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictAttack {
    /// With what, and in which band of range: "Crossbow, short range".
    pub title: String,
    /// What it needs: "Needs 40 or less, then Fray 35".
    pub about: String,
    /// The chance that it hits.
    pub hits: Fraction,
    /// Mean damage.
    pub mean: Fraction,
    /// The chance that the target is out.
    pub out: Fraction,
}

impl VerdictModel {
    /// With what, from which band or whether within reach, and what it needs.
    fn second(&self) -> String {
        let reach = if self.reaches { "within reach" } else { "out of reach" };
        match &self.attack {
            Ok(VerdictAttack { title, about, .. }) if self.reaches => format!("{title}, {reach}. {about}"),
            Ok(VerdictAttack { title, about, .. }) => format!("{title}. {about}"),
            Err(_) => capital(reach).into_owned(),
        }
    }
}

/// A single change, and what it makes of the attack.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeModel {
    /// In words.
    pub words: String,
    /// Cover with it, if that is another.
    pub cover: Option<String>,
    /// The chance to hit and mean damage; nothing if there is no attack any more.
    pub strike: Option<(Fraction, Fraction)>,
    /// The same without the change.
    pub before: Option<(Fraction, Fraction)>,
}

impl ChangeModel {
    /// "55 % (+30), mean 8.1": by how much it differs stands beside the chance, or beside the mean if the chance is the same.
    fn figures(&self) -> String {
        let Some((hits, mean)) = self.strike else { return "no attack".into() };
        let (chance, damage) = (number::percent(hits), number::tenths(mean));
        let Some((before, mean_before)) = self.before else { return format!("{chance}, mean {damage}") };
        match i64::from(hits.percent()) - i64::from(before.percent()) {
            0 => {
                let more = mean.to_f64() - mean_before.to_f64();
                let sign = if more < 0.0 { "\u{2212}" } else { "+" };
                format!("{chance}, mean {damage} ({sign}{:.1})", more.abs())
            }
            more => format!("{chance} ({}), mean {damage}", number::signed(more as i32)),
        }
    }
}

/// Shows the table; a row that is pressed leads to that ruleset.
pub fn show(ui: &mut Ui, verdicts: &[VerdictModel], now: RulesetId) -> Option<Intent> {
    if verdicts.is_empty() {
        return None;
    }
    section(ui, "Under every ruleset");
    heads(ui);
    let mut intent = None;
    for verdict in verdicts {
        if row(ui, verdict, verdict.ruleset == now) {
            intent = Some(Intent::Ruleset(verdict.ruleset));
        }
    }
    intent
}

/// Where the columns after the first begin and end, as shares of the width: distance, cover, hits, mean, out.
const COLUMNS: [(f32, f32); 5] = [(0.195, 0.36), (0.365, 0.675), (0.67, 0.76), (0.77, 0.89), (0.90, 1.0)];

fn column(room: Rect, place: usize) -> Rect {
    let (from, to) = COLUMNS[place];
    let at = |share: f32| room.left() + share * room.width();
    Rect::from_min_max(pos2(at(from), room.top()), pos2(at(to), room.bottom()))
}

fn heads(ui: &mut Ui) {
    let sizes = Sizes::of(ui.ctx());
    let (at, _) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 3.0), Sense::hover());
    let room = at.shrink2(vec2(8.0, 0.0));
    ui.add_space(-3.0);
    for (place, (words, align)) in [
        ("distance", Align2::LEFT_CENTER),
        ("cover", Align2::LEFT_CENTER),
        ("hits", Align2::RIGHT_CENTER),
        ("mean", Align2::RIGHT_CENTER),
        ("out", Align2::RIGHT_CENTER),
    ]
    .into_iter()
    .enumerate()
    {
        let galley = Phrase::words(words, sizes.second - 0.5).second().line(ui);
        phrase::paint(ui, galley, align, column(room, place));
    }
}

fn row(ui: &mut Ui, verdict: &VerdictModel, chosen: bool) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let high = sizes.second * 2.0 + 16.0;
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::click());
    ui.add_space(-2.0);
    control::ground(ui, &response, theme::FIELD_RADIUS, chosen);
    let both = at.shrink2(vec2(8.0, 3.0));
    let (room, below) = both.split_top_bottom_at_fraction(0.5);
    let size = sizes.second;
    let name = Phrase::words(verdict.ruleset.name(), size).elided(ui, room.width() * 0.18);
    phrase::paint(ui, name, Align2::LEFT_CENTER, room);
    let cell = |ui: &mut Ui, place: usize, words: &str, align: Align2| {
        let at = column(room, place);
        let galley = Phrase::words(words, size).elided(ui, at.width());
        phrase::paint(ui, galley, align, at);
    };
    cell(ui, 0, &verdict.distance, Align2::LEFT_CENTER);
    cell(ui, 1, &verdict.cover, Align2::LEFT_CENTER);
    let id = Phrase::figures(verdict.rule.0, sizes.rule).colour(theme::RULE_ID).line(ui);
    let id = phrase::paint(ui, id, Align2::RIGHT_CENTER, below);
    let second = verdict.second();
    let rest = Rect::from_min_max(pos2(column(below, 0).left(), below.top()), pos2(id.left() - 8.0, below.bottom()));
    let galley = Phrase::words(&second, size - 0.5).second().elided(ui, rest.width());
    phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
    let spoken = match &verdict.attack {
        Ok(VerdictAttack { hits, mean, out, .. }) => {
            let figures = [hits.percent().to_string(), number::tenths(*mean), out.percent().to_string()];
            for (place, figures) in (2..).zip(figures) {
                let galley = Phrase::figures(&figures, size).colour(theme::STRONG).line(ui);
                phrase::paint(ui, galley, Align2::RIGHT_CENTER, column(room, place));
            }
            let (hits, mean, out) = (number::percent(*hits), number::tenths(*mean), number::percent(*out));
            format!("{second}; hits {hits}, mean damage {mean}, out {out}")
        }
        Err(why) => {
            let rest = column(room, 2).union(column(room, 4));
            let galley = Phrase::words(why, size - 0.5).second().elided(ui, rest.width());
            phrase::paint(ui, galley, Align2::RIGHT_CENTER, rest);
            format!("{why}; {second}")
        }
    };
    let VerdictModel { ruleset, distance, cover, rule, .. } = verdict;
    let spoken = format!("{ruleset}: {distance}, {cover} by {rule}; {spoken}");
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
    response.on_hover_text(&spoken).clicked()
}

/// Shows what would change it, each with what it would come to.
pub fn changes(ui: &mut Ui, changes: &[ChangeModel]) {
    if changes.is_empty() {
        return;
    }
    let sizes = Sizes::of(ui.ctx());
    section(ui, "What would change it");
    for change in changes {
        let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 6.0), Sense::hover());
        ui.add_space(-2.0);
        let figures = change.figures();
        let right = Phrase::figures(&figures, sizes.second - 0.5).colour(theme::STRONG).line(ui);
        let right = phrase::paint(ui, right, Align2::RIGHT_CENTER, at);
        let rest = Rect::from_min_max(at.min, pos2(right.left() - 8.0, at.bottom()));
        let cover = change.cover.as_ref().map(|cover| format!(": {cover}")).unwrap_or_default();
        let words = format!("{}{cover}", change.words);
        let galley = Phrase::words(&words, sizes.second).elided(ui, rest.width());
        let is_cut = galley.elided;
        phrase::paint(ui, galley, Align2::LEFT_CENTER, rest);
        phrase::name(&response, &format!("{words}, {figures}"));
        if is_cut {
            response.on_hover_text(&words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_says_by_how_much() {
        let strike = |hits, mean| Some((Fraction::new(hits, 100), Fraction::new(mean, 10)));
        let figures = |strike, before| ChangeModel { words: String::new(), cover: None, strike, before }.figures();
        assert_eq!(figures(strike(55, 81), strike(25, 32)), "55 % (+30), mean 8.1");
        assert_eq!(figures(strike(25, 12), strike(25, 32)), "25 %, mean 1.2 (\u{2212}2.0)");
        assert_eq!(figures(strike(25, 12), None), "25 %, mean 1.2");
        assert_eq!(figures(None, strike(25, 12)), "no attack");
    }
}
