//! A line of the log: who, words, and dice on plates: filled for success, outlined for failure.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, CursorIcon, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{control, phrase, phrase::Phrase, side};
use crate::panels::theme::{self, Sizes};
use crate::rules::{RuleId, Team};

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Words(String),
    /// The face of a die and whether the roll succeeded; dice that cannot fail are filled.
    Die(String, Option<bool>),
}

/// A line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Whose deed it is, with the letter on the token.
    pub who: Option<(Team, char)>,
    /// What is told, dice among it.
    pub pieces: Vec<Piece>,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// A round's heading.
    pub heading: bool,
}

impl Line {
    /// The heading of a round.
    pub fn round(number: u16) -> Self {
        let pieces = vec![Piece::Words(format!("Round {number}"))];
        Self { pieces, heading: true, ..Self::default() }
    }

    /// The whole line in words: dice in square brackets.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            let part = match piece {
                Piece::Words(words) => words.clone(),
                Piece::Die(face, Some(false)) => format!("({face})"),
                Piece::Die(face, _) => format!("[{face}]"),
            };
            if !text.is_empty() && !part.starts_with([',', ':', '.']) {
                text.push(' ');
            }
            text.push_str(&part);
        }
        text
    }
}

/// Shows a line; the rule behind it if the line was pressed.
pub fn tale(ui: &mut Ui, line: &Line) -> Option<RuleId> {
    let sizes = Sizes::of(ui.ctx());
    if line.heading {
        super::section(ui, &line.text());
        return None;
    }
    let size = sizes.body - 1.0;
    let mark = size + 3.0;
    let left = mark + 8.0;
    let flow = Flow::lay(ui, line, size, ui.available_width() - left);
    let sense = if line.rule.is_some() { Sense::click() } else { Sense::hover() };
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), flow.height), sense);
    if response.hovered() && line.rule.is_some() {
        ui.painter().rect_filled(at.expand2(vec2(3.0, 0.0)), theme::BAR_RADIUS, theme::CARD);
    }
    if let Some((team, letter)) = line.who {
        let middle = pos2(at.left() + mark / 2.0, at.top() + flow.row / 2.0);
        side::badge(ui, team, Some(letter), Rect::from_center_size(middle, Vec2::splat(mark)));
    }
    flow.paint(ui, at.translate(vec2(left, 0.0)));
    control::focus_ring(ui, at, &response);
    press(response, line)
}

fn press(response: Response, line: &Line) -> Option<RuleId> {
    let kind = if line.rule.is_some() { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| WidgetInfo::labeled(kind, true, line.text()));
    let rule = line.rule?;
    let clicked = response.clicked();
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(rule.0);
    clicked.then_some(rule)
}

/// Words and plates in as many rows as they need.
struct Flow {
    parts: Vec<(Vec2, Arc<Galley>, Option<Option<bool>>)>,
    row: f32,
    height: f32,
}

impl Flow {
    fn lay(ui: &Ui, line: &Line, size: f32, width: f32) -> Self {
        let row = size * 1.45;
        let space = size * 0.28;
        let mut flow = Self { parts: Vec::new(), row, height: row };
        let mut x = 0.0;
        let mut put = |galley: Arc<Galley>, plate: Option<Option<bool>>, glued: bool| {
            let margin = if plate.is_some() { 4.0 } else { 0.0 };
            let wide = galley.size().x + 2.0 * margin;
            let gap = if x == 0.0 || glued { 0.0 } else { space };
            if x > 0.0 && x + gap + wide > width {
                x = 0.0;
                flow.height += row;
            } else {
                x += gap;
            }
            flow.parts.push((vec2(x + margin, flow.height - row), galley, plate));
            x += wide;
        };
        let plain = line.who.is_some();
        for piece in &line.pieces {
            match piece {
                Piece::Words(words) => {
                    for word in words.split_whitespace() {
                        let phrase = Phrase::words(word, size);
                        let galley = if plain { phrase } else { phrase.second() }.line(ui);
                        put(galley, None, word.starts_with([',', ':', '.']));
                    }
                }
                Piece::Die(face, success) => {
                    let colour = if *success == Some(false) { theme::CREAM } else { theme::INK };
                    put(Phrase::figures(face, size - 1.5).colour(colour).line(ui), Some(*success), false);
                }
            }
        }
        flow
    }

    fn paint(&self, ui: &Ui, at: Rect) {
        for (offset, galley, plate) in &self.parts {
            let place = Rect::from_min_size(at.min + *offset, vec2(galley.size().x, self.row));
            if let Some(success) = plate {
                let plate = Rect::from_center_size(place.center(), vec2(place.width() + 8.0, self.row - 4.0));
                let fill = if *success == Some(false) { theme::TABLE } else { theme::CREAM };
                let edge = Stroke::new(1.0, theme::CREAM);
                ui.painter().rect(plate, theme::BAR_RADIUS, fill, edge, StrokeKind::Inside);
            }
            phrase::paint(ui, galley.clone(), Align2::LEFT_CENTER, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_read_aloud() {
        let line = Line {
            pieces: vec![
                Piece::Die("41".into(), Some(true)),
                Piece::Words("under 65, Fray".into()),
                Piece::Die("52".into(), Some(false)),
                Piece::Words(": stays up".into()),
            ],
            ..Line::default()
        };
        assert_eq!(line.text(), "[41] under 65, Fray (52): stays up");
        assert_eq!(Line::round(2).text(), "Round 2");
    }
}
