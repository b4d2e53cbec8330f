//! The page of fields: one question for every square, and the legend for the answers drawn on the board.

use bevy_egui::egui::{
    Align2, Color32, Galley, Id, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{
    chart::ChartFile,
    inspector,
    intent::Intent,
    model::{LabModel, TokenModel},
};
use crate::{
    board::art::{
        field_sheet::{DOTS, SheetKey, keys, seen_colour},
        palette::{CREAM, INK, Rgb},
    },
    lab::{
        FieldKind,
        fields::{Patterns, Step},
    },
    panels::{
        number,
        theme::{self, Sizes},
        widgets::{
            Button, Phrase, control, phrase, section,
            segments::{self, Segment},
        },
    },
};

/// Whose reach or threat is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whose {
    /// That of the picked fighters.
    #[default]
    Picked,
    /// That of everyone on their side.
    Side,
    /// That of all their enemies.
    Foes,
}

impl Whose {
    /// All of them, in the order shown.
    pub const ALL: [Self; 3] = [Self::Picked, Self::Side, Self::Foes];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Picked => "Those picked",
            Self::Side => "Their side",
            Self::Foes => "Their enemies",
        }
    }
}

/// How opaque a field can be, in per cent.
pub const OPACITIES: [u8; 4] = [40, 60, 80, 100];

/// The field shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldModel {
    /// The fighter for whom it is asked.
    pub by: Option<TokenModel>,
    /// The target.
    pub on: Option<TokenModel>,
    /// The question.
    pub kind: Option<FieldKind>,
    /// Whose reach or threat is counted.
    pub whose: Whose,
    /// Whether only the target counts as a danger, instead of all enemies.
    pub alone: bool,
    /// How opaque it is drawn, in per cent.
    pub opacity: u8,
    /// What is shown, and its unit.
    pub title: String,
    /// The meaning of each step.
    pub legend: Vec<(Step, String)>,
    /// The meanings of the patterns on squares.
    pub patterns: Patterns,
    /// While it is being worked out: the squares done, and all squares.
    pub progress: Option<(usize, usize)>,
    /// Why nothing is shown.
    pub fault: Option<String>,
    /// The square pointed at, in words.
    pub pointed: Option<String>,
    /// The best value, and where it is.
    pub best: Option<String>,
    /// Whether a field was kept, so that the change since then is shown.
    pub kept: bool,
}

/// Shows the page.
pub fn show(ui: &mut Ui, model: &LabModel) -> Option<Intent> {
    let field = &model.field;
    let sizes = Sizes::of(ui.ctx());
    let mut intent = pair(ui, field);
    section(ui, "One question for every square");
    if kind_row(ui, None, field.kind.is_none(), None) {
        intent = Some(Intent::Field(None));
    }
    for kind in FieldKind::ALL {
        let refusal = match (field.by.is_some(), field.on.is_some()) {
            (false, _) => Some("pick somebody"),
            (true, false) if kind.needs_target() => Some("right-click a target"),
            _ => None,
        };
        if kind_row(ui, Some(kind), field.kind == Some(kind), refusal) {
            intent = Some(Intent::Field(Some(kind)));
        }
    }
    let Some(kind) = field.kind else { return intent };
    intent = opacity(ui, field).or(intent);
    intent = keeping(ui, field).or(intent);
    if matches!(kind, FieldKind::Reach | FieldKind::Threat) {
        let name = if kind == FieldKind::Threat { "By whom" } else { "Of whom" };
        let chosen = Whose::ALL.iter().position(|whose| *whose == field.whose).unwrap_or(0);
        let values = Whose::ALL.map(|whose| Segment::open(whose.label()));
        if let Some(place) = named(ui, name, &values, chosen) {
            intent = Some(Intent::Whose(Whose::ALL[place]));
        }
    }
    if kind.is_danger() && field.on.is_some() {
        let values = [Segment::open("All enemies"), Segment::open("Only the target")];
        if let Some(place) = named(ui, "From whom", &values, usize::from(field.alone)) {
            intent = Some(Intent::Alone(place == 1));
        }
    }
    section(ui, kind.title());
    if let Some((done, all)) = field.progress {
        Phrase::words(format!("Working it out, {done} of {all} squares"), sizes.second).second().show(ui);
    }
    if let Some(fault) = &field.fault {
        Phrase::words(fault, sizes.body).colour(theme::WARN).show(ui);
    }
    if let Some(best) = &field.best {
        Phrase::words(best, sizes.body).show(ui);
    }
    // Its room is always kept, so that nothing below it moves.
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), sizes.body * 2.6), Sense::hover());
    if let Some(pointed) = &field.pointed {
        let galley = Phrase::words(pointed, sizes.body).strong().lay(ui, at.width());
        phrase::paint(ui, galley, Align2::LEFT_TOP, at);
        phrase::name(&response, pointed);
    }
    intent
}

/// The buttons for the field, always in the same place.
fn keeping(ui: &mut Ui, field: &FieldModel) -> Option<Intent> {
    let mut intent = None;
    let is_whole = field.progress.is_none() && !field.legend.is_empty();
    let height = Id::new("height of what can be done with a field");
    if !is_whole && !field.kept {
        let known: Option<f32> = ui.data(|data| data.get_temp(height));
        ui.add_space(known.unwrap_or_default());
        return None;
    }
    ui.add_space(2.0);
    let shown = ui.horizontal_wrapped(|ui| {
        if field.kept {
            if Button::new("Show the field itself again").small().show(ui) {
                intent = Some(Intent::KeepField(false));
            }
        } else if Button::new("Keep, edit, compare").small().show(ui) {
            intent = Some(Intent::KeepField(true));
        }
        for (words, file) in [("Save CSV", ChartFile::Csv), ("Save PNG", ChartFile::Png)] {
            if is_whole && Button::new(words).small().show(ui) {
                intent = Some(Intent::SaveField(file));
            }
        }
    });
    let room = shown.response.rect.height() + 2.0 + ui.spacing().item_spacing.y;
    ui.data_mut(|data| data.insert_temp(height, room));
    intent
}

/// A choice beside its name, in one row: even in the smallest window the answer below must be visible.
fn named(ui: &mut Ui, name: &str, values: &[Segment], chosen: usize) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    ui.horizontal(|ui| {
        Phrase::words(name, sizes.second).second().show_line(ui);
        // They may take more than one line.
        ui.vertical(|ui| segments::segments(ui, name, values, chosen)).inner
    })
    .inner
}

/// How opaque the field is drawn: right below the questions, so that it is visible in the smallest window.
fn opacity(ui: &mut Ui, field: &FieldModel) -> Option<Intent> {
    let words: Vec<String> = OPACITIES.iter().map(|opacity| format!("{opacity} %")).collect();
    let values: Vec<Segment> = words.iter().map(Segment::open).collect();
    let chosen = OPACITIES.iter().position(|opacity| *opacity == field.opacity).unwrap_or(OPACITIES.len() - 1);
    named(ui, "Opacity", &values, chosen).map(|place| Intent::Opacity(OPACITIES[place]))
}

/// The fighter for whom it is asked, and the target.
fn pair(ui: &mut Ui, field: &FieldModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let Some(by) = &field.by else {
        Phrase::words("Pick somebody, then right-click a target", sizes.body).second().show(ui);
        return None;
    };
    inspector::pair(ui, (by, ""), field.on.as_ref())
}

/// A question in one row.
fn kind_row(ui: &mut Ui, kind: Option<FieldKind>, chosen: bool, refusal: Option<&str>) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let height = sizes.second + if sizes.roomy { 10.0 } else { 7.0 };
    let (at, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    ui.add_space(-2.0);
    if refusal.is_none() {
        control::ground(ui, &response, theme::FIELD_RADIUS, chosen);
    } else {
        control::focus_ring(ui, at, &response);
    }
    let room = at.shrink2(vec2(10.0, 0.0));
    let title = kind.map_or("", FieldKind::title);
    let question = kind.map_or("Nothing: the board as it is", FieldKind::about);
    let words = Phrase::words(question, sizes.second + 0.5);
    let words = if refusal.is_some() { words.second() } else { words };
    let question_at = phrase::paint(ui, words.elided(ui, room.width()), Align2::LEFT_CENTER, room);
    if let Some(refusal) = refusal {
        let rest = Rect::from_min_max(pos2(question_at.right() + 8.0, at.top()), room.max);
        let right = Phrase::words(refusal, sizes.second - 0.5).second().line(ui);
        // A cut reason is no help: the words above the questions have it in full.
        if right.size().x <= rest.width() {
            phrase::paint(ui, right, Align2::RIGHT_CENTER, rest);
        }
    }
    let spoken = refusal.map_or_else(|| question.to_owned(), |refusal| format!("{question}, {refusal}"));
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, refusal.is_none(), chosen, &spoken));
    let pressed = response.clicked() && refusal.is_none();
    response.on_hover_text(if title.is_empty() { question } else { title });
    pressed
}

const fn colour(of: Rgb) -> Color32 {
    Color32::from_rgb(of.r, of.g, of.b)
}

/// The least room of a swatch with its gaps and, as `SMALLEST`, the smallest type of the legend, in points.
const LEAST: f32 = 15.0;
const SMALLEST: f32 = 11.5;

/// The legend, as one row in all the free room below the board.
pub fn legend(ui: &mut Ui, field: &FieldModel) {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.available_rect_before_wrap();
    if field.kind.is_none() || field.legend.is_empty() {
        let words = match (field.kind, field.progress) {
            (None, _) => "No field is shown: N asks something for every square",
            (Some(_), None) if field.by.is_none() => "Pick somebody: then the question is asked for every square",
            (Some(_), Some(_)) => "Working it out \u{2026}",
            (Some(_), None) if field.kept => {
                "Nothing has changed on any square since it was kept: edit, and see the change"
            }
            (Some(_), None) => field.fault.as_deref().unwrap_or_default(),
        };
        let words = Phrase::words(words, sizes.second).second().elided(ui, room.width());
        phrase::paint(ui, words, Align2::LEFT_CENTER, room);
        return;
    }
    let words = match (field.progress, &field.pointed) {
        (_, Some(pointed)) if field.by.is_none() => format!("{}. {pointed}", field.title),
        (Some((done, all)), _) => format!("{} ({} %)", field.title, done * 100 / all.max(1)),
        (None, _) => field.title.clone(),
    };
    let entries = keys(&field.legend, field.patterns);
    let heading = Phrase::words(&words, sizes.second).elided(ui, room.width() * 0.4);
    let lay = |size: f32| entries.iter().map(|key| Phrase::words(&key.words, size).line(ui)).collect::<Vec<_>>();
    let length = |laid: &[std::sync::Arc<Galley>]| laid.iter().map(|galley| galley.size().x).sum::<f32>();
    let least = LEAST * (entries.len() + 1) as f32;
    // Everything is in one row: if that is short, first swatches get narrower, then the type smaller.
    let sizes_tried = [0.5, 1.5, 2.5, 3.5].map(|less| (sizes.second - less).max(SMALLEST));
    let fits = |laid: &Vec<_>| length(laid) + heading.size().x + least <= room.width();
    let laid = sizes_tried.into_iter().map(lay).find(fits).unwrap_or_else(|| lay(SMALLEST));
    let text = length(&laid) + heading.size().x;
    let each = ((room.width() - text) / (entries.len() + 1) as f32).clamp(LEAST, 44.0);
    let (swatch, gap) = (each * 0.55, each * 0.15);
    let at = phrase::paint(ui, heading, Align2::LEFT_CENTER, room);
    let mut left = at.right() + 2.0 * gap;
    for (key, galley) in entries.iter().zip(laid) {
        let size = vec2(swatch, (room.height() - 8.0).min(16.0));
        let swatch = Rect::from_min_size(pos2(left, room.center().y - size.y / 2.0), size);
        paint(ui, swatch, key, field.opacity);
        let place = Rect::from_min_max(pos2(swatch.right() + gap, room.top()), room.max);
        left = phrase::paint(ui, galley, Align2::LEFT_CENTER, place).right() + 2.0 * gap;
    }
    let response = ui.interact(room, ui.id().with("field legend"), Sense::hover());
    let all: Vec<&str> = entries.iter().map(|key| &*key.words).collect();
    phrase::name(&response, &format!("{words}: {}", all.join(", ")));
}

/// A swatch as the board shows such a square.
fn paint(ui: &Ui, at: Rect, key: &SheetKey, opacity: u8) {
    let fill = seen_colour(key.step.unwrap_or(Step::Of(1)), opacity);
    let painter = ui.painter().with_clip_rect(at);
    painter.rect_filled(at, 0.0, colour(fill));
    if key.dotted {
        for (x, y) in DOTS {
            let place = at.min + vec2(x * at.width(), y * at.height());
            painter.circle_filled(place, 2.0, colour(INK));
            painter.circle_filled(place, 1.1, colour(CREAM));
        }
    }
    if key.hatched {
        let mut x = at.left();
        while x < at.right() + at.height() {
            let stroke = Stroke::new(1.4, colour(INK));
            painter.line_segment([pos2(x - at.height(), at.top()), pos2(x, at.bottom())], stroke);
            x += 8.0;
        }
    }
    ui.painter().rect_stroke(at, 0.0, Stroke::new(1.0, colour(INK)), StrokeKind::Inside);
}

/// A chance in whole per cent and a mean with one decimal place, as the page words them.
pub fn attack_words(hits: crate::dice::Fraction, mean: crate::dice::Fraction) -> String {
    format!("{}, mean damage {}", number::percent(hits), number::tenths(mean))
}
