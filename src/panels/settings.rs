//! The player's settings: animation, display, presses on the board, handover, recordings.

use bevy_egui::egui::{Align, InputState, Key, Layout, Modifiers, Ui, vec2};

use super::{
    theme::Sizes,
    widgets::{Phrase, section, segments, segments::Segment},
};

/// The speed of animations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Speed {
    /// Normal speed.
    #[default]
    Once,
    /// Twice as fast.
    Twice,
    /// Four times as fast.
    Fourfold,
    /// No animation: everything is shown at its end at once.
    Off,
}

impl Speed {
    /// All of them, slowest first.
    pub const ALL: [Self; 4] = [Self::Once, Self::Twice, Self::Fourfold, Self::Off];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Once => "1\u{d7}",
            Self::Twice => "2\u{d7}",
            Self::Fourfold => "4\u{d7}",
            Self::Off => "Off",
        }
    }

    /// The factor by which animations are faster; `None` without animation.
    pub const fn factor(self) -> Option<f32> {
        match self {
            Self::Once => Some(1.0),
            Self::Twice => Some(2.0),
            Self::Fourfold => Some(4.0),
            Self::Off => None,
        }
    }
}

/// Which presses on the board only show an action, so that a second press in the same place carries it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SecondPress {
    /// For actions that roll dice or cannot be undone.
    #[default]
    Dice,
    /// For every action.
    Always,
    /// For none: the plate at the pointer has already named the action.
    Never,
}

impl SecondPress {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dice, Self::Always, Self::Never];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Dice => "For dice",
            Self::Always => "Always",
            Self::Never => "Never",
        }
    }

    /// Its explanation.
    const fn about(self) -> &'static str {
        match self {
            Self::Dice => "What rolls dice is shown first; a second press in the same place does it",
            Self::Always => "Everything is shown first; a second press in the same place does it",
            Self::Never => "One press does what the label at the pointer says",
        }
    }
}

/// When a screen that hides the battle appears as the seat passes between two people at one machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandOver {
    /// If somebody is hidden, or declares in secret.
    #[default]
    Hidden,
    /// Whenever the other side is asked.
    Always,
    /// Not at all.
    Never,
}

impl HandOver {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hidden, Self::Always, Self::Never];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Hidden => "Secrets",
            Self::Always => "Always",
            Self::Never => "Never",
        }
    }

    /// Its explanation.
    const fn about(self) -> &'static str {
        match self {
            Self::Hidden => "Between two players the screen is covered if somebody is hidden or declares in secret",
            Self::Always => "The screen is covered whenever the other side is asked",
            Self::Never => "The screen is never covered",
        }
    }
}

/// The settings in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingsModel {
    /// The speed of animations.
    pub speed: Speed,
    /// Whether motion is reduced.
    pub reduced_motion: bool,
    /// Size of everything in panels, in per cent.
    pub text: u16,
    /// Whether all threat is shown without holding a key.
    pub threat: bool,
    /// Whether lines of sight are shown without holding a key.
    pub lines: bool,
    /// Which presses wait for a second one.
    pub second_press: SecondPress,
    /// Whether questions are asked even if no answer makes a difference worth mentioning.
    pub asks_all: bool,
    /// When the seat is handed over.
    pub hand_over: HandOver,
    /// Whether each choice is flushed to the disk before the next one.
    pub sync: bool,
    /// Whether play waits for a key after each enemy turn.
    pub waits: bool,
}

impl Default for SettingsModel {
    fn default() -> Self {
        Self {
            speed: Speed::default(),
            reduced_motion: false,
            text: 100,
            threat: false,
            lines: false,
            second_press: SecondPress::default(),
            asks_all: false,
            hand_over: HandOver::default(),
            sync: false,
            waits: false,
        }
    }
}

/// A change of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// The speed.
    Speed(Speed),
    /// Reduced motion.
    ReducedMotion(bool),
    /// Size of everything in panels, in per cent.
    Text(u16),
    /// All threat shown.
    Threat(bool),
    /// Lines of sight shown.
    Lines(bool),
    /// Which presses wait for a second one.
    SecondPress(SecondPress),
    /// Asking even if it hardly matters.
    AsksAll(bool),
    /// When the seat is handed over.
    HandOver(HandOver),
    /// Flushing each choice to the disk.
    Sync(bool),
    /// Waiting after each enemy turn.
    Waits(bool),
}

/// Sizes of text on offer, in per cent.
const TEXTS: [u16; 6] = [80, 90, 100, 115, 130, 150];

/// The keys Ctrl with plus, minus and zero: larger, smaller and normal text.
pub fn keys(ui: &Ui, model: &SettingsModel) -> Option<Intent> {
    let pressed = |key: Key| {
        ui.input(|input: &InputState| input.key_pressed(key) && input.modifiers.matches_logically(Modifiers::COMMAND))
    };
    let larger = || TEXTS.into_iter().find(|text| *text > model.text);
    let smaller = || TEXTS.into_iter().rev().find(|text| *text < model.text);
    let text = if pressed(Key::Plus) || pressed(Key::Equals) {
        larger()
    } else if pressed(Key::Minus) {
        smaller()
    } else {
        pressed(Key::Num0).then_some(100)
    };
    text.map(Intent::Text)
}

/// Shows the settings, each with an explanation of its current value.
pub fn show(ui: &mut Ui, model: &SettingsModel) -> Option<Intent> {
    let mut intent = None;
    section(ui, "Animation");
    let about =
        if model.speed == Speed::Off { "Everything jumps to its end at once" } else { "Enter skips it at any time" };
    if let Some(speed) = pick(ui, ("Speed", about), &Speed::ALL, Speed::label, model.speed) {
        intent = Some(Intent::Speed(speed));
    }
    if let Some(on) = switch(ui, ("Reduced motion", "Nothing flashes, shakes or slides"), model.reduced_motion) {
        intent = Some(Intent::ReducedMotion(on));
    }
    if let Some(on) = switch(ui, ("Wait after enemies", "For a key after each enemy turn, not for 1.6 s"), model.waits)
    {
        intent = Some(Intent::Waits(on));
    }
    section(ui, "Display");
    let texts = TEXTS.map(|text| format!("{text} %"));
    let chosen = TEXTS.iter().position(|text| *text == model.text);
    if let Some(index) = row(ui, "Text size", &texts.each_ref().map(String::as_str), chosen) {
        intent = Some(Intent::Text(TEXTS[index]));
    }
    note(ui, "Ctrl with + and - everywhere");
    if let Some(on) = switch(ui, ("All threat", "Whom each enemy threatens, without holding Alt"), model.threat) {
        intent = Some(Intent::Threat(on));
    }
    if let Some(on) = switch(ui, ("Sight lines", "What is seen from where, without holding L"), model.lines) {
        intent = Some(Intent::Lines(on));
    }
    section(ui, "On the board");
    let about = model.second_press.about();
    let second = pick(ui, ("Second press", about), &SecondPress::ALL, SecondPress::label, model.second_press);
    intent = second.map(Intent::SecondPress).or(intent);
    let trifles = "Even if no answer changes anything worth mentioning";
    if let Some(on) = switch(ui, ("Ask everything", trifles), model.asks_all) {
        intent = Some(Intent::AsksAll(on));
    }
    let about = model.hand_over.about();
    let hands = pick(ui, ("Hand over", about), &HandOver::ALL, HandOver::label, model.hand_over);
    intent = hands.map(Intent::HandOver).or(intent);
    section(ui, "Recordings");
    let about = "Each choice is on the disk before the next one: slower, but a power cut loses nothing";
    if let Some(on) = switch(ui, ("Safe from power cuts", about), model.sync) {
        intent = Some(Intent::Sync(on));
    }
    intent
}

/// A row of values with an explanation of the current one below. Returns the value that was pressed.
fn pick<T: Copy + PartialEq, const N: usize>(
    ui: &mut Ui,
    (label, about): (&str, &str),
    all: &[T; N],
    name: fn(T) -> &'static str,
    chosen: T,
) -> Option<T> {
    let pressed = row(ui, label, &all.map(name), all.iter().position(|value| *value == chosen));
    note(ui, about);
    pressed.map(|index| all[index])
}

fn switch(ui: &mut Ui, words: (&str, &str), on: bool) -> Option<bool> {
    pick(ui, words, &[false, true], |on| if on { "On" } else { "Off" }, on)
}

/// The explanation of a row, below its values.
fn note(ui: &mut Ui, words: &str) {
    let sizes = Sizes::of(ui.ctx());
    ui.add_space(-0.4 * ui.spacing().item_spacing.y);
    ui.horizontal_top(|ui| {
        ui.add_space(label_width(sizes) + ui.spacing().item_spacing.x);
        ui.vertical(|ui| Phrase::words(words, sizes.second).second().show(ui));
    });
}

/// Width of the labels, in points.
const fn label_width(sizes: Sizes) -> f32 {
    if sizes.roomy { 160.0 } else { 130.0 }
}

/// A label with segments beside it. Returns the index of the one that was pressed.
pub(super) fn row(ui: &mut Ui, label: &str, values: &[&str], chosen: Option<usize>) -> Option<usize> {
    let sizes = Sizes::of(ui.ctx());
    let values: Vec<Segment> = values.iter().map(|value| Segment::open(*value)).collect();
    labelled(ui, label, |ui| {
        ui.set_min_height(sizes.segment);
        segments::segments(ui, label, &values, chosen.unwrap_or(usize::MAX))
    })
}

/// A label at the left and something beside it.
pub(super) fn labelled<R>(ui: &mut Ui, label: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    let sizes = Sizes::of(ui.ctx());
    let width = label_width(sizes);
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(width, sizes.segment), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width);
            Phrase::words(label, sizes.second).second().show(ui);
        });
        ui.vertical(content).inner
    })
    .inner
}
