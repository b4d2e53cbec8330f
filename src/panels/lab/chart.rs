//! Charts in the inspector: the lines of a [`Chart`], and in words the value pointed at.

use bevy_egui::egui::{Align2, Color32, Id, Sense, Shape, Stroke, Ui, Vec2b, pos2, vec2};
use egui_plot::{
    AxisHints, GridMark, HoverPosition, Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotPoints, Points, Text, VLine,
};

use crate::{
    board::art::{
        chart::{Axes, Chart, ChartLine, LineLook, figure, marks},
        palette::Rgb,
    },
    panels::{
        theme::{self, Sizes},
        widgets::{Phrase, phrase},
    },
};

/// The files a chart can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartFile {
    /// A picture.
    Png,
    /// Comma-separated values.
    Csv,
}

impl ChartFile {
    /// The file name's extension.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Csv => "csv",
        }
    }
}

const fn colour(of: Rgb) -> Color32 {
    Color32::from_rgb(of.r, of.g, of.b)
}

/// Shows a chart in the full width; shows nothing without values.
pub fn show(ui: &mut Ui, chart: &Chart) {
    let Some(axes) = chart.axes() else { return };
    let sizes = Sizes::of(ui.ctx());
    ui.style_mut().override_font_id = Some(theme::figures(sizes.rule));
    ui.visuals_mut().override_text_color = Some(theme::RULE_ID);
    let spaced = |step: f64| {
        move |input: egui_plot::GridInput| -> Vec<GridMark> {
            marks(input.bounds, step).map(|value| GridMark { value, step_size: step }).collect()
        }
    };
    let (across, up) = (chart.across.clone(), chart.up.clone());
    let pointed = move |at: &HoverPosition<'_>| match at {
        HoverPosition::NearDataPoint { plot_name, position, .. } if !plot_name.is_empty() => {
            Some(format!("{plot_name}\n{across}: {}\n{up}: {}", figure(position.x), figure(position.y)))
        }
        _ => None,
    };
    let Axes { across: (left, right), up: (bottom, top), steps } = axes;
    let axes_words = format!("{left} {right} {bottom} {top} {}", ui.available_width());
    let room = ((right - left) * 0.02, (top - bottom) * 0.06);
    let plot = Plot::new(("lab chart", &chart.title))
        .height(if sizes.roomy { 220.0 } else { 160.0 })
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .auto_bounds(Vec2b::FALSE)
        .default_x_bounds(left - room.0, right + room.0)
        .default_y_bounds(bottom - room.1, top + room.1)
        .x_grid_spacer(spaced(steps.0))
        .y_grid_spacer(spaced(steps.1))
        .custom_x_axes(vec![
            AxisHints::new_x()
                .label(chart.across.as_str())
                .label_spacing(24.0..=32.0)
                .formatter(|mark, _| figure(mark.value)),
        ])
        .custom_y_axes(vec![AxisHints::new_y().label(chart.up.as_str()).formatter(|mark, _| figure(mark.value))])
        .label_formatter(pointed)
        .show_crosshair(false)
        .grid_color(theme::DIVIDER.color);
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds_x(left - room.0..=right + room.0);
        plot.set_plot_bounds_y(bottom - room.1..=top + room.1);
        if let Some((now, words)) = chart.now_words() {
            plot.vline(VLine::new("", now).color(theme::SECOND).style(LineStyle::dashed_dense()).allow_hover(false));
            let gap = (right - left) * 0.008;
            let is_right = now > left + (right - left) * 0.7;
            let (align, x) =
                if is_right { (Align2::RIGHT_BOTTOM, now - gap) } else { (Align2::LEFT_BOTTOM, now + gap) };
            let at = PlotPoint::new(x, bottom);
            plot.text(Text::new("", at, words).color(theme::STRONG).anchor(align).allow_hover(false));
        }
        for (row, (value, words)) in chart.thresholds.iter().enumerate() {
            let look = LineStyle::dotted_dense();
            plot.vline(VLine::new("", *value).color(theme::SECOND).style(look).allow_hover(false));
            // Staggered in height: they may lie close together.
            let at = PlotPoint::new(*value + (right - left) * 0.008, top - (top - bottom) * (0.04 + 0.11 * row as f64));
            let (align, at) = if *value > left + (right - left) * 0.7 {
                (Align2::RIGHT_CENTER, PlotPoint::new(*value - (right - left) * 0.008, at.y))
            } else {
                (Align2::LEFT_CENTER, at)
            };
            plot.text(Text::new("", at, words).color(theme::SECOND).anchor(align).allow_hover(false));
        }
        for line in &chart.lines {
            let lettered = matches!(line.look, LineLook::First | LineLook::Second) && !line.letter.is_empty();
            if let Some((x, y)) = line.values.first().filter(|_| lettered && chart.lines.len() > 1) {
                let at = PlotPoint::new(*x - (right - left) * 0.004, *y + (top - bottom) * 0.05);
                let letter = Text::new("", at, &line.letter).color(colour(line.look.colour()));
                plot.text(letter.anchor(Align2::CENTER_BOTTOM).allow_hover(false));
            }
            for piece in chart.pieces(line) {
                let corners: Vec<[f64; 2]> = piece.into_iter().map(|(x, y)| [x, y]).collect();
                let drawn = Line::new("", PlotPoints::from(corners)).color(colour(line.look.colour()));
                plot.line(drawn.width(2.2).style(style(line.look)).allow_hover(false));
            }
            if !line.gaps.is_empty() {
                let gaps: Vec<[f64; 2]> = line.gaps.iter().map(|gap| [*gap, bottom]).collect();
                let crosses = Points::new("", PlotPoints::from(gaps)).color(theme::SECOND).shape(MarkerShape::Cross);
                plot.points(crosses.radius(4.0).allow_hover(false));
            }
            let values: Vec<[f64; 2]> = line.values.iter().map(|(x, y)| [*x, *y]).collect();
            let signs = Points::new(named(line), PlotPoints::from(values)).color(colour(line.look.colour()));
            plot.points(signs.shape(sign(line.look)).radius(2.6));
        }
    });
    settle(ui, &chart.title, &axes_words);
    phrase::name(&shown.response, &spoken(chart));
}

/// Draws a few more frames after the axes of a chart change: only then is the room needed by their numbers known.
fn settle(ui: &Ui, title: &str, axes: &str) {
    const FRAMES: u8 = 4;
    let id = Id::new(("lab chart settles", title));
    let known: Option<(String, u8)> = ui.data(|data| data.get_temp(id));
    let drawn = known.filter(|(known, _)| known == axes).map_or(0, |(_, drawn)| drawn);
    if drawn < FRAMES {
        ui.data_mut(|data| data.insert_temp(id, (axes.to_owned(), drawn + 1)));
        ui.ctx().request_repaint();
    }
}

/// The words for a line of the chart, wrapped as needed, after a sample of the line.
pub fn key(ui: &mut Ui, look: LineLook, words: &str) {
    const SAMPLE: f32 = 26.0;
    let sizes = Sizes::of(ui.ctx());
    let width = (ui.available_width() - SAMPLE - 6.0).max(1.0);
    let galley = Phrase::words(words, sizes.second).lay(ui, width);
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), galley.size().y), Sense::hover());
    let y = at.top() + sizes.second * 0.7;
    let ends = [pos2(at.left(), y), pos2(at.left() + SAMPLE, y)];
    let stroke = Stroke::new(2.2, colour(look.colour()));
    match look.dashes() {
        None => {
            ui.painter().line_segment(ends, stroke);
        }
        Some((on, off)) => ui.painter().extend(Shape::dashed_line(&ends, stroke, on, off)),
    }
    phrase::paint(ui, galley, Align2::LEFT_TOP, at.with_min_x(at.left() + SAMPLE + 6.0));
    phrase::name(&response, words);
}

const fn style(look: LineLook) -> LineStyle {
    match look.dashes() {
        None => LineStyle::Solid,
        Some((on, _)) if on < 3.0 => LineStyle::Dotted { spacing: 5.0 },
        Some((on, _)) => LineStyle::Dashed { length: on },
    }
}

/// The marker of its values: a disc, a square, and triangles for best and worst.
const fn sign(look: LineLook) -> MarkerShape {
    match look {
        LineLook::First => MarkerShape::Circle,
        LineLook::Second => MarkerShape::Square,
        LineLook::Best => MarkerShape::Down,
        LineLook::Worst => MarkerShape::Up,
    }
}

fn named(line: &ChartLine) -> String {
    format!("{} {}", line.letter, line.name).trim().to_owned()
}

/// The chart in words, for screen readers: some values of the first line.
fn spoken(chart: &Chart) -> String {
    let Some(line) = chart.lines.iter().rev().find(|line| line.look == LineLook::First) else {
        return chart.title.clone();
    };
    let every = (line.values.len() / 8).max(1);
    let values: Vec<String> =
        line.values.iter().step_by(every).map(|(x, y)| format!("{}: {}", figure(*x), figure(*y))).collect();
    format!("{}, {} by {}: {}", chart.title, chart.up, chart.across, values.join(", "))
}
