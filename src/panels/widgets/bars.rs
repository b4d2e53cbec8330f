//! Bars: health with its notches, the odds with their legend, progress.

use bevy_egui::egui::{Align2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType, pos2, vec2};

use super::{cost::line, phrase, phrase::Phrase};
use crate::board::art::palette;
use crate::dice::Fraction;
use crate::panels::{
    number,
    theme::{self, Sizes},
};
use crate::rules::Bar;

/// Bars of health and the like, with their names before them if there are several and their numbers after them; `right`
/// points are kept free beside the first. All tracks are equally long for comparison, except for that room.
pub fn health(ui: &mut Ui, bars: &[Bar], right: f32) {
    let sizes = Sizes::of(ui.ctx());
    let label = |bar: &Bar| Phrase::words(bar.label, sizes.second).second();
    let figure = |bar: &Bar| {
        let words = format!("{} of {}", number::plain(bar.now), number::plain(bar.full));
        Phrase::words(&words, sizes.second)
    };
    let widest = |widths: Vec<f32>| widths.into_iter().fold(0.0, f32::max) + 10.0;
    let before =
        if bars.len() > 1 { widest(bars.iter().map(|bar| label(bar).line(ui).size().x).collect()) } else { 0.0 };
    let behind = widest(bars.iter().map(|bar| figure(bar).line(ui).size().x).collect());
    for (index, bar) in bars.iter().enumerate() {
        let at = line(ui, sizes.second + 6.0);
        let right = if index == 0 { right } else { 0.0 };
        let at = Rect::from_min_max(at.min, pos2(at.right() - right, at.bottom()));
        if before > 0.0 {
            phrase::paint(ui, label(bar).line(ui), Align2::LEFT_CENTER, at);
        }
        phrase::paint(ui, figure(bar).line(ui), Align2::RIGHT_CENTER, at);
        let place = Rect::from_min_max(pos2(at.left() + before, at.top()), pos2(at.right() - behind, at.bottom()));
        track(ui, bar, Rect::from_center_size(place.center(), vec2(place.width(), sizes.second * 0.75)));
        let response = ui.interact(at, ui.id().with(("bar", bar.label)), Sense::hover());
        phrase::name(&response, &format!("{}: {} of {}", bar.label, bar.now, bar.full));
        response.on_hover_text(bar.label);
    }
}

/// The bar itself with its notches.
fn track(ui: &Ui, bar: &Bar, track: Rect) {
    let share = |value: i32| (value as f32 / bar.full.max(1) as f32).clamp(0.0, 1.0);
    let painter = ui.painter();
    painter.rect_filled(track, theme::BAR_RADIUS, theme::TABLE);
    let left = Rect::from_min_size(track.min, vec2(track.width() * share(bar.now), track.height()));
    painter.rect_filled(left, theme::BAR_RADIUS, theme::CREAM);
    for notch in &bar.notches {
        let x = track.left() + track.width() * share(*notch);
        let colour = if *notch < bar.now { theme::INK } else { theme::REFUSED_EDGE };
        painter.vline(x, track.y_range(), Stroke::new(1.5, colour));
    }
    painter.rect_stroke(track, theme::BAR_RADIUS, Stroke::new(1.0, theme::REFUSED_EDGE), StrokeKind::Inside);
}

/// The odds of the grades of an outcome, with a legend whose numbers add up to 100 and, without the first, to the
/// headline.
pub fn odds(ui: &mut Ui, parts: &[(String, Fraction)]) {
    let sizes = Sizes::of(ui.ctx());
    let at = line(ui, sizes.odds);
    let chances: Vec<Fraction> = parts.iter().map(|(_, chance)| *chance).collect();
    let shares = number::headline_shares(&chances);
    small(ui, &chances, at);
    let named = |((label, chance), share): (&(String, Fraction), &u32)| match (*share, *chance == Fraction::ZERO) {
        (0, false) => format!("<1 {label}"),
        (share, _) => format!("{share} {label}"),
    };
    let words: Vec<String> = parts.iter().zip(&shares).map(named).collect();
    let response = ui.interact(at, ui.id().with("odds"), Sense::hover());
    phrase::name(&response, &format!("Odds in per cent: {}", words.join(", ")));
    legend(ui, &words);
}

/// Just the bar of odds, without a legend.
pub fn small(ui: &Ui, chances: &[Fraction], at: Rect) {
    let painter = ui.painter();
    painter.rect_filled(at, theme::BAR_RADIUS, theme::TABLE);
    let mut left = at.left() + 1.0;
    let whole = at.width() - 2.0;
    let gap = if at.height() < 11.0 { 1.0 } else { 2.0 };
    for (index, chance) in chances.iter().enumerate() {
        let width = whole * chance.to_f64() as f32;
        if width > 0.0 {
            let last = (left + width - at.right() + 1.0).abs() < 1.0;
            let gap = if last { 0.0 } else { gap };
            let part = Rect::from_min_size(pos2(left, at.top() + 1.0), vec2((width - gap).max(1.0), at.height() - 2.0));
            painter.rect_filled(part, 0.0, grade_colour(index));
        }
        left += width;
    }
    painter.rect_stroke(at, theme::BAR_RADIUS, Stroke::new(1.0, theme::REFUSED_EDGE), StrokeKind::Inside);
}

/// The bar of odds upright, with the first grade at the bottom.
pub fn standing(ui: &Ui, chances: &[Fraction], at: Rect) {
    let painter = ui.painter();
    painter.rect_filled(at, theme::BAR_RADIUS, theme::TABLE);
    let mut bottom = at.bottom() - 1.0;
    for (index, chance) in chances.iter().enumerate() {
        let height = (at.height() - 2.0) * chance.to_f64() as f32;
        if height > 0.0 {
            let top = bottom - height;
            let gap: f32 = if top - at.top() < 2.0 { 0.0 } else { 2.0 };
            let top = top + gap.min(height - 1.0).max(0.0);
            let part = Rect::from_min_max(pos2(at.left() + 1.0, top), pos2(at.right() - 1.0, bottom));
            painter.rect_filled(part, 0.0, grade_colour(index));
        }
        bottom -= height;
    }
    painter.rect_stroke(at, theme::BAR_RADIUS, Stroke::new(1.0, theme::REFUSED_EDGE), StrokeKind::Inside);
}

/// The colour of a grade: no effect, light, heavy, out.
pub const fn grade_colour(grade: usize) -> bevy_egui::egui::Color32 {
    theme::colour(palette::ODDS[if grade < 4 { grade } else { 3 }])
}

/// The meanings of a bar's colours.
pub fn legend(ui: &mut Ui, words: &[String]) {
    let sizes = Sizes::of(ui.ctx());
    let swatch = 9.0;
    let galleys: Vec<_> = words.iter().map(|word| Phrase::words(word, sizes.second).line(ui)).collect();
    let taken: f32 = galleys.iter().map(|galley| galley.size().x + swatch + 5.0).sum();
    let width = ui.available_width();
    let lines = if taken + 8.0 * words.len() as f32 <= width { 1 } else { 2 };
    let per_line = words.len().div_ceil(lines).max(1);
    for (row, chunk) in galleys.chunks(per_line).enumerate() {
        let at = line(ui, sizes.second + 4.0);
        let used: f32 = chunk.iter().map(|galley| galley.size().x + swatch + 5.0).sum();
        let space = if chunk.len() > 1 { ((width - used) / (chunk.len() - 1) as f32).min(60.0) } else { 0.0 };
        let mut left = at.left();
        for (index, galley) in chunk.iter().enumerate() {
            let square = Rect::from_center_size(pos2(left + swatch / 2.0, at.center().y), Vec2::splat(swatch));
            let colour = grade_colour(row * per_line + index);
            ui.painter().rect(square, 1.0, colour, Stroke::new(1.0, theme::SECOND), StrokeKind::Inside);
            let rest = Rect::from_min_max(pos2(square.right() + 5.0, at.top()), at.max);
            left = phrase::paint(ui, galley.clone(), Align2::LEFT_CENTER, rest).right() + space;
        }
    }
}

/// A progress bar from 0 to 1; `None` if the progress is not known.
pub fn progress(ui: &mut Ui, done: Option<f32>, label: &str) {
    let at = line(ui, 8.0);
    ui.painter().rect_filled(at, theme::BAR_RADIUS, theme::TABLE);
    if let Some(done) = done {
        let width = at.width() * done.clamp(0.0, 1.0);
        ui.painter().rect_filled(Rect::from_min_size(at.min, vec2(width, at.height())), theme::BAR_RADIUS, theme::MAY);
    }
    ui.painter().rect_stroke(at, theme::BAR_RADIUS, Stroke::new(1.0, theme::REFUSED_EDGE), StrokeKind::Inside);
    let response = ui.interact(at, ui.id().with(("progress", label)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, label));
}
