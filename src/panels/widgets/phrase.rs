//! A piece of text with its font and colour: shown as a label, or laid out to be painted by a widget.

use std::sync::Arc;

use bevy_egui::egui::{
    Align2, Color32, FontId, Galley, Label, Pos2, Rect, Response, RichText, TextWrapMode, Ui, WidgetInfo, WidgetType,
    pos2, text::LayoutJob, text::TextFormat, text::TextWrapping,
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
    /// Words, so many points high.
    pub fn words(text: impl Into<String>, points: f32) -> Self {
        Self { text: text.into(), font: theme::words(points), colour: theme::TEXT }
    }

    /// Figures, so many points high.
    pub fn figures(text: impl Into<String>, points: f32) -> Self {
        Self { text: text.into(), font: theme::figures(points), colour: theme::TEXT }
    }

    /// The same in another colour.
    #[must_use]
    pub const fn colour(mut self, colour: Color32) -> Self {
        self.colour = colour;
        self
    }

    /// The same as a headline number or a name.
    #[must_use]
    pub const fn strong(self) -> Self {
        self.colour(theme::STRONG)
    }

    /// The same as a label or a second line.
    #[must_use]
    pub const fn second(self) -> Self {
        self.colour(theme::SECOND)
    }

    /// Laid out on one line, as long as it gets.
    pub fn line(&self, ui: &Ui) -> Arc<Galley> {
        self.lay(ui, f32::INFINITY)
    }

    /// Laid out in as many lines as a width takes.
    pub fn lay(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        ui.painter().layout(self.text.clone(), self.font.clone(), self.colour, width)
    }

    /// Laid out on one line that ends in an ellipsis if the width is short: only for what can be read in full elsewhere.
    pub fn elided(&self, ui: &Ui, width: f32) -> Arc<Galley> {
        let mut job = LayoutJob::single_section(self.text.clone(), TextFormat::simple(self.font.clone(), self.colour));
        job.wrap = TextWrapping::truncate_at_width(width);
        ui.painter().layout_job(job)
    }

    /// As a label that wraps.
    pub fn show(self, ui: &mut Ui) -> Response {
        ui.add(Label::new(self.rich()).wrap_mode(TextWrapMode::Wrap))
    }

    /// As a label on one line that may be cut with an ellipsis; its tooltip has all of it.
    pub fn show_elided(self, ui: &mut Ui) -> Response {
        ui.add(Label::new(self.rich()).truncate())
    }

    /// As a label on one line.
    pub fn show_line(self, ui: &mut Ui) -> Response {
        ui.add(Label::new(self.rich()).extend())
    }

    /// As a label that is yet to be shown.
    pub fn label(self) -> Label {
        Label::new(self.rich())
    }

    fn rich(self) -> RichText {
        RichText::new(self.text).font(self.font).color(self.colour)
    }
}

/// Paints a laid-out text into a place of a rectangle: the text's own corner or middle comes to lie on the
/// rectangle's. Returns where it lies.
pub fn paint(ui: &Ui, galley: Arc<Galley>, align: Align2, within: Rect) -> Rect {
    let rect = align.align_size_within_rect(galley.size(), within);
    paint_words(ui.painter(), rect.min, galley);
    rect
}

/// Paints a laid-out text with its first baseline at a height. Returns where it lies.
pub fn paint_on_baseline(ui: &Ui, galley: Arc<Galley>, x: f32, y: f32) -> Rect {
    let at = pos2(x, y - baseline(&galley));
    let rect = Rect::from_min_size(at, galley.size());
    paint_words(ui.painter(), at, galley);
    rect
}

/// How far below its top a text's first baseline lies.
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

/// The left end of a vertical middle line.
pub fn left_middle(rect: Rect) -> Pos2 {
    pos2(rect.left(), rect.center().y)
}
