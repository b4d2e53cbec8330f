//! The keys that the battle's panels answer to. What moves the cursor or the camera belongs to the board.

use bevy_egui::egui::{FocusDirection, InputState, Key, Modifiers, Ui};

use super::{
    intent::Intent,
    model::{BattleModel, Dialog, Settles},
};
use crate::panels::settings;
use crate::rules::CombatantId;

/// Rows of an open offer are turned by these.
const ROWS: [Key; 4] = [Key::Q, Key::W, Key::E, Key::R];
pub(super) const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// What the keys pressed in this pass mean.
pub fn read(ui: &Ui, model: &BattleModel) -> Option<Intent> {
    walk_focus(ui);
    let focused = ui.memory(|memory| memory.focused().is_some());
    let pressed = |modifiers: Modifiers, key: Key| {
        ui.input(|input: &InputState| input.key_pressed(key) && input.modifiers.matches_exact(modifiers))
    };
    let plain = |key: Key| pressed(Modifiers::NONE, key);
    if let Some(change) = settings::keys(ui, &model.settings) {
        return Some(Intent::Set(change));
    }
    if model.rule.is_some() {
        return plain(Key::Escape).then_some(Intent::CloseRule);
    }
    if model.dialog.is_some() {
        if model.dialog == Some(Dialog::Menu) && plain(Key::F1) {
            return Some(Intent::Open(Dialog::Help));
        }
        if model.dialog == Some(Dialog::Menu) && plain(Key::G) {
            return Some(Intent::Open(Dialog::Log));
        }
        let again = match model.dialog {
            Some(Dialog::Help) => plain(Key::F1),
            Some(Dialog::Log) => plain(Key::G),
            _ => false,
        };
        return (again || plain(Key::Escape)).then_some(Intent::Close);
    }
    if plain(Key::F1) {
        return Some(Intent::Open(Dialog::Help));
    }
    if model.result.is_some() {
        return plain(Key::Escape).then_some(Intent::Close);
    }
    if model.handover.is_some() {
        return (!focused && plain(Key::Enter)).then_some(Intent::TakeSeat);
    }
    let digit = DIGITS.iter().position(|key| plain(*key)).and_then(|digit| offer_of(model, digit));
    if let Some(index) = digit {
        let again = model.chosen == Some(index) && model.offers[index].commit.is_some();
        return Some(if again { Intent::Commit } else { Intent::ChooseOffer(index) });
    }
    for (place, key) in ROWS.into_iter().enumerate() {
        let step = if plain(key) { 1 } else { -1 };
        if plain(key) || pressed(Modifiers::SHIFT, key) {
            return turn(model, place, step);
        }
    }
    if plain(Key::U) || pressed(Modifiers::COMMAND, Key::Z) {
        return model.top.no_undo.is_none().then_some(Intent::Undo);
    }
    if plain(Key::G) {
        return Some(Intent::Open(Dialog::Log));
    }
    if plain(Key::T) && model.pointed.is_some() {
        return Some(Intent::Pin);
    }
    if plain(Key::Tab) {
        return Some(Intent::Next);
    }
    if pressed(Modifiers::SHIFT, Key::Tab) {
        return Some(Intent::Previous);
    }
    if plain(Key::Escape) {
        return Some(if model.thinking.is_some() { Intent::PlayNow } else { Intent::Back });
    }
    if focused {
        // Enter and Space belong to the control that has the focus.
        return None;
    }
    if plain(Key::Enter) {
        return model.chosen.map(|_| Intent::Commit);
    }
    plain(Key::Space).then_some(Intent::EndTurn)
}

/// F6 walks through the panels' controls: Tab goes from target to target, as on the board.
fn walk_focus(ui: &Ui) {
    let input = |key: Key, modifiers: Modifiers| {
        ui.input(|input| input.key_pressed(key) && input.modifiers.matches_exact(modifiers))
    };
    let dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
    let direction = if input(Key::F6, Modifiers::NONE) {
        FocusDirection::Next
    } else if input(Key::F6, Modifiers::SHIFT) {
        FocusDirection::Previous
    } else if !dialog && ui.input(|input| input.key_pressed(Key::Tab)) {
        FocusDirection::None
    } else {
        return;
    };
    ui.memory_mut(|memory| memory.move_focus(direction));
}

/// The offer that a digit, from 0, chooses.
fn offer_of(model: &BattleModel, digit: usize) -> Option<usize> {
    let key = char::from_digit(digit as u32 + 1, 10)?;
    model.offers.iter().position(|offer| offer.key == Some(key))
}

/// The next value of a row that is not refused, round and round.
fn turn(model: &BattleModel, place: usize, step: isize) -> Option<Intent> {
    let offer = model.chosen?;
    let row = model.offers.get(offer)?.rows.get(place)?;
    let count = row.values.len() as isize;
    let mut at = row.chosen as isize;
    for _ in 1..count {
        at = (at + step).rem_euclid(count);
        let (value, _, refusal) = &row.values[at as usize];
        if refusal.is_none() {
            return Some(settle(offer, row.settles, *value));
        }
    }
    None
}

/// The intent that gives a row a value.
pub(super) fn settle(offer: usize, settles: Settles, value: i32) -> Intent {
    match settles {
        Settles::Target => Intent::SetTarget { offer, who: CombatantId(value as u16) },
        Settles::Parameter(key) => Intent::SetParameter { offer, key, value },
    }
}
