//! Carries out the panels' intents.

use bevy::prelude::World;

use super::{BattleScreen, Leave};
use crate::{
    arena::Arena as _,
    board,
    panels::{battle::Intent, settings, title::Page},
    screens::{prefs, setup},
    seats::NoUndo,
};

impl BattleScreen {
    /// Carries out a panel's intent; returns where to go if it leads out of this battle.
    pub(super) fn carry_out(&mut self, intent: Intent, world: &mut World) -> Option<Leave> {
        let has_asked = std::mem::take(&mut self.listed.ending);
        // In a question a choice does not replace the act under way.
        if chooses(&intent) && self.is_turn() {
            self.put_away();
        }
        match intent {
            Intent::ChooseOffer(index) => self.choose(index),
            Intent::List(group) => self.list(group),
            Intent::Refused => self.listed.refused = !self.listed.refused,
            Intent::Answer(index) => {
                self.open_by_hand(index);
                self.answer(world);
            }
            Intent::Unstand(place) => self.unstand(place),
            Intent::SettleTogether { who, key, value } => self.settle_together(who, key, value),
            Intent::AnswerTogether { who, place } => self.answer_together(who, place),
            Intent::Stand(standing) => self.listed.stands = standing,
            Intent::Unpin => self.unpin(),
            Intent::SetTarget { offer, who } => {
                self.listed.held |= self.listed.open.is_none() && self.target().is_none();
                self.open_by_hand(offer);
                self.aim(who);
                self.look_away(offer);
            }
            Intent::SetParameter { offer, key, value } => self.set(offer, key, value),
            Intent::KeepFavourite => self.keep_favourite(world),
            Intent::NameFavourite(place) => self.name_favourite(place),
            Intent::WriteName(name) => self.write_name(name),
            Intent::EndNaming => self.end_naming(world),
            Intent::CancelNaming => self.cancel_naming(world),
            Intent::BeginTyping => self.begin_typing(),
            Intent::WriteTyped(text) => self.listed.typed = Some(text),
            Intent::TakeTyped(place) => self.take_typed(place),
            Intent::EndTyping => self.listed.typed = None,
            Intent::TakeFavourite(index) => self.take_favourite(index),
            Intent::LeaveWorkbench => self.leave_workbench(),
            Intent::Advise => self.ask_for_advice(),
            Intent::NextField => self.next_field(),
            Intent::MarkAdvice(place) => self.mark_advice(place),
            Intent::LayAdvice(place) => self.lay_advice(place),
            Intent::TakeAlternative(index) => self.take_alternative(index),
            Intent::Commit => self.answer(world),
            Intent::Back => self.back(world),
            Intent::Undo => self.undo(world),
            Intent::EndTurn if !has_asked && self.asks_to_end() => self.ask_to_end(),
            Intent::EndTurn => self.end_turn(world),
            Intent::Next => self.cycle(1),
            Intent::Previous => self.cycle(-1),
            Intent::Inspect(who) => {
                self.dialog = None;
                self.inspect(who);
            }
            Intent::Pin => self.pinned = !self.pinned,
            Intent::OpenRule(rule) => self.rule = Some(rule),
            Intent::CloseRule => self.rule = None,
            Intent::Open(overlay) => self.dialog = Some(overlay),
            // Over the battle lies a dialog, or else its result.
            Intent::Close => {
                self.ended.closed |= self.dialog.take().is_none();
                // The pointer has moved over the dialog, so what it pointed at before is no longer meant.
                self.still_pointed = false;
            }
            Intent::ShowEnd => self.ended.closed = false,
            Intent::Read => self.notice = None,
            Intent::Set(change) => {
                // In others' turns the setting's checkbox is on screen.
                if let settings::Intent::Waits(waits) = &change
                    && self.is_asked()
                {
                    let words =
                        if *waits { "Waits for you after each enemy turn" } else { "Goes on after enemy turns" };
                    self.say(words, None);
                }
                prefs::change(world, change);
            }
            Intent::TakeSeat => self.take_seat(world),
            Intent::RecapTo(index) => self.recap_to(index),
            Intent::CloseRecap => self.close_recap(),
            Intent::GoOn => self.read(),
            Intent::Pause => self.following.paused = !self.following.paused,
            Intent::StepOn => {
                self.step_on();
                board::skip(world);
            }
            Intent::Seek(line) => {
                if let Some(watching) = &mut self.watching {
                    watching.seek(line);
                }
            }
            Intent::ShowAgain if self.is_card_open() || self.can_show_again() => self.show_again(),
            Intent::ShowAgain => _ = self.recap_again(),
            Intent::OpenCard => self.open_card(),
            Intent::Terms => self.following.unfolded = !self.following.unfolded,
            Intent::PlayNow => {
                board::skip(world);
                if let Some(thinking) = self.game.thinking() {
                    thinking.hurry();
                }
            }
            Intent::ToLab => return Some(Leave::Lab),
            Intent::BackToLab => return Some(Leave::BackToLab),
            Intent::SaveAndLeave => return Some(Leave::To(Page::Title)),
            Intent::Setup => return Some(Leave::To(Page::Skirmish)),
            Intent::Concede => self.concede(world),
            Intent::FromRound(round) => self.ended.round = Some(round),
            Intent::PlayFrom(round) => return self.again_from(round, world),
            Intent::PlayAgain => return self.again(self.game.header.seed, world),
            Intent::PlayAnew => return self.again(setup::any_seed(), world),
            Intent::Watch => self.watch(world),
        }
        None
    }

    /// Undoes the last choice, with all answers given automatically because of it, and with answers standing since:
    /// they would answer such a question again at once.
    fn undo(&mut self, world: &mut World) {
        (self.after_movement, self.press.rest) = (None, None);
        if let Some(reason) = self.no_undo() {
            return self.say(reason, None);
        }
        self.following.take_back();
        let by_itself = self.listed.by_itself.pop().unwrap_or(0);
        for _ in 0..=by_itself {
            if let Err(reason) = self.game.undo(world) {
                return self.say(reason.to_string(), None);
            }
        }
        let heard = world.journal().len();
        self.listed.standing.retain(|answer| answer.heard < heard);
    }

    /// Why nothing can be undone, if so: automatic answers are undone with the choice before them, or not at all.
    pub(super) fn no_undo(&self) -> Option<String> {
        let by_itself = self.listed.by_itself.last().copied().unwrap_or(0);
        let reason = self.game.no_undo(self.battle()).map(|reason| reason.to_string());
        reason.or_else(|| (self.game.undo_depth() <= by_itself).then(|| NoUndo::Nothing.to_string()))
    }
}

/// Whether an intent chooses something else, so that the outcome of the last choice is put away.
const fn chooses(intent: &Intent) -> bool {
    use Intent::{
        ChooseOffer, Inspect, LayAdvice, List, Next, Previous, SetParameter, SetTarget, TakeAlternative, TakeFavourite,
    };
    matches!(
        intent,
        ChooseOffer(_)
            | LayAdvice(_)
            | List(_)
            | SetTarget { .. }
            | SetParameter { .. }
            | TakeAlternative(_)
            | TakeFavourite(_)
            | Next
            | Previous
            | Inspect(_)
    )
}
