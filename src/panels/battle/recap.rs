//! What a side saw and felt while another sat at the screen: one row per event, with the chosen one drawn on the board,
//! and what has changed for its own fighters.

use bevy_egui::egui::{
    Align2, Frame, Id, Key, Margin, Rect, ScrollArea, Sense, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo, WidgetType,
    pos2, scroll_area::ScrollBarVisibility, vec2,
};

use super::{intent::Intent, keys::DIGITS, list, model::ActModel, telling::TellingRow};
use crate::board::art::token::TokenLook;
use crate::levels::sides;
use crate::panels::{
    theme::{self, Sizes},
    widgets::{
        Button, Phrase, control, log_line,
        log_line::{LogLine, Piece},
        phrase, picture,
        side::badge,
    },
};
use crate::rules::Team;

/// What happened since a side last sat here.
#[derive(Clone, Debug)]
pub struct RecapModel {
    /// The side.
    pub team: Team,
    /// What it is called on this level.
    pub side: String,
    /// The events it saw or felt, oldest first; never empty.
    pub rows: Vec<RecapRow>,
    /// The event drawn on the board.
    pub chosen: usize,
    /// What has changed for its own fighters.
    pub changed: Vec<TellingRow>,
    /// What comes next on the board: "Ansa to act".
    pub next: String,
}

/// An event.
#[derive(Clone, Debug)]
pub struct RecapRow {
    /// Who did it, if that was seen.
    pub look: Option<TokenLook>,
    /// "Mott strikes Bero: parried, no damage".
    pub sentence: String,
    /// The dice.
    pub rolls: Vec<Piece>,
}

/// The meaning of the keys pressed in this pass: Left and Right go step by step, digits jump, Enter goes to the board.
pub fn keys(ui: &Ui, model: &RecapModel) -> Option<Intent> {
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key) && input.modifiers.is_none());
    let focused = ui.memory(|memory| memory.focused().is_some());
    if pressed(Key::Escape) || pressed(Key::Y) || !focused && pressed(Key::Enter) {
        return Some(Intent::CloseRecap);
    }
    let last = model.rows.len().saturating_sub(1);
    if pressed(Key::ArrowLeft) {
        return Some(Intent::RecapTo(model.chosen.saturating_sub(1)));
    }
    if pressed(Key::ArrowRight) {
        return Some(Intent::RecapTo((model.chosen + 1).min(last)));
    }
    let digits = DIGITS.into_iter().enumerate().skip(1);
    digits
        .filter(|(digit, _)| *digit <= model.rows.len())
        .find(|(_, key)| pressed(*key))
        .map(|(digit, _)| Intent::RecapTo(digit - 1))
}

/// Shows the panel in all the free room.
pub fn show(ui: &mut Ui, model: &RecapModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    let room = ui.max_rect();
    let foot = Rect::from_min_max(pos2(room.left(), room.bottom() - sizes.foot()), room.max);
    let middle = Rect::from_min_max(pos2(room.left(), foot.top() - sizes.row - 14.0), pos2(room.right(), foot.top()));
    let upper = Rect::from_min_max(room.min, pos2(room.right(), middle.top() - 4.0));
    let mut intent = None;
    ui.scope_builder(UiBuilder::new().max_rect(upper).id_salt("recap"), |ui| {
        head(ui, model);
        let rest = upper.bottom() - ui.cursor().top();
        let area = ScrollArea::vertical().id_salt("recap rows").max_height(rest).auto_shrink([false, true]);
        let area = area.scroll_bar_visibility(ScrollBarVisibility::VisibleWhenNeeded);
        intent = area.show(ui, |ui| rows(ui, model)).inner;
    });
    ui.scope_builder(UiBuilder::new().max_rect(middle).id_salt("recap steps"), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if Button::new("Back").key("Left").show(ui) {
                intent = Some(Intent::RecapTo(model.chosen.saturating_sub(1)));
            }
            if Button::new("Next").key("Right").show(ui) {
                intent = Some(Intent::RecapTo((model.chosen + 1).min(model.rows.len() - 1)));
            }
            let at = format!("{} of {}", model.chosen + 1, model.rows.len());
            Phrase::words(at, sizes.second).second().show(ui);
        });
    });
    if foot.height() < 1.0 { intent } else { go_on(ui, model, foot).or(intent) }
}

/// The button that goes on; in a cramped window it is in the line below the board.
pub fn go_on(ui: &mut Ui, model: &RecapModel, at: Rect) -> Option<Intent> {
    let words = match model.next.as_str() {
        "" => "Go to the board".to_owned(),
        next => format!("Go to the board, {next}"),
    };
    let act = ActModel { words, ready: true, ..ActModel::default() };
    list::act(ui, &act, at).then_some(Intent::CloseRecap)
}

fn head(ui: &mut Ui, model: &RecapModel) {
    let sizes = Sizes::of(ui.ctx());
    ui.horizontal(|ui| {
        let (sign, _) = ui.allocate_exact_size(Vec2::splat(sizes.token - 4.0), Sense::hover());
        badge(ui, model.team, None, sign.shrink(2.0));
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let side = sides::within(&model.side);
            Phrase::words(format!("Since {side} last sat here"), sizes.offer + 2.0).strong().show(ui);
            Phrase::words("What its fighters saw or felt, in order", sizes.second).second().show(ui);
        });
    });
    ui.add_space(4.0);
}

fn rows(ui: &mut Ui, model: &RecapModel) -> Option<Intent> {
    let sizes = Sizes::of(ui.ctx());
    ui.spacing_mut().item_spacing.y = if sizes.roomy { 8.0 } else { 5.0 };
    let mut intent = None;
    for (index, line) in model.rows.iter().enumerate() {
        if row(ui, index, line, index == model.chosen) {
            intent = Some(Intent::RecapTo(index));
        }
    }
    if !model.changed.is_empty() {
        let frame = Frame::new()
            .fill(theme::PANEL)
            .stroke(theme::EDGE)
            .corner_radius(theme::CARD_RADIUS)
            .inner_margin(Margin::symmetric(10, 5));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 1.0;
            let side = sides::within(&model.side);
            Phrase::words(format!("Changed for {side}"), sizes.second).second().show(ui);
            for changed in &model.changed {
                log_line::pieces(ui, &changed.pieces, ui.available_width());
            }
        });
    }
    intent
}

/// One event: its number, who did it, the result, the dice below. Returns whether it was pressed.
fn row(ui: &mut Ui, index: usize, model: &RecapRow, chosen: bool) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let number = sizes.second + 10.0;
    let token = sizes.row.max(24.0);
    let left = number + token + 24.0;
    let width = ui.available_width();
    let words = Phrase::words(&model.sentence, sizes.body);
    let words = if chosen { words.strong() } else { words }.lay(ui, width - left - 8.0);
    let dice = if model.rolls.is_empty() { 0.0 } else { sizes.second + 8.0 };
    let height = (words.size().y + dice + 12.0).max(token + 8.0);
    let (at, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let response = ui.interact(at, Id::new(("recap", index)), Sense::click());
    control::ground(ui, &response, theme::CARD_RADIUS, chosen);
    control::focus_ring(ui, at, &response);
    let disc = Rect::from_min_size(pos2(at.left() + 7.0, at.top() + 6.0), Vec2::splat(number));
    ui.painter().circle_filled(disc.center(), number / 2.0, if chosen { theme::MAY } else { theme::CREAM });
    let figure = Phrase::figures((index + 1).to_string(), sizes.second).colour(theme::INK).line(ui);
    phrase::paint(ui, figure, Align2::CENTER_CENTER, disc);
    let place = Rect::from_min_size(pos2(disc.right() + 7.0, at.top() + 4.0), Vec2::splat(token));
    match &model.look {
        Some(look) => picture::token(ui, look, place),
        None => {
            let frame = place.shrink(3.0);
            ui.painter().rect_stroke(frame, theme::BAR_RADIUS, theme::EDGE, StrokeKind::Inside);
            let unseen = Phrase::figures("?", sizes.body).second().line(ui);
            phrase::paint(ui, unseen, Align2::CENTER_CENTER, frame);
        }
    }
    let text = Rect::from_min_max(pos2(at.left() + left, at.top() + 6.0), pos2(at.right() - 8.0, at.bottom()));
    let end = phrase::paint(ui, words, Align2::LEFT_TOP, text).bottom();
    let line = LogLine { pieces: model.rolls.clone(), ..LogLine::default() };
    if !model.rolls.is_empty() {
        let below = Rect::from_min_max(pos2(text.left(), end), pos2(text.right(), end + dice));
        log_line::one_row(ui, &line, below, sizes.second);
    }
    let spoken = format!("{}. {} {}", index + 1, model.sentence, line.text());
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, spoken.trim()));
    response.clicked()
}
