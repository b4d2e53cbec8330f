//! A piece of text with its font and colour: shown as a label, or laid out to be painted by a widget.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, FontId, Galley, Label, Rect, Response, RichText, TextWrapMode, Ui, WidgetInfo, WidgetType, pos2,
    text::LayoutJob, text::TextFormat, text::TextWrapping,
};

use crate::{board::paint_words, panels::theme};

/// A piece of text with its font and colour.
#[derive(Clone, Debug)]
pub struct Phrase {
    text: String,
    font: FontId,
    colour: Color32,
}

impl Phrase {
    /// Words in a size in points.
    pub fn words(text: impl Into<String>, points: f32) -> Self {
        Self { text: text.into(), font: theme::words(points), colour: theme::TEXT }
    }

    /// Figures in a size in points.
    pub fn figures(text: impl Into<String>, points: f32) -> Self {
        Self { text: text.into(), font: theme::figures(points), colour: theme::TEXT }
    }

    /// Changes the colour.
    #[must_use]
    pub const fn colour(mut self, colour: Color32) -> Self {
        self.colour = colour;
        self
    }

    /// Takes the colour of headline numbers and names.
    #[must_use]
    pub const fn strong(self) -> Self {
        self.colour(theme::STRONG)
    }

    /// Takes the colour of labels and second lines.
    #[must_use]
    pub const fn second(self) -> Self {
        self.colour(theme::SECOND)
    }

    /// Laid out on one line, however long.
    pub fn line(&self, ui: &Ui) -> Arc<Galley> {
        self.lay(ui, f32::INFINITY)
    }

    /// Laid out in as many lines as the width requires.
    pub fn lay(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        ui.painter().layout(self.text.clone(), self.font.clone(), self.colour, width)
    }

    /// Laid out on one line, cut with an ellipsis if it is too long: only for text that can be read in full elsewhere.
    pub fn elided(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        let mut job = LayoutJob::single_section(self.text.clone(), TextFormat::simple(self.font.clone(), self.colour));
        job.wrap = TextWrapping::truncate_at_width(width);
        ui.painter().layout_job(job)
    }

    /// As a label that wraps.
    pub fn show(self, ui: &mut Ui) -> Response {
        ui.add(Label::new(self.rich()).wrap_mode(TextWrapMode::Wrap))
    }

    /// As a label on one line, cut with an ellipsis if it is too long; the tooltip has the full text.
    pub fn show_elided(self, ui: &mut Ui) -> Response {
        ui.add(Label::new(self.rich()).truncate())
    }

    /// As a label on one line.
    pub fn show_line(self, ui: &mut Ui) -> Response {
        ui.add(Label::new(self.rich()).extend())
    }

    /// As a label to be shown by the caller.
    pub fn label(self) -> Label {
        Label::new(self.rich())
    }

    fn rich(self) -> RichText {
        RichText::new(self.text).font(self.font).color(self.colour)
    }
}

/// Paints a laid-out text, aligned in a rectangle. Returns where it is.
pub fn paint(ui: &Ui, galley: Arc<Galley>, align: Align2, within: Rect) -> Rect {
    let rect = align.align_size_within_rect(galley.size(), within);
    paint_words(ui.painter(), rect.min, galley);
    rect
}

/// Paints a laid-out text with its left end at `x` and its first baseline at `y`. Returns where it is.
pub fn paint_on_baseline(ui: &Ui, galley: Arc<Galley>, x: f32, y: f32) -> Rect {
    let at = pos2(x, y - baseline(&galley));
    let rect = Rect::from_min_size(at, galley.size());
    paint_words(ui.painter(), at, galley);
    rect
}

/// The distance from the top of a text to its first baseline.
pub fn baseline(galley: &Galley) -> f32 {
    let first = galley.rows.first();
    first
        .and_then(|row| row.glyphs.first().map(|glyph| row.pos.y + glyph.pos.y))
        .unwrap_or_else(|| galley.size().y * 0.8)
}

/// Gives a painted text an accessible name.
pub fn name(response: &Response, text: &str) {
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, text));
}
