//! Rows in which exactly one value is chosen: segments, pips for small numbers, a stepper for large ones.

use bevy_egui::egui::{
    Align2, CornerRadius, CursorIcon, Id, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};

use super::control::focus_ring;
use super::phrase::{self, Phrase};
use crate::panels::theme::{self, Sizes};

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its words.
    pub label: String,
    /// Why it cannot be taken, if it cannot.
    pub refusal: Option<String>,
}

impl Segment {
    /// A value that can be taken.
    pub fn open(label: impl Into<String>) -> Self {
        Self { label: label.into(), refusal: None }
    }
}

/// Segments side by side, in as many lines as they need. Returns the index of the one that was pressed. `name` says
/// what they decide, for screen readers.
pub fn segments(ui: &mut Ui, name: &str, values: &[Segment], chosen: usize) -> Option<usize> {
    let height = Sizes::of(ui.ctx()).segment;
    segments_of(ui, name, values, chosen, height)
}

/// Like [`segments`], with a height in points.
pub fn segments_of(ui: &mut Ui, name: &str, values: &[Segment], chosen: usize, height: f32) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    let width = ui.available_width();
    let wanted: Vec<f32> = values.iter().map(|value| label(value, false, &sizes).line(ui).size().x + 10.0).collect();
    let mut pressed = None;
    let mut first = 0;
    let even = evenly(&wanted, width);
    while first < values.len() {
        let line = line_from(&wanted[first..], width).min(even);
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let range = first..first + line;
        let natural: f32 = wanted[range.clone()].iter().sum();
        let even = width / line as f32;
        let evenly = wanted[range.clone()].iter().all(|width| *width <= even);
        let mut left = rect.left();
        for index in range {
            let share = if evenly { even } else { wanted[index] * width / natural };
            let at = Rect::from_min_max(pos2(left, rect.top()), pos2(left + share, rect.bottom()));
            let response = ui.interact(at, ui.id().with((name, index)), Sense::click());
            paint_segment(ui, &response, &values[index], index == chosen, index == first, &sizes);
            pressed = press(response, name, &values[index], index == chosen).then_some(index).or(pressed);
            left += share;
        }
        ui.painter().rect_stroke(rect, theme::FIELD_RADIUS, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
        first += line;
    }
    pressed
}

/// How many segments fit in one line; at least one.
fn line_from(wanted: &[f32], width: f32) -> usize {
    let mut used = 0.0;
    let fits = wanted.iter().take_while(|segment| {
        used += **segment;
        used <= width
    });
    fits.count().max(1)
}

/// How many segments to put in each line, evenly, so that none is left alone in the last one.
fn evenly(wanted: &[f32], width: f32) -> usize {
    let (mut lines, mut first) = (0, 0);
    while first < wanted.len() {
        first += line_from(&wanted[first..], width);
        lines += 1;
    }
    wanted.len().div_ceil(lines.max(1)).max(1)
}

fn label(value: &Segment, chosen: bool, sizes: &Sizes) -> Phrase {
    let colour = match (&value.refusal, chosen) {
        (Some(_), _) => theme::SECOND,
        (None, true) => theme::ON_MAY,
        (None, false) => theme::TEXT,
    };
    Phrase::words(&value.label, sizes.second).colour(colour)
}

fn paint_segment(ui: &Ui, response: &Response, value: &Segment, chosen: bool, first: bool, sizes: &Sizes) {
    let at = response.rect;
    let fill = if chosen {
        theme::MAY
    } else if response.hovered() && value.refusal.is_none() {
        theme::CARD_HOVER
    } else {
        theme::TABLE
    };
    ui.painter().rect_filled(at, if chosen || first { theme::FIELD_RADIUS } else { CornerRadius::ZERO }, fill);
    if !first && !chosen {
        ui.painter().vline(at.left(), at.y_range().shrink(1.0), Stroke::new(1.0, theme::CARD_EDGE));
    }
    let text = phrase::paint(ui, label(value, chosen, sizes).elided(ui, at.width() - 6.0), Align2::CENTER_CENTER, at);
    if value.refusal.is_some() {
        ui.painter().hline(text.x_range().expand(2.0), text.center().y + 1.0, Stroke::new(1.0, theme::REFUSED_EDGE));
    }
    focus_ring(ui, at, response);
}

fn press(response: Response, name: &str, value: &Segment, chosen: bool) -> bool {
    let open = value.refusal.is_none();
    let spoken = match &value.refusal {
        Some(reason) => format!("{name}: {}, {reason}", value.label),
        None => format!("{name}: {}", value.label),
    };
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, open, chosen, &spoken));
    let response = response.on_hover_cursor(if open { CursorIcon::PointingHand } else { CursorIcon::NotAllowed });
    let pressed = response.clicked() && open && !chosen;
    if let Some(reason) = &value.refusal {
        if response.has_focus() {
            response.show_tooltip_text(reason);
        }
        response.on_hover_text(reason);
    }
    pressed
}

/// How strongly pips below the chosen number are filled.
const BELOW: f32 = 0.4;

/// Numbers up to eight as pips, filled up to the chosen one.
pub fn pips(ui: &mut Ui, name: &str, values: &[Segment], chosen: usize) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    let mut pressed = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (index, value) in values.iter().enumerate() {
            let (at, _) = ui.allocate_exact_size(vec2(sizes.segment, sizes.segment), Sense::hover());
            let response = ui.interact(at, ui.id().with((name, index)), Sense::click());
            // "0" is not a part of a greater number.
            let counts = index <= chosen && (index == chosen || value.label != "0");
            // Pips below the chosen number are filled faintly, so that they are not mistaken for it.
            let (fill, colour) = match counts {
                true if index == chosen => (theme::MAY, theme::ON_MAY),
                true => (theme::MAY.gamma_multiply(BELOW), theme::TEXT),
                false => (theme::TABLE, theme::TEXT),
            };
            let edge = if value.refusal.is_some() { theme::REFUSED_EDGE } else { theme::MAY };
            ui.painter().rect(at, theme::BAR_RADIUS, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
            let figure = Phrase::figures(&value.label, sizes.second).colour(colour);
            phrase::paint(ui, figure.line(ui), Align2::CENTER_CENTER, at);
            focus_ring(ui, at, &response);
            pressed = press(response, name, value, index == chosen).then_some(index).or(pressed);
        }
    });
    pressed
}

/// A number between two buttons; `down` and `up` say whether they can be pressed. Returns the step, −1 or 1.
pub fn stepper(ui: &mut Ui, name: &str, value: &str, down: bool, up: bool) -> Option<i32> {
    let sizes = Sizes::of(ui.ctx());
    let mut step = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if step_button(ui, &format!("{name}: less"), "\u{2212}", down, &sizes) {
            step = Some(-1);
        }
        let width = 44.0;
        let (at, response) = ui.allocate_exact_size(vec2(width, sizes.segment), Sense::hover());
        phrase::paint(ui, Phrase::figures(value, sizes.second).strong().line(ui), Align2::CENTER_CENTER, at);
        phrase::name(&response, &format!("{name}: {value}"));
        if step_button(ui, &format!("{name}: more"), "+", up, &sizes) {
            step = Some(1);
        }
    });
    step
}

fn step_button(ui: &mut Ui, name: &str, sign: &str, open: bool, sizes: &Sizes) -> bool {
    let (at, _) = ui.allocate_exact_size(vec2(sizes.segment + 4.0, sizes.segment), Sense::hover());
    let response = ui.interact(at, Id::new((ui.id(), name)), if open { Sense::click() } else { Sense::hover() });
    let fill = if response.hovered() && open { theme::CARD_HOVER } else { theme::TABLE };
    let edge = if open { theme::MAY } else { theme::REFUSED_EDGE };
    ui.painter().rect(at, theme::FIELD_RADIUS, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let colour = if open { theme::TEXT } else { theme::REFUSED_EDGE };
    phrase::paint(ui, Phrase::figures(sign, sizes.offer).colour(colour).line(ui), Align2::CENTER_CENTER, at);
    focus_ring(ui, at, &response);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, open, name));
    response.clicked() && open
}

#[cfg(test)]
mod tests {
    use super::{evenly, line_from};

    #[test]
    fn segments_break_into_lines() {
        assert_eq!(line_from(&[40.0, 40.0, 40.0], 120.0), 3);
        assert_eq!(line_from(&[40.0, 40.0, 41.0], 120.0), 2);
        assert_eq!(line_from(&[200.0, 40.0], 120.0), 1);
        assert_eq!(evenly(&[40.0; 5], 180.0), 3, "three and two, not four and one");
        assert_eq!(evenly(&[40.0; 4], 180.0), 4);
    }
}
