//! A line of the log: badge, words, and dice on plates that are filled for success and outlined for failure.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, CursorIcon, Galley, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::{control, phrase, phrase::Phrase, side, terms};
use crate::panels::theme::{self, Sizes};
use crate::rules::{CombatantId, RuleId, Team, capital};

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Words(String),
    /// The face of a die.
    Die(String, Plate),
}

/// The look of the plate under a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plate {
    /// The die counts, or the roll succeeded: filled.
    Full,
    /// The roll failed: outlined.
    Failed,
    /// The die is only read and does not count: outlined, dim.
    Marker,
    /// Staked Luck: gold in ink.
    Luck,
}

impl Plate {
    /// Colours of fill, edge and face.
    const fn colours(self) -> [Color32; 3] {
        match self {
            Self::Full => [theme::CREAM, theme::CREAM, theme::INK],
            Self::Failed => [theme::TABLE, theme::CREAM, theme::CREAM],
            Self::Marker => [theme::TABLE, theme::REFUSED_EDGE, theme::SECOND],
            Self::Luck => [theme::INK, theme::GOLD, theme::GOLD],
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogLine {
    /// Who acts: side and the letter on the token.
    pub who: Option<(Team, char)>,
    /// Words and dice.
    pub pieces: Vec<Piece>,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// A round's heading.
    pub heading: bool,
    /// Those named in the words: the actor, then the target.
    pub names: Vec<CombatantId>,
}

impl LogLine {
    /// The heading of a round.
    pub fn round(number: u16) -> Self {
        let pieces = vec![Piece::Words(format!("Round {number}"))];
        Self { pieces, heading: true, ..Self::default() }
    }

    /// The whole line as text: dice in square brackets, those that fail or do not count in round ones.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            let part = match piece {
                Piece::Words(words) => words.clone(),
                Piece::Die(face, Plate::Failed | Plate::Marker) => format!("({face})"),
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

/// Shows a line. Returns the rule behind it if the line was pressed.
pub fn log_line(ui: &mut Ui, line: &LogLine) -> Option<RuleId> {
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

/// Words and dice in as many rows as they need within `width` points, in the plain text colour. Returns their place.
pub fn pieces(ui: &mut Ui, pieces: &[Piece], width: f32) -> Rect {
    pieces_within(ui, pieces, width).0
}

/// The same in the full width; with what is left of their last row, in points.
pub fn pieces_in_full(ui: &mut Ui, pieces: &[Piece]) -> (Rect, f32) {
    let width = ui.available_width();
    let (at, end) = pieces_within(ui, pieces, width);
    (at, width - end)
}

/// Shows words and dice within a width. Returns their place, and where the last row ends.
fn pieces_within(ui: &mut Ui, pieces: &[Piece], width: f32) -> (Rect, f32) {
    let line = LogLine { who: Some((Team(0), ' ')), pieces: pieces.to_vec(), ..LogLine::default() };
    let flow = Flow::lay(ui, &line, Sizes::of(ui.ctx()).body - 0.5, width);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), flow.height), Sense::hover());
    flow.paint(ui, at);
    phrase::name(&response, &line.text());
    if let Some(tip) = dice_tip(&line) {
        response.on_hover_text(tip);
    }
    (at, flow.end())
}

/// The meanings of a line's plates, if one of them is not simply filled.
fn dice_tip(line: &LogLine) -> Option<String> {
    let has = |wanted: Plate| line.pieces.iter().any(|piece| matches!(piece, Piece::Die(_, plate) if *plate == wanted));
    let all = [
        (Plate::Full, "Filled dice succeed or count"),
        (Plate::Failed, "outlined dice fail"),
        (Plate::Marker, "dim dice are only read and do not count"),
        (Plate::Luck, "dice in gold are Luck"),
    ];
    let told: Vec<&str> = all.into_iter().filter(|(plate, _)| has(*plate)).map(|(_, words)| words).collect();
    (told.len() > 1 || has(Plate::Failed)).then(|| capital(&told.join("; ")).into_owned())
}

/// Words and dice in one row; parts that do not fit are replaced by an ellipsis.
pub fn one_row(ui: &Ui, line: &LogLine, at: Rect, size: f32) {
    let all = LogLine { who: Some((Team(0), ' ')), ..line.clone() };
    let mut flow = Flow::lay(ui, &all, size, f32::INFINITY);
    let ends = |(offset, galley, _): &(Vec2, Arc<Galley>, Option<Plate>)| offset.x + galley.size().x;
    if flow.parts.last().is_some_and(|last| ends(last) > at.width()) {
        let more = Phrase::words("\u{2026}", size).line(ui);
        let room = at.width() - more.size().x - 4.0;
        flow.parts.retain(|part| ends(part) <= room);
        let left = flow.parts.last().map_or(0.0, ends);
        flow.parts.push((vec2(left + 3.0, 0.0), more, None));
    }
    flow.paint(ui, Rect::from_min_size(pos2(at.left(), at.center().y - flow.row / 2.0), vec2(at.width(), flow.row)));
}

fn press(response: Response, line: &LogLine) -> Option<RuleId> {
    let kind = if line.rule.is_some() { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| WidgetInfo::labeled(kind, true, line.text()));
    let tip = dice_tip(line);
    let Some(rule) = line.rule else {
        tip.map(|tip| response.on_hover_text(tip));
        return None;
    };
    let tip = tip.map_or_else(|| terms::rule_tip(rule), |tip| format!("{}\n{tip}", terms::rule_tip(rule)));
    let clicked = response.clicked();
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(tip);
    clicked.then_some(rule)
}

/// Words and plates laid out in as many rows as they need.
struct Flow {
    parts: Vec<(Vec2, Arc<Galley>, Option<Plate>)>,
    row: f32,
    height: f32,
}

impl Flow {
    fn lay(ui: &Ui, line: &LogLine, size: f32, width: f32) -> Self {
        let row = size * 1.45;
        let space = size * 0.28;
        let mut flow = Self { parts: Vec::new(), row, height: row };
        let mut x = 0.0;
        let mut put = |galley: Arc<Galley>, plate: Option<Plate>, glued: bool| {
            let margin = if plate.is_some() { 4.0 } else { 0.0 };
            let wide = galley.size().x + 2.0 * margin;
            let gap = if x == 0.0 || glued { 0.0 } else { space };
            if x > 0.0 && x + gap + wide > width {
                x = 0.0;
                flow.height += row;
                // No line begins with a comma: the part before it moves down as well.
                if let Some((offset, galley, plate)) = flow.parts.pop_if(|_| glued) {
                    let margin = if plate.is_some() { 4.0 } else { 0.0 };
                    x = galley.size().x + 2.0 * margin;
                    flow.parts.push((vec2(margin, offset.y + row), galley, plate));
                }
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
                    for word in words_of(words) {
                        let phrase = Phrase::words(word, size);
                        let galley = if plain { phrase } else { phrase.second() }.line(ui);
                        put(galley, None, word.starts_with([',', ':', '.']));
                    }
                }
                Piece::Die(face, plate) => {
                    let [.., colour] = plate.colours();
                    put(Phrase::figures(face, size - 1.5).colour(colour).line(ui), Some(*plate), false);
                }
            }
        }
        flow
    }

    /// Where the last row ends.
    fn end(&self) -> f32 {
        let end = |(offset, galley, plate): &(Vec2, Arc<Galley>, Option<Plate>)| {
            offset.x + galley.size().x + if plate.is_some() { 4.0 } else { 0.0 }
        };
        self.parts.last().map_or(0.0, end)
    }

    fn paint(&self, ui: &Ui, at: Rect) {
        for (offset, galley, plate) in &self.parts {
            let place = Rect::from_min_size(at.min + *offset, vec2(galley.size().x, self.row));
            if let Some(look) = plate {
                let plate = Rect::from_center_size(place.center(), vec2(place.width() + 8.0, self.row - 4.0));
                let [fill, edge, _] = look.colours();
                let edge = Stroke::new(1.0, edge);
                ui.painter().rect(plate, theme::BAR_RADIUS, fill, edge, StrokeKind::Inside);
            }
            phrase::paint(ui, galley.clone(), Align2::LEFT_CENTER, place);
        }
    }
}

/// The parts between which a line may break: never between `=` and the word after it.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        let from = if rest.starts_with("= ") { 2 } else { 0 };
        let end = rest[from..].find(' ').map_or(rest.len(), |end| from + end);
        let word = &rest[..end];
        rest = rest[end..].trim_start();
        (!word.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_begins_with_a_comma() {
        let rows = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
        let kept = std::rc::Rc::clone(&rows);
        let mut panel = crate::panels::testing::panel(crate::panels::testing::WINDOWS[0], move |ui| {
            let pieces = vec![Piece::Die("41".into(), Plate::Full), Piece::Words(", Fray under 65".into())];
            let line = LogLine { pieces, ..LogLine::default() };
            let die = Flow::lay(ui, &line, 14.0, f32::INFINITY).parts[0].1.size().x + 8.0;
            let flow = Flow::lay(ui, &line, 14.0, die + 1.0);
            *kept.borrow_mut() =
                flow.parts.iter().map(|(offset, galley, _)| (offset.y, galley.text().to_owned())).collect();
            None::<RuleId>
        });
        panel.answer();
        let rows = rows.borrow();
        assert_eq!((rows[0].1.as_str(), rows[1].1.as_str()), ("41", ","));
        assert_eq!(rows[0].0, rows[1].0, "the comma stays behind its die");
    }

    #[test]
    fn a_line_can_be_read_aloud() {
        let line = LogLine {
            pieces: vec![
                Piece::Die("41".into(), Plate::Full),
                Piece::Words("under 65, Fray".into()),
                Piece::Die("52".into(), Plate::Failed),
                Piece::Words(": stays up".into()),
            ],
            ..LogLine::default()
        };
        assert_eq!(line.text(), "[41] under 65, Fray (52): stays up");
        assert_eq!(LogLine::round(2).text(), "Round 2");
        assert_eq!(words_of(" +15  = 26: critical").collect::<Vec<_>>(), ["+15", "= 26:", "critical"]);
    }
}
