//! Where everybody is with their turn, for the order of turns.

use super::BattleScreen;
use crate::{
    panels::widgets::card::ChipState,
    rules::{CombatantId, Pending, Status},
};

impl BattleScreen {
    /// Where somebody is with their turn.
    pub(super) fn chip_state(&self, who: CombatantId) -> ChipState {
        let battle = self.spoken();
        let decides = self.asked().filter(|_| !self.stage.is_busy() && self.watching.is_none());
        let decides = decides.map(|(asked, ..)| asked).filter(|asked| self.is_visible(*asked));
        let place = |one: CombatantId| battle.scene.order.iter().position(|other| *other == one);
        let rules = battle.ruleset.rules();
        let first = battle.open_turns().next().and_then(place).or_else(|| rules.next_place(battle));
        match battle.combatant(who) {
            one if one.status == Status::Awaited => ChipState::Awaited,
            one if one.status.is_out() => ChipState::Out,
            _ if battle.is_in_turn(who) => match decides {
                Some(asked) if asked != who => ChipState::Paused,
                _ if battle.scene.acting != Some(who) => ChipState::Paused,
                _ => ChipState::Acts,
            },
            _ if decides == Some(who) => ChipState::Answers,
            _ => match battle.ruleset.rules().pending(battle, who) {
                Some(Pending::Turn) => ChipState::Waits,
                Some(Pending::Act) => ChipState::Readied,
                Some(Pending::Begun { paid, needed }) => ChipState::Begun(paid, needed),
                _ if place(who) < first => ChipState::Done,
                _ => ChipState::ToCome,
            },
        }
    }
}
