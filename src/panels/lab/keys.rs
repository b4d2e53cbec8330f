//! The keys handled by the lab's panels. Those that move the camera belong to the board.

use bevy_egui::egui::{FocusDirection, InputState, Key, Modifiers, Popup, Ui};

use super::{
    field,
    intent::Intent,
    model::{Dialog, LabModel, Page},
    tools::TOOLS,
};
use crate::{geometry::Direction, panels::settings};

/// The meaning of the keys pressed in this pass.
pub fn read(ui: &Ui, model: &LabModel) -> Option<Intent> {
    let pressed = |modifiers: Modifiers, key: Key| {
        ui.input(|input: &InputState| input.key_pressed(key) && input.modifiers.matches_exact(modifiers))
    };
    let plain = |key: Key| pressed(Modifiers::NONE, key);
    let is_written_in = field::was_written_in(ui);
    if let Some(change) = settings::keys(ui, &model.settings) {
        return Some(Intent::Preference(change));
    }
    if model.rule.is_some() {
        return plain(Key::Escape).then_some(Intent::CloseRule);
    }
    if let Some(dialog) = &model.dialog {
        let again = *dialog == Dialog::Help && plain(Key::F1);
        return (again || plain(Key::Escape)).then_some(Intent::Close);
    }
    if plain(Key::F1) {
        return Some(Intent::Open(Dialog::Help));
    }
    if plain(Key::F5) {
        return Some(Intent::Play);
    }
    let command = |key: Key| pressed(Modifiers::COMMAND, key);
    if command(Key::Z) {
        return Some(Intent::Undo);
    }
    if command(Key::Y) || pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) {
        return Some(Intent::Redo);
    }
    if command(Key::S) {
        return Some(Intent::Save);
    }
    if command(Key::O) {
        return Some(Intent::Open(Dialog::Open));
    }
    // While a field is written in, keys are letters; an open list has its own keys.
    if is_written_in || Popup::is_any_open(ui.ctx()) || ui.memory(|memory| memory.focused().is_some()) {
        return None;
    }
    if command(Key::A) {
        return Some(Intent::All);
    }
    if command(Key::D) {
        return Some(Intent::Copy);
    }
    if plain(Key::Escape) {
        return Some(Intent::Back);
    }
    if plain(Key::F6) {
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
    } else if ui.input(|input| input.key_pressed(Key::Tab)) {
        // Tab goes from fighter to fighter; it must not move the focus into the panels, which would then get the keys.
        ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    if plain(Key::Tab) {
        return Some(Intent::Cycle(1));
    }
    if pressed(Modifiers::SHIFT, Key::Tab) {
        return Some(Intent::Cycle(-1));
    }
    let pages = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];
    if let Some(place) = pages.iter().position(|key| plain(*key)) {
        return Some(Intent::Turn(Page::ALL[place]));
    }
    if plain(Key::N) {
        return Some(Intent::NextField);
    }
    if let Some(intent) = picked(model, &plain, &|key| pressed(Modifiers::SHIFT, key)) {
        return Some(intent);
    }
    let entry = TOOLS.iter().find(|entry| plain(entry.key))?;
    entry.tool(&model.brushes).map(Intent::Take)
}

/// The keys that act on the picked fighters.
fn picked(model: &LabModel, plain: &dyn Fn(Key) -> bool, shifted: &dyn Fn(Key) -> bool) -> Option<Intent> {
    if model.fighter.is_none() && model.several.is_none() {
        return None;
    }
    let moves = [
        (Key::ArrowUp, Direction::North),
        (Key::ArrowRight, Direction::East),
        (Key::ArrowDown, Direction::South),
        (Key::ArrowLeft, Direction::West),
    ];
    if let Some((_, direction)) = moves.iter().find(|(key, _)| shifted(*key)) {
        return Some(Intent::Nudge(*direction));
    }
    let done = [
        (Key::Delete, Intent::Remove),
        (Key::Backspace, Intent::Remove),
        (Key::Period, Intent::TurnBy(1)),
        (Key::Comma, Intent::TurnBy(-1)),
        (Key::O, Intent::NextSide),
        (Key::Q, Intent::Swap),
        (Key::P, Intent::Pin),
        (Key::I, Intent::Roll),
    ];
    done.into_iter().find(|(key, _)| plain(*key)).map(|(_, intent)| intent)
}
