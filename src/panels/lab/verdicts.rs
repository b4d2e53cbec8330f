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
    rules::{RuleId, RulesetId},
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
    /// The best attack: its name, the chance that it hits, mean damage, and the chance that the target is out; or why not.
    pub attack: Result<(String, Fraction, Fraction, Fraction), String>,
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
const COLUMNS: [(f32, f32); 5] = [(0.18, 0.36), (0.37, 0.67), (0.67, 0.76), (0.77, 0.89), (0.90, 1.0)];

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
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.second + 11.0), Sense::click());
    ui.add_space(-2.0);
    control::ground(ui, &response, theme::FIELD_RADIUS, chosen);
    let room = at.shrink2(vec2(8.0, 0.0));
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
    let spoken = match &verdict.attack {
        Ok((title, hits, mean, out)) => {
            let figures = [hits.percent().to_string(), number::tenths(*mean), out.percent().to_string()];
            for (place, figures) in (2..).zip(figures) {
                let galley = Phrase::figures(&figures, size).colour(theme::STRONG).line(ui);
                phrase::paint(ui, galley, Align2::RIGHT_CENTER, column(room, place));
            }
            let (hits, mean, out) = (number::percent(*hits), number::tenths(*mean), number::percent(*out));
            format!("{title} hits {hits}, mean damage {mean}, out {out}")
        }
        Err(why) => {
            let rest = column(room, 2).union(column(room, 4));
            let galley = Phrase::words(why, size - 0.5).second().elided(ui, rest.width());
            phrase::paint(ui, galley, Align2::RIGHT_CENTER, rest);
            why.clone()
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
        let figures = match change.strike {
            Some((hits, mean)) => format!("{}, mean {}", number::percent(hits), number::tenths(mean)),
            None => "no attack".into(),
        };
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
