//! Whose turn it is in a draft, and what has been done in it.

use super::{Draft, NoEdit, TokenKey, edit::no};
use crate::{lab::done_first, rules::Choice};

impl Draft {
    /// Makes it somebody's turn, or nobody's.
    pub(super) fn act(&mut self, who: Option<TokenKey>) -> Result<String, NoEdit> {
        let id = who.and_then(|key| self.id(key));
        if who.is_some() && id.is_none_or(|id| !self.battle.scene.order.contains(&id)) {
            return no("that fighter takes no turns");
        }
        if let Some(id) = id.filter(|id| self.battle.scene.acting != Some(*id)) {
            // Its turn begins: everything that then happens without dice has happened.
            let fresh = self.battle.ruleset.rules().until_turn(&self.battle, id);
            fresh.iter().for_each(|effect| self.battle.apply(effect));
        }
        self.battle.scene.acting = id;
        Ok(who.map_or_else(|| "Nobody\u{2019}s turn".into(), |key| format!("Turn of {}", self.name_of(key))))
    }

    /// Lets somebody do something that takes no dice.
    pub(super) fn done(&mut self, by: TokenKey, choice: &Choice, words: &str) -> Result<String, NoEdit> {
        let after = self.id(by).and_then(|by| done_first(&self.battle, by, choice));
        let Some(after) = after else { return no("that cannot be done here") };
        self.battle = after;
        self.settle();
        Ok(words.to_owned())
    }
}
