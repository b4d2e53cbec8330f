//! Cards to choose from and fields to fill in: chips of the turn order, radio cards, level cards, text fields.

use bevy_egui::egui::{
    Align2, Color32, Frame, Id, Key, Margin, Rect, Response, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::{control, phrase, phrase::Phrase, picture};
use crate::board::art::{icons::Icon, token::TokenLook};
use crate::panels::theme::{self, Sizes};

/// The state of a combatant's turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChipState {
    /// Its turn is still to come.
    #[default]
    ToCome,
    /// It decides, in its own turn.
    Acts,
    /// It decides, in another's turn.
    Answers,
    /// It is in the middle of a turn, while another decides.
    Paused,
    /// It has delayed its turn, and may take it when an opportunity comes.
    Waits,
    /// It has readied something, for a trigger or to be released.
    Readied,
    /// It has begun something that takes several actions: those paid, and those needed.
    Begun(u8, u8),
    /// It has had its turn in this round.
    Done,
    /// It is out of the fight.
    Out,
    /// It arrives in a later round.
    Awaited,
    /// It has declared in secret what it will do.
    Declared,
    /// It has not declared yet what it will do.
    Undeclared,
}

impl ChipState {
    /// The word shown on the chip instead of its value.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::ToCome | Self::Acts | Self::Out | Self::Awaited | Self::Begun(..) | Self::Declared => None,
            Self::Undeclared => Some("open"),
            Self::Answers => Some("answers"),
            Self::Waits => Some("waits"),
            Self::Readied => Some("readied"),
            Self::Paused => Some("paused"),
            Self::Done => Some("done"),
        }
    }

    /// What a screen reader says after the name.
    const fn spoken(self) -> &'static str {
        match self {
            Self::ToCome | Self::Begun(..) => "",
            Self::Acts => ", acts now",
            Self::Answers => ", answers now",
            Self::Paused => ", in the middle of a turn",
            Self::Waits => ", waits and may cut in",
            Self::Readied => ", has something ready",
            Self::Done => ", done",
            Self::Out => ", out",
            Self::Awaited => ", still to come",
            Self::Declared => ", has declared",
            Self::Undeclared => ", has not declared yet",
        }
    }

    /// The sign at the chip's right.
    const fn icon(self) -> Option<Icon> {
        match self {
            Self::Answers | Self::Readied => Some(Icon::Reaction),
            Self::Paused => Some(Icon::Pause),
            Self::Waits => Some(Icon::Hourglass),
            Self::ToCome
            | Self::Acts
            | Self::Begun(..)
            | Self::Done
            | Self::Out
            | Self::Awaited
            | Self::Declared
            | Self::Undeclared => None,
        }
    }
}

/// A combatant in the order of turns.
#[derive(Clone, Copy, Debug)]
pub struct Chip<'a> {
    /// The name.
    pub name: &'a str,
    /// Its place in the order, or something else to say about it.
    pub value: &'a str,
    /// The token.
    pub look: &'a TokenLook,
    /// The state of its turn.
    pub state: ChipState,
    /// Whether only the token is shown, for lack of room.
    pub brief: bool,
}

/// The width of a chip that shows only the token.
pub fn brief_width(sizes: &Sizes) -> f32 {
    sizes.chip.y * 0.68 + 12.0
}

/// The width of a chip with a name, its value and its state.
pub fn named_width(ui: &Ui, name: &str, value: &str, state: ChipState) -> f32 {
    let sizes = Sizes::of(ui.ctx());
    let name = Phrase::words(name, sizes.body + 0.5).line(ui).size().x;
    let sign = if state.icon().is_some() { SIGN + 4.0 } else { 0.0 };
    let below = Phrase::words(below_name(value, state), sizes.second).line(ui).size().x + boxes_width(state);
    (sizes.chip.y * 0.68 + 20.0 + (name + sign).max(below)).max(sizes.chip.x)
}

/// The words below the name.
fn below_name(value: &str, state: ChipState) -> &str {
    if matches!(state, ChipState::Begun(..)) { "begun" } else { state.word().unwrap_or(value) }
}

/// The width of the boxes before the words below the name.
fn boxes_width(state: ChipState) -> f32 {
    match state {
        ChipState::Begun(_, needed) if needed > 0 => f32::from(needed.min(MOST_BOXES)) * (BOX + 2.0) + 4.0,
        _ => 0.0,
    }
}

/// The side of the sign at a chip's right.
const SIGN: f32 = 12.0;

/// The side of a box for an action that is paid or needed, in points.
const BOX: f32 = 8.0;
/// The most boxes that fit.
const MOST_BOXES: u8 = 5;

/// Shows a chip.
pub fn chip(ui: &mut Ui, chip: Chip<'_>) -> Response {
    let sizes = Sizes::of(ui.ctx());
    let token = sizes.chip.y * 0.68;
    let is_away = matches!(chip.state, ChipState::Out | ChipState::Awaited);
    let colour = if is_away { theme::SECOND } else { theme::TEXT };
    let name = Phrase::words(chip.name, sizes.body + 0.5).colour(colour).line(ui);
    let progress = if let ChipState::Begun(paid, needed) = chip.state { (paid, needed) } else { (0, 0) };
    let value = Phrase::words(below_name(chip.value, chip.state), sizes.second).second().line(ui);
    let sign = chip.state.icon();
    let width = if chip.brief { brief_width(&sizes) } else { named_width(ui, chip.name, chip.value, chip.state) };
    let (at, response) = ui.allocate_exact_size(vec2(width, sizes.chip.y), Sense::click());
    let decides = matches!(chip.state, ChipState::Acts | ChipState::Answers);
    match chip.state {
        ChipState::Paused => {
            ui.painter().rect_filled(at, theme::CARD_RADIUS, theme::CHOSEN);
            control::dashed_with(ui, at, Stroke::new(2.0, theme::MAY));
            control::focus_ring(ui, at, &response);
        }
        ChipState::Declared => {
            control::ground(ui, &response, theme::CARD_RADIUS, false);
            ui.painter().rect(at, theme::CARD_RADIUS, theme::CHOSEN, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
            control::focus_ring(ui, at, &response);
        }
        ChipState::Waits | ChipState::Undeclared => {
            control::dashed_with(ui, at, Stroke::new(1.5, theme::SECOND));
            control::focus_ring(ui, at, &response);
        }
        _ => control::ground(ui, &response, theme::CARD_RADIUS, decides),
    }
    let place = Rect::from_center_size(pos2(at.left() + 6.0 + token / 2.0, at.center().y), Vec2::splat(token));
    picture::token(ui, chip.look, place);
    let spoken = match chip.state {
        ChipState::Begun(paid, needed) => format!("{} {}, {paid} of {needed} actions paid", chip.name, chip.value),
        state => format!("{} {}{}", chip.name, chip.value, state.spoken()),
    };
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, decides, &spoken));
    if chip.brief {
        if let Some(icon) = sign {
            let corner = Rect::from_center_size(pos2(at.right() - 6.0, at.top() + 7.0), Vec2::splat(9.0));
            picture::icon(ui, icon, theme::MAY, corner);
        }
        return response.on_hover_text(spoken);
    }
    let height = name.size().y + value.size().y - 2.0;
    let words = Rect::from_min_size(pos2(place.right() + 8.0, at.center().y - height / 2.0), vec2(width, height));
    let name = phrase::paint(ui, name, Align2::LEFT_TOP, words);
    let mut beside = words;
    for number in 0..progress.1.min(MOST_BOXES) {
        let middle = pos2(beside.left() + BOX / 2.0, words.bottom() - value.size().y / 2.0);
        let cell = Rect::from_center_size(middle, Vec2::splat(BOX));
        if number < progress.0 {
            ui.painter().rect_filled(cell, 1.0, theme::MAY);
        }
        ui.painter().rect_stroke(cell, 1.0, Stroke::new(1.0, theme::MAY), StrokeKind::Inside);
        beside.min.x += BOX + 2.0;
    }
    beside.min.x += if progress.1 > 0 { 4.0 } else { 0.0 };
    phrase::paint(ui, value, Align2::LEFT_BOTTOM, beside);
    if let Some(icon) = sign {
        let middle = pos2(at.right() - 6.0 - SIGN / 2.0, name.center().y);
        picture::icon(ui, icon, theme::MAY, Rect::from_center_size(middle, Vec2::splat(SIGN)));
    }
    response
}

/// A card with a name and a line about it, one of several. Returns whether it was pressed.
pub fn choice(ui: &mut Ui, title: &str, about: &str, chosen: bool, width: f32) -> bool {
    Choice { title, about, note: "", mark: false }.show(ui, chosen, width)
}

/// A card of a radio group, with an optional note beside its name. Returns whether it was pressed.
pub fn radio(ui: &mut Ui, title: &str, about: &str, note: &str, chosen: bool) -> bool {
    let width = ui.available_width();
    Choice { title, about, note, mark: true }.show(ui, chosen, width)
}

struct Choice<'a> {
    title: &'a str,
    about: &'a str,
    note: &'a str,
    /// Whether it has the mark of a radio group.
    mark: bool,
}

impl Choice<'_> {
    fn show(&self, ui: &mut Ui, chosen: bool, width: f32) -> bool {
        let sizes = Sizes::of(ui.ctx());
        let left = if self.mark { 36.0 } else { 12.0 };
        let room = width - left - 12.0;
        let size = if self.mark { sizes.offer + 0.5 } else { sizes.offer };
        let colour = if chosen { theme::STRONG } else { theme::TEXT };
        let title = Phrase::words(self.title, size).colour(colour).lay(ui, room);
        let about = Phrase::words(self.about, sizes.second).second().lay(ui, room);
        let written = title.size().y + about.size().y;
        let height = if self.mark { (sizes.row + 6.0).max(written + 8.0) } else { written + 16.0 };
        let (at, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
        control::ground(ui, &response, theme::CARD_RADIUS, chosen);
        if self.mark {
            let place = Rect::from_center_size(pos2(at.left() + 18.0, at.center().y), Vec2::splat(14.0));
            control::radio_mark(ui, place, chosen);
        }
        let text = Rect::from_min_size(pos2(at.left() + left, at.center().y - written / 2.0), vec2(room, written));
        let baseline = text.top() + phrase::baseline(&title);
        let upper = phrase::paint_on_baseline(ui, title, text.left(), baseline);
        if !self.note.is_empty() {
            let note = Phrase::words(self.note, sizes.second).colour(theme::MAY).line(ui);
            phrase::paint_on_baseline(ui, note, upper.right() + 12.0, baseline);
        }
        let rest = Rect::from_min_max(pos2(text.left(), upper.bottom()), text.max);
        phrase::paint(ui, about, Align2::LEFT_TOP, rest);
        let note = if self.note.is_empty() { String::new() } else { format!("; {}", self.note) };
        let words = format!("{}: {}{note}", self.title, self.about);
        response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &words));
        response.clicked()
    }
}

/// The width that an entry of the navigation needs.
pub fn entry_width(ui: &Ui, words: &str) -> f32 {
    Phrase::words(words, Sizes::of(ui.ctx()).offer + 1.5).line(ui).size().x + 26.0
}

/// An entry of the navigation, `width` points wide. Returns whether it was pressed.
pub fn entry(ui: &mut Ui, words: &str, chosen: bool, width: f32) -> bool {
    let sizes = Sizes::of(ui.ctx());
    let size = vec2(width, sizes.row + if sizes.cramped { 8.0 } else { 14.0 });
    let (at, response) = ui.allocate_exact_size(size, Sense::click());
    if chosen || response.hovered() {
        control::ground(ui, &response, theme::CARD_RADIUS, chosen);
    }
    control::focus_ring(ui, at, &response);
    let galley = Phrase::words(words, sizes.offer + 1.5).line(ui);
    phrase::paint(ui, galley, Align2::LEFT_CENTER, at.shrink2(vec2(13.0, 0.0)));
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, words));
    response.clicked()
}

/// The id of the field with this name, for its focus.
fn field_id(name: &str) -> Id {
    Id::new(("field", name))
}

/// Gives the keys to a field while nothing else has them.
pub fn focus_if_free(ui: &Ui, name: &str) {
    if ui.memory(|memory| memory.focused().is_none()) {
        ui.memory_mut(|memory| memory.request_focus(field_id(name)));
    }
}

/// Gives the keys to a field, whatever has them.
pub fn focus(ui: &Ui, name: &str) {
    let id = field_id(name);
    if !ui.memory(|memory| memory.has_focus(id)) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// The label of the field for a path.
pub const PATH: &str = "Path";

/// A field for the path of a file. Returns the new path if it was edited, and whether Enter was pressed in it.
pub fn path_field(ui: &mut Ui, path: &str, fault: bool) -> (Option<String>, bool) {
    let has_keys = |ui: &Ui| ui.memory(|memory| memory.has_focus(field_id(PATH)));
    let had_keys = has_keys(ui);
    let edited = field(ui, PATH, path, ui.available_width(), fault);
    // A field gives the keys up when Enter is pressed.
    let entered = had_keys && !has_keys(ui) && ui.input(|input| input.key_pressed(Key::Enter));
    (edited, entered)
}

/// A field for a line of text, with a unique name. Returns the new text if it was edited.
pub fn field(ui: &mut Ui, name: &str, text: &str, width: f32, fault: bool) -> Option<String> {
    let sizes = Sizes::of(ui.ctx());
    let mut edited = text.to_owned();
    let edge = if fault { theme::WARN } else { theme::REFUSED_EDGE };
    let frame = Frame::new()
        .fill(theme::TABLE)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(theme::FIELD_RADIUS)
        .inner_margin(Margin::symmetric(11, if sizes.roomy { 9 } else { 5 }));
    let shown = frame.show(ui, |ui| {
        let edit = TextEdit::singleline(&mut edited)
            .id(field_id(name))
            .font(theme::figures(sizes.body))
            .text_color(theme::TEXT)
            .frame(Frame::NONE)
            .background_color(Color32::TRANSPARENT)
            .margin(Margin::ZERO)
            .desired_width(width - 24.0);
        ui.add(edit)
    });
    let response = shown.inner;
    let outer = response.with_new_rect(shown.response.rect);
    control::focus_ring(ui, shown.response.rect, &outer);
    let ctx = ui.ctx();
    ctx.accesskit_node_builder(outer.id, |node| node.set_label(name));
    (edited != text).then_some(edited)
}
