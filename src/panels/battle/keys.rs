//! The keys handled by the battle's panels. Those that move the cursor or the camera belong to the board.

use bevy_egui::egui::{Event, FocusDirection, Key, Modifiers, Ui};

use super::{
    advice,
    follow::{self, FollowModel},
    intent::Intent,
    list, listing,
    model::{BattleModel, Dialog, QuestionModel, RowModel, Settles},
    prompt, rail, recap, regions, row, typed, workbench,
};
use crate::panels::settings;
use crate::rules::CombatantId;

/// 0 to 9.
pub(super) const DIGITS: [Key; 10] =
    [Key::Num0, Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// What the keys pressed in this pass mean.
pub fn read(ui: &Ui, model: &BattleModel) -> Option<Intent> {
    // While a favourite is being named, everything typed is its name.
    if model.workbench.as_ref().is_some_and(|bench| bench.naming.is_some()) {
        return naming(ui);
    }
    if let Some(typed) = &model.typed {
        return typed::keys(ui, typed);
    }
    walk_focus(ui);
    let space = take_space(ui, model);
    let focused = ui.memory(|memory| memory.focused().is_some());
    let plain = |key: Key| is_pressed(ui, Modifiers::NONE, key);
    if let Some(change) = settings::keys(ui, &model.settings) {
        return Some(Intent::Set(change));
    }
    if model.rule.is_some() {
        return plain(Key::Escape).then_some(Intent::CloseRule);
    }
    if let Some(dialog) = model.dialog {
        return in_dialog(dialog, plain);
    }
    if plain(Key::F1) {
        return Some(Intent::Open(Dialog::Help));
    }
    // Enter belongs to the control that has the focus.
    let enters = || !focused && plain(Key::Enter);
    if model.result.is_some() {
        let anew = enters().then_some(Intent::PlayAnew);
        return anew.or_else(|| plain(Key::Escape).then_some(Intent::Close));
    }
    if model.over.is_some() && (enters() || plain(Key::Escape)) {
        return Some(Intent::ShowEnd);
    }
    if model.handover.is_some() {
        return enters().then_some(Intent::TakeSeat);
    }
    if let Some(recap) = &model.recap {
        return recap::keys(ui, recap);
    }
    if let Some(intent) = model.advice.as_ref().and_then(|advice| advice::keys(ui, advice, model.chosen.is_some())) {
        return Some(intent);
    }
    if !model.offers.is_empty()
        && let Some(intent) = choosing(ui, model, plain)
    {
        return Some(intent);
    }
    if plain(Key::U) || is_pressed(ui, Modifiers::COMMAND, Key::Z) {
        return model.top.no_undo.is_none().then_some(Intent::Undo);
    }
    if plain(Key::G) {
        return Some(Intent::Open(Dialog::Log));
    }
    if let Some(intent) = model.follow.as_ref().and_then(|follow| following(follow, focused, plain)) {
        return Some(intent);
    }
    if plain(Key::K) && model.top.watched.is_none() {
        return Some(Intent::Set(settings::Intent::Waits(!model.settings.waits)));
    }
    if let Some(intent) = looking(ui, model, plain) {
        return Some(intent);
    }
    if plain(Key::Escape) {
        return Some(if model.thinking.is_some() { Intent::PlayNow } else { Intent::Back });
    }
    if space {
        return Some(Intent::EndTurn);
    }
    enters().then(|| enter(model)).flatten()
}

/// Whether a key is pressed in this pass with exactly these modifiers.
fn is_pressed(ui: &Ui, modifiers: Modifiers, key: Key) -> bool {
    ui.input(|input| input.key_pressed(key) && input.modifiers.matches_exact(modifiers))
}

/// The keys while a favourite is being named.
fn naming(ui: &Ui) -> Option<Intent> {
    let is_pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    let left = is_pressed(Key::Escape).then_some(Intent::CancelNaming);
    left.or_else(|| is_pressed(Key::Enter).then_some(Intent::EndNaming))
}

/// The keys in a dialog: those that lead to another, and those that close it.
fn in_dialog(dialog: Dialog, plain: impl Fn(Key) -> bool) -> Option<Intent> {
    let next = match dialog {
        Dialog::Menu if plain(Key::F1) => Some(Dialog::Help),
        Dialog::Menu if plain(Key::G) => Some(Dialog::Log),
        Dialog::Help if plain(Key::F1) => Some(Dialog::Legend),
        _ => None,
    };
    if let Some(next) = next {
        return Some(Intent::Open(next));
    }
    let is_own_key = match dialog {
        Dialog::Legend => plain(Key::F1),
        Dialog::Log => plain(Key::G),
        _ => false,
    };
    (is_own_key || plain(Key::Escape)).then_some(Intent::Close)
}

/// The keys of a choice: typing it, advice, the field over the board, and those of the offers.
fn choosing(ui: &Ui, model: &BattleModel, plain: impl Fn(Key) -> bool) -> Option<Intent> {
    if typed::is_opened(ui) {
        return Some(Intent::BeginTyping);
    }
    if plain(Key::H) {
        return Some(Intent::Advise);
    }
    if model.question.is_none() && plain(Key::N) {
        return Some(Intent::NextField);
    }
    offers(ui, model)
}

/// The keys that show something: the last result, terms, cards, the next target.
fn looking(ui: &Ui, model: &BattleModel, plain: impl Fn(Key) -> bool) -> Option<Intent> {
    if plain(Key::Y) {
        return Some(if rail::told_in_short(ui, model).is_some() { Intent::OpenCard } else { Intent::ShowAgain });
    }
    if plain(Key::T) && has_card(model) {
        return Some(Intent::Terms);
    }
    if plain(Key::T) && (model.target.is_some() || model.square.is_some() || model.forecast.is_some()) {
        return Some(Intent::Pin);
    }
    if plain(Key::Tab) {
        return Some(Intent::Next);
    }
    is_pressed(ui, Modifiers::SHIFT, Key::Tab).then_some(Intent::Previous)
}

/// Whether a card is open whose terms T shows. During a question, only the card of one's own act under way is.
pub(super) fn has_card(model: &BattleModel) -> bool {
    let tells = |question: &QuestionModel| question.briefed.so_far.is_some();
    model.aftermath.is_some() && model.question.as_ref().is_none_or(tells)
}

/// The keys while somebody else's turn is shown.
fn following(follow: &FollowModel, focused: bool, plain: impl Fn(Key) -> bool) -> Option<Intent> {
    if plain(Key::P) {
        return Some(Intent::Pause);
    }
    if plain(Key::Period) {
        return Some(Intent::StepOn);
    }
    if plain(Key::T) {
        return Some(Intent::Terms);
    }
    if let Some(watched) = &follow.watched {
        let sought = [(Key::OpenBracket, false), (Key::CloseBracket, true)].into_iter().find(|(key, _)| plain(*key));
        if let Some((_, later)) = sought {
            return Some(Intent::Seek(watched.round(later)));
        }
    }
    (!focused && plain(Key::Enter)).then(|| follow::enter(follow))
}

/// What Enter does: the same as the button.
fn enter(model: &BattleModel) -> Option<Intent> {
    match model.chosen {
        Some(_) => Some(Intent::Commit),
        None if model.act.ends => Some(Intent::EndTurn),
        None => model.act.ready.then_some(Intent::Commit),
    }
}

/// Whether Space was pressed to end the turn. Space does only that: it presses no focused row and answers no question.
fn take_space(ui: &Ui, model: &BattleModel) -> bool {
    let over = model.dialog.is_some() || model.rule.is_some() || model.result.is_some() || model.handover.is_some();
    if over || model.offers.is_empty() || !ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space)) {
        return false;
    }
    model.question.is_none()
}

/// The keys of offers: groups, digits, values, refused rows.
fn offers(ui: &Ui, model: &BattleModel) -> Option<Intent> {
    let at = |modifiers: Modifiers, place: Key| {
        let is = |event: &Event| match event {
            Event::Key { key, physical_key, pressed: true, repeat: false, modifiers: held } => {
                held.matches_exact(modifiers) && physical_key.unwrap_or(*key) == place
            }
            _ => false,
        };
        ui.input(|input| input.events.iter().any(is))
    };
    let digits = DIGITS.into_iter().enumerate();
    if let Some((digit, _)) = digits.clone().find(|(_, key)| at(Modifiers::NONE, *key)) {
        return match model.workbench.as_ref().filter(|_| model.question.is_none()) {
            Some(bench) => workbench::digit_pressed(bench, digit as u8),
            None => digit_pressed(ui, model, digit as u8),
        };
    }
    if let Some((digit, _)) = digits.clone().find(|(_, key)| at(Modifiers::SHIFT, *key)) {
        let place = digit.checked_sub(1)?;
        return match model.workbench.as_ref().filter(|_| model.question.is_some()) {
            Some(bench) => workbench::flip_at(bench, place),
            None => set_value_at(model, place),
        };
    }
    for (key, step) in [(Key::Comma, -1), (Key::Period, 1)] {
        if at(Modifiers::NONE, key) {
            return match &model.workbench {
                Some(bench) => workbench::step(bench, step as i32),
                None => step_amount(model, step),
            };
        }
    }
    if model.workbench.is_some() && model.question.is_none() && at(Modifiers::NONE, Key::B) {
        return Some(Intent::KeepFavourite);
    }
    for (key, step) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1)] {
        if at(Modifiers::COMMAND, key) || at(Modifiers::CTRL, key) {
            return if model.question.is_some() { next_answer(model, step) } else { next_row(ui, model, step) };
        }
    }
    if model.question.is_some() {
        return None;
    }
    if at(Modifiers::NONE, Key::F2) {
        return Some(Intent::Refused);
    }
    let groups = rail::KEYS.into_iter().filter(|(group, ..)| model.list.groups.contains(group));
    groups.into_iter().find(|(_, key, _)| at(Modifiers::NONE, *key)).map(|(group, ..)| Intent::List(Some(group)))
}

/// What a digit does: it answers, or chooses in the list; a second press carries out the choice.
fn digit_pressed(ui: &Ui, model: &BattleModel, digit: u8) -> Option<Intent> {
    if model.question.is_some() {
        let index = model.offers.iter().position(|offer| offer.address.digit == Some(digit) && offer.is_open())?;
        let answers = model.chosen == Some(index) || prompt::is_settled(&model.offers[index]);
        return Some(if answers { Intent::Answer(index) } else { Intent::ChooseOffer(index) });
    }
    let Some(group) = model.list.open else {
        let listing = list::in_place(ui, model);
        let row = listing.at_digit(digit)?;
        return Some(if row::is_chosen(model, row) { Intent::Commit } else { row::press(row) });
    };
    let index = listing::at_digit(model, group, digit)?;
    Some(if model.chosen == Some(index) { Intent::Commit } else { Intent::ChooseOffer(index) })
}

/// The chosen offer and its rows that offer a choice, except the target.
fn settled_rows(model: &BattleModel) -> Option<(usize, impl Iterator<Item = &RowModel>)> {
    let offer = model.chosen?;
    let rows = model.offers.get(offer)?.rows.iter();
    Some((offer, rows.filter(|row| row.settles != Settles::Target && row.values.len() > 1)))
}

/// Sets the first parameter to one of its open values, by its place among them as shown.
fn set_value_at(model: &BattleModel, place: usize) -> Option<Intent> {
    let (offer, mut rows) = settled_rows(model)?;
    let row = rows.next()?;
    let values = row::in_order(row).into_iter().map(|index| &row.values[index]);
    let (value, ..) = values.filter(|(.., refusal)| refusal.is_none()).nth(place)?;
    Some(settle(offer, row.settles, *value))
}

/// The next open value of the first amount, or of the first parameter.
fn step_amount(model: &BattleModel, step: isize) -> Option<Intent> {
    let (offer, rows) = settled_rows(model)?;
    let rows: Vec<&RowModel> = rows.collect();
    let row = rows.iter().find(|row| row::is_amount(row)).or(rows.first())?;
    row::stepped(row, step).map(|index| settle(offer, row.settles, row.values[index].0))
}

/// The next row of the list.
fn next_row(ui: &Ui, model: &BattleModel, step: isize) -> Option<Intent> {
    let listing = list::in_place(ui, model);
    let rows: Vec<_> = listing.sections.iter().flat_map(|(.., rows)| rows).filter(|row| row.gone.is_none()).collect();
    let now = rows.iter().position(|row| row::is_chosen(model, row));
    let next = now.map_or(0, |now| (now as isize + step).rem_euclid(rows.len().max(1) as isize) as usize);
    rows.get(next).map(|row| row::press(row))
}

/// The next answer, so that its parameters come into view.
fn next_answer(model: &BattleModel, step: isize) -> Option<Intent> {
    let order = prompt::in_order(model);
    let now = order.iter().position(|index| model.chosen == Some(*index));
    let next = now.map_or(0, |now| (now as isize + step).rem_euclid(order.len().max(1) as isize) as usize);
    order.get(next).map(|index| Intent::ChooseOffer(*index))
}

/// F6 cycles through the regions, or in a dialog through the controls; Tab goes from target to target, as on the board.
fn walk_focus(ui: &Ui) {
    let dialog = ui.memory(|memory| memory.top_modal_layer().is_some());
    if !dialog {
        regions::walk(ui);
    }
    let direction = if dialog && is_pressed(ui, Modifiers::NONE, Key::F6) {
        FocusDirection::Next
    } else if dialog && is_pressed(ui, Modifiers::SHIFT, Key::F6) {
        FocusDirection::Previous
    } else if !dialog && ui.input(|input| input.key_pressed(Key::Tab)) {
        FocusDirection::None
    } else {
        return;
    };
    ui.memory_mut(|memory| memory.move_focus(direction));
}

/// The intent that gives a row a value.
pub(super) fn settle(offer: usize, settles: Settles, value: i32) -> Intent {
    match settles {
        Settles::Target => Intent::SetTarget { offer, who: CombatantId(value as u16) },
        Settles::Parameter(key) => Intent::SetParameter { offer, key, value },
    }
}
