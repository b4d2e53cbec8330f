//! Where everybody is with their turn, for the order of turns.

use super::{BattleScreen, secrets::declares_in_secret};
use crate::{
    panels::widgets::card::ChipState,
    rules::{Battle, CombatantId, Pending, Status},
};

impl BattleScreen {
    /// Where somebody is in the order of turns, for those who know of them: ", turn 2 of 8".
    pub(super) fn place_in_order(&self, who: CombatantId) -> String {
        let (battle, now) = (self.ordered(), self.spoken());
        let is_in =
            |other: &CombatantId| (!now.combatant(*other).status.is_out() || *other == who) && self.is_visible(*other);
        let mut order = battle.scene.order.iter().copied().filter(is_in);
        let count = order.clone().count();
        order.position(|other| other == who).map_or_else(String::new, |at| format!(", turn {} of {count}", at + 1))
    }

    /// The battle whose round and order are on screen: while the last act of a round is read, still that round's.
    pub(super) fn ordered(&self) -> &Battle {
        self.before_held().filter(|before| before.scene.round < self.spoken().scene.round).unwrap_or(self.spoken())
    }

    /// Whose turn is on screen: while what came of an act is read, still that of the one who did it; of what was done in
    /// nobody's turn, as when the order is rolled for, whose turn it is.
    pub(super) fn shown_acting(&self) -> Option<CombatantId> {
        let in_a_turn = self.before_held().is_some_and(|before| before.open_turns().next().is_some());
        let held = self.acted().filter(|by| in_a_turn && self.is_visible(*by));
        held.or(self.spoken().scene.acting)
    }

    /// Those who have no place in the order yet while first actions are declared, by side: the order is made afterwards.
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

    /// What stands on the chip of somebody who has no place in the order yet: with what it has declared to act, for its own
    /// side.
    pub(super) fn declared_words(&self, who: CombatantId) -> String {
        let battle = self.spoken();
        let with = battle.declaration(who).and_then(|declared| declared.with);
        with.map_or_else(|| "declared".into(), |item| battle.item(item).name.to_string())
    }

    /// Where somebody is with their turn.
    pub(super) fn chip_state(&self, who: CombatantId) -> ChipState {
        let battle = self.ordered();
        // What came of an act is read before anybody else is asked.
        let is_played = self.stage.is_busy() || self.is_held();
        let decides = self.asked().filter(|_| !is_played && self.watching.is_none());
        let decides = decides.map(|(asked, ..)| asked).filter(|asked| self.is_visible(*asked));
        let place = |who: CombatantId| battle.scene.order.iter().position(|other| *other == who);
        let rules = battle.ruleset.rules();
        // What came of an act is read in the turn of the one who did it, although the next may be on already.
        let shown = self.shown_acting().filter(|shown| Some(*shown) != battle.scene.acting);
        // Where the order has come to tells more than whose turn it is: one that was put off is taken later than its place.
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
