//! The state of everybody's turn, for the order of turns.

use super::{BattleScreen, secrets::declares_in_secret};
use crate::{
    panels::widgets::card::ChipState,
    rules::{Battle, CombatantId, Pending, Status},
};

impl BattleScreen {
    /// A fighter's place in the order of turns, among the fighters known to the viewer: ", turn 2 of 8".
    pub(super) fn place_in_order(&self, who: CombatantId) -> String {
        let (battle, now) = (self.ordered(), self.spoken());
        let is_in =
            |other: &CombatantId| (!now.combatant(*other).status.is_out() || *other == who) && self.is_visible(*other);
        let mut order = battle.scene.order.iter().copied().filter(is_in);
        let count = order.clone().count();
        order.position(|other| other == who).map_or_else(String::new, |at| format!(", turn {} of {count}", at + 1))
    }

    /// The battle whose round and order are on screen: while the last act of a round is read, the one before that act.
    pub(super) fn ordered(&self) -> &Battle {
        self.before_held().filter(|before| before.scene.round < self.spoken().scene.round).unwrap_or(self.spoken())
    }

    /// Whose turn is on screen: while an act's outcome is read, that of the fighter who acted; for acts in nobody's
    /// turn, as when rolling for the order, the fighter whose turn it is.
    pub(super) fn shown_acting(&self) -> Option<CombatantId> {
        let held = self.acted().filter(|by| self.is_held() && self.is_visible(*by));
        held.or(self.spoken().scene.acting)
    }

    /// The fighters without a place in the order while first actions are declared, by side; the order is made
    /// afterwards.
    pub(super) fn to_be_ordered(&self) -> Vec<CombatantId> {
        let battle = self.spoken();
        if !declares_in_secret(battle) {
            return Vec::new();
        }
        let is_new = |who: &CombatantId| !battle.scene.order.contains(who) && self.is_visible(*who);
        let fighting = battle.combatants().filter(|fighter| fighter.fights()).map(|fighter| fighter.id);
        let mut all: Vec<CombatantId> = fighting.filter(is_new).collect();
        all.sort_by_key(|who| (battle.combatant(*who).team, *who));
        all
    }

    /// The words on the chip of a fighter without a place in the order: the item it has declared to act with, if the
    /// viewer's side knows it.
    pub(super) fn declared_words(&self, who: CombatantId) -> String {
        let battle = self.spoken();
        let with = battle.declaration(who).and_then(|declared| declared.with);
        with.map_or_else(|| "declared".into(), |item| battle.item(item).name.to_string())
    }

    /// The state of somebody's turn.
    pub(super) fn chip_state(&self, who: CombatantId) -> ChipState {
        let battle = self.ordered();
        // An act's outcome is read before anybody else is asked.
        let is_played = self.stage.is_busy() || self.is_held();
        let decides = self.asked().filter(|_| !is_played && self.watching.is_none());
        let decides = decides.map(|(asked, ..)| asked).filter(|asked| self.is_visible(*asked));
        let place = |who: CombatantId| battle.scene.order.iter().position(|other| *other == who);
        let rules = battle.ruleset.rules();
        // An act's outcome is read in the turn of the fighter who acted, even if the next turn has begun.
        let shown = self.shown_acting().filter(|shown| Some(*shown) != battle.scene.acting);
        // The order's progress tells more than whose turn it is, because a delayed turn is taken later than its place.
        let acts = || shown.or(battle.open_turns().next()).and_then(place);
        let first = rules.next_place(battle).or_else(acts);
        match battle.combatant(who) {
            fighter if !fighter.status.is_out() && shown == Some(who) => ChipState::Acts,
            fighter if shown.is_some() && battle.scene.acting == Some(who) && !fighter.status.is_out() => {
                ChipState::ToCome
            }
            fighter if fighter.status == Status::Awaited => ChipState::Awaited,
            fighter if fighter.status.is_out() => ChipState::Out,
            _ if battle.is_in_turn(who) => match decides {
                Some(asked) if asked != who => ChipState::Paused,
                _ if battle.scene.acting != Some(who) => ChipState::Paused,
                _ => ChipState::Acts,
            },
            _ if decides == Some(who) => ChipState::Answers,
            _ if place(who).is_none() && self.living.has_declared(who) => ChipState::Declared,
            _ if place(who).is_none() && declares_in_secret(battle) => ChipState::Undeclared,
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
