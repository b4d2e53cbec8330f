//! Whose turn it is in a draft, and what has been done in it.

use super::{Draft, NoEdit, TokenKey, edit::no};
use crate::rules::Battle;

impl Draft {
    /// It becomes somebody's turn, or nobody's.
    pub(super) fn act(&mut self, who: Option<TokenKey>) -> Result<String, NoEdit> {
        let id = who.and_then(|key| self.id(key));
        if who.is_some() && id.is_none_or(|id| !self.battle.scene.order.contains(&id)) {
            return no("that fighter takes no turns");
        }
        if let Some(id) = id.filter(|id| self.battle.scene.acting != Some(*id)) {
            // Its turn begins: what is certain then has come about.
            let fresh = self.battle.ruleset.rules().until_turn(&self.battle, id);
            fresh.iter().for_each(|effect| self.battle.apply(effect));
        }
        self.battle.scene.acting = id;
        Ok(who.map_or_else(|| "Nobody\u{2019}s turn".into(), |key| format!("Turn of {}", self.name_of(key))))
    }

    /// What has been done in this position has been done.
    pub(super) fn done(&mut self, after: &Battle, words: &str) -> Result<String, NoEdit> {
        if after.constants() != self.battle.constants() {
            return no("that was done in another position");
        }
        self.battle = after.clone();
        self.settle();
        Ok(words.to_owned())
    }
}
