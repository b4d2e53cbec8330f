//! States of combatants that are not conditions, by the names that a ruleset gives them.

use super::{Check, odds::Odds};
use crate::rules::{Battle, CombatantId, OutcomeState};

/// The index of a state among those of a ruleset.
fn state_of(battle: &Battle, name: &str) -> Option<usize> {
    battle.ruleset.rules().names().states.iter().position(|known| *known == name)
}

impl Check<'_> {
    /// The index of a state.
    pub(super) fn state(&self, name: &str) -> Option<usize> {
        state_of(self.battle, name)
    }

    /// Whether somebody is in the state of that name.
    pub(super) fn is_so(&self, battle: &Battle, who: CombatantId, name: &str) -> bool {
        self.state(name).is_some_and(|state| battle.ruleset.rules().is_so(battle, who, state))
    }

    /// All states that somebody is in.
    pub(super) fn states(&self, who: CombatantId) -> Vec<&'static str> {
        let names = self.battle.ruleset.rules().names().states;
        names.iter().copied().filter(|name| self.is_so(self.battle, who, name)).collect()
    }
}

impl Odds<'_> {
    /// Whether an outcome leaves the target in the state of that name; `None` if there is no such state.
    pub(super) fn ends_in(&self, name: &str) -> Option<impl Fn(&OutcomeState) -> bool + '_> {
        let state = state_of(self.battle, name)?;
        Some(move |ending: &OutcomeState| {
            let mut after = self.battle.clone();
            ending.effects.iter().for_each(|effect| after.apply(effect));
            after.ruleset.rules().is_so(&after, self.whom, state)
        })
    }
}
