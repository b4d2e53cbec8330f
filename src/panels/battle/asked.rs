//! How long a question has been open: a press that comes before anyone can have read it was meant for something else.

use std::time::Duration;

use bevy_egui::egui::{Event, Id, Key, Ui};

use super::{keys::DIGITS, model::BattleModel};
use crate::rules::{CombatantId, Team};

/// Seconds after a question appears in which presses are ignored.
const TO_READ: f64 = 0.3;
/// Seconds after a handover in which the seat cannot be taken.
const TO_HAND_OVER: f64 = 0.6;
/// Seconds after the end of a battle in which no new one starts: a press that hurries the last animation is not meant
/// for it.
const TO_SEE_THE_END: f64 = 1.5;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// To take a seat.
    Seat(Team),
    /// To read what happened.
    Recap,
    /// How to go on once the battle is over.
    End,
    /// A question, by its number.
    Question(u64),
    /// Somebody's turn in a round, as a whole: its choices follow each other without a wait.
    Turn(Option<CombatantId>, u16),
}

impl Asked {
    /// How long it accepts no answer, in seconds.
    const fn unanswerable_for(self) -> f64 {
        match self {
            Self::Seat(_) => TO_HAND_OVER,
            Self::End => TO_SEE_THE_END,
            Self::Recap | Self::Question(_) | Self::Turn(..) => TO_READ,
        }
    }

    /// What a model asks, if anything.
    fn of(model: &BattleModel) -> Option<Self> {
        let question = || model.question.as_ref().map(|question| Self::Question(question.number));
        let actor = || model.actor.as_ref().map(|actor| actor.who);
        let turn = || (!model.offers.is_empty()).then(|| Self::Turn(actor(), model.top.round));
        let recap = || model.recap.as_ref().map(|_| Self::Recap);
        let seat = model.handover.as_ref().map(|handover| Self::Seat(handover.team));
        let end = || model.result.as_ref().map(|_| Self::End);
        seat.or_else(end).or_else(recap).or_else(question).or_else(turn)
    }
}

/// Whether the present question was asked only a moment ago. Must be called once in each pass.
pub fn just_asked(ui: &Ui, model: &BattleModel) -> bool {
    let Some(asked) = Asked::of(model) else { return false };
    let (id, now) = (Id::new("asked since"), ui.input(|input| input.time));
    let known = ui.data(|data| data.get_temp::<(Asked, f64, bool)>(id)).filter(|(before, ..)| *before == asked);
    let (_, since, was_free) = known.unwrap_or((asked, now, false));
    let left = asked.unanswerable_for() - (now - since);
    // Only a press that begins after the screen could be read takes the seat, not one held all along.
    let is_free = left <= 0.0 && (was_free || !matches!(asked, Asked::Seat(_)) || !holds_anything(ui));
    ui.data_mut(|data| data.insert_temp(id, (asked, since, is_free)));
    if left > 0.0 {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
    }
    !is_free
}

/// Whether a pointer button or a confirming key is down, or a pointer button was released in this pass.
fn holds_anything(ui: &Ui) -> bool {
    ui.input(|input| {
        let confirms = [Key::Enter, Key::Space, Key::Backspace];
        input.pointer.any_down() || input.pointer.any_released() || confirms.iter().any(|key| input.key_down(*key))
    })
}

/// Whether all presses of confirming keys in this pass are repeats of keys held down.
pub fn only_held(ui: &Ui) -> bool {
    let confirms = |key: &Key| matches!(key, Key::Enter | Key::Space) || DIGITS.contains(key);
    let held = |event: &Event| match event {
        Event::Key { key, pressed: true, repeat, .. } if confirms(key) => Some(*repeat),
        _ => None,
    };
    ui.input(|input| {
        let mut presses = input.events.iter().filter_map(held).peekable();
        !input.pointer.any_released() && presses.peek().is_some() && presses.all(|repeat| repeat)
    })
}
