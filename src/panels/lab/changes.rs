//! The single changes that would alter an attack most, and what else was tried.

use bevy_egui::egui::{Align2, Sense, Ui, WidgetInfo, WidgetType, vec2};

use super::intent::Intent;
use crate::{
    dice::Fraction,
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{Phrase, control, phrase, section},
    },
};

/// The changes tried, and their results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangesModel {
    /// The changes that alter the attack most.
    pub rows: Vec<ChangeModel>,
    /// The row pointed at, which is shown on the board.
    pub pointed: Option<usize>,
    /// How many others alter it less.
    pub fewer: usize,
    /// The changes that alter nothing, in words.
    pub idle: Vec<String>,
    /// Whether they have been worked out.
    pub known: bool,
}

/// A single change, and the attack with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangeModel {
    /// The change in words.
    pub words: String,
    /// Cover with the change, if it differs.
    pub cover: Option<String>,
    /// The chance to hit and mean damage; `None` if the attack is no longer possible.
    pub strike: Option<(Fraction, Fraction)>,
    /// The chance and mean without the change.
    pub before: Option<(Fraction, Fraction)>,
}

impl ChangeModel {
    /// "55 % (+30), mean 8.1": the difference is given for the chance or, if the chance stays the same, for the mean.
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

impl ChangesModel {
    /// What else was tried, in words.
    fn tried(&self) -> String {
        let fewer = match self.fewer {
            0 => String::new(),
            1 => "1 more changes it less. ".into(),
            fewer => format!("{fewer} more change it less. "),
        };
        let idle = match self.idle.as_slice() {
            [] => "Everything that was tried changes it".into(),
            idle => format!("Tried, and changes nothing: {}", idle.join("; ")),
        };
        format!("{fewer}{idle}")
    }
}

/// Shows what would change the attack, and how. A row pointed at is shown on the board, a row pressed is tried.
pub fn show(ui: &mut Ui, changes: &ChangesModel) -> Option<Intent> {
    if !changes.known {
        return None;
    }
    let sizes = Sizes::of(ui.ctx());
    section(ui, "What would change it");
    let (mut pressed, mut pointed) = (None, None);
    for (place, change) in changes.rows.iter().enumerate() {
        let response = row(ui, change);
        if response.hovered() || response.has_focus() {
            pointed = Some(place);
        }
        if response.clicked() {
            pressed = Some(Intent::TryChange(place));
        }
    }
    if changes.rows.is_empty() {
        Phrase::words("No single change does", sizes.second).show(ui);
    } else {
        Phrase::words("Point at one to see it; press to try it, Undo takes it back", sizes.second - 0.5)
            .second()
            .show(ui);
    }
    Phrase::words(changes.tried(), sizes.second - 0.5).second().show(ui);
    pressed.or_else(|| (pointed != changes.pointed).then_some(Intent::PointChange(pointed)))
}

fn row(ui: &mut Ui, change: &ChangeModel) -> bevy_egui::egui::Response {
    const EDGE: f32 = 6.0;
    let sizes = Sizes::of(ui.ctx());
    let figures = change.figures();
    let right = Phrase::figures(&figures, sizes.second - 0.5).colour(theme::STRONG).line(ui);
    let width = ui.available_width();
    let cover = change.cover.as_ref().map(|cover| format!(": {cover}")).unwrap_or_default();
    let words = format!("{}{cover}", change.words);
    let galley = Phrase::words(&words, sizes.second).lay(ui, width - right.size().x - 8.0 - 2.0 * EDGE);
    let (at, response) = ui.allocate_exact_size(vec2(width, galley.size().y + 6.0), Sense::click());
    ui.add_space(-1.0);
    control::ground(ui, &response, theme::FIELD_RADIUS, false);
    let room = at.shrink2(vec2(EDGE, 0.0));
    phrase::paint(ui, galley, Align2::LEFT_CENTER, room);
    phrase::paint(ui, right, Align2::RIGHT_CENTER, room);
    let spoken = format!("Try: {words}, {figures}");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &spoken));
    response
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

    #[test]
    fn what_was_tried_in_vain_is_told() {
        let idle = vec!["Klara on a6, b6".into(), "aim first".into()];
        let model = ChangesModel { idle, fewer: 2, ..ChangesModel::default() };
        assert_eq!(model.tried(), "2 more change it less. Tried, and changes nothing: Klara on a6, b6; aim first");
    }
}
