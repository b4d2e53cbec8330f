//! What the player at the screen must not see.

use super::BattleScreen;
use crate::{
    rules::{Battle, Combatant, Status, Team, Window},
    seats::Seat,
};

/// Whether fighters are declaring in secret, or have made declarations that are still secret.
pub(super) fn declares_in_secret(battle: &Battle) -> bool {
    let rules = battle.ruleset.rules();
    let is_asked = |decision| rules.briefing(battle, decision).window == Window::Declare;
    rules.declares_in_secret() && (!battle.scene.declared.is_empty() || battle.decision().is_some_and(is_asked))
}

/// Whether anybody in the fight is hidden from an enemy.
pub(super) fn has_secrets(battle: &Battle) -> bool {
    let unknown = |fighter: Combatant<'_>| {
        fighter.fights() && battle.enemies(fighter.id).any(|enemy| enemy.fights() && !enemy.aware.of(fighter.id))
    };
    battle.ruleset.rules().has_hiding() && battle.combatants().any(unknown)
}

impl BattleScreen {
    /// The side that hidden combatants are hidden from: `None` once the end has been shown, and for a side with nobody
    /// left in the fight.
    pub(super) fn hidden_from(&self) -> Option<Team> {
        let shown = self.stage.shown();
        if self.watching.is_some() || shown.scene.over.is_some() && !self.stage.is_busy() {
            return None;
        }
        let is_person = |team: &Team| self.game.seat(*team) == Seat::Person;
        let persons: Vec<Team> = self.battle().teams().filter(is_person).collect();
        let seated = match persons[..] {
            [] => None,
            [only] => Some(only),
            // While the computer decides, the player who sat here last still looks on.
            [first, ..] => self.asked().map(|(_, team, _)| team).filter(is_person).or(self.seated).or(Some(first)),
        };
        let is_left = |fighter: Combatant<'_>| fighter.fights() || fighter.status == Status::Awaited;
        seated.filter(|team| shown.combatants().any(|fighter| fighter.team == *team && is_left(fighter)))
    }
}
