//! Who cannot stand where they stand, and why: shown, not mended.

use super::{Draft, TokenKey};
use crate::{
    geometry::Square,
    levels::placing::misfit,
    rules::{CombatantId, Status},
};

/// Somebody who cannot stand where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Who.
    pub who: TokenKey,
    /// The square that is wrong.
    pub at: Square,
    /// "Dima would stand in a wall, in c4".
    pub words: String,
}

impl Draft {
    /// Those who cannot stand where they stand, by id. Whoever has left the board stands nowhere, and riders share the
    /// squares of their mounts.
    pub fn misfits(&self) -> Vec<Misfit> {
        let battle = &self.battle;
        let rules = battle.ruleset.rules();
        let (mut taken, mut found): (Vec<(Square, String)>, _) = (Vec::new(), Vec::new());
        for fighter in battle.combatants().filter(|fighter| fighter.status == Status::Fighting) {
            let name = &*fighter.identity.name;
            let rides = rules.mount_of(battle, fighter.id).is_some();
            let others = if rides { &[][..] } else { &taken[..] };
            if let Some((at, words, _)) = misfit(&battle.scene.field, others, fighter.footprint(), name) {
                found.push(Misfit { who: self.key(fighter.id), at, words });
            }
            if !rides {
                taken.extend(fighter.footprint().squares().map(|square| (square, name.to_string())));
            }
        }
        found
    }

    /// Those who move when these are moved: they themselves and their riders, each once.
    pub(super) fn with_riders(&self, who: &[TokenKey]) -> Vec<CombatantId> {
        let rules = self.battle.ruleset.rules();
        let own: Vec<CombatantId> = who.iter().filter_map(|key| self.id(*key)).collect();
        let carried = |who: &CombatantId| rules.mount_of(&self.battle, *who).is_some_and(|mount| own.contains(&mount));
        let all = (0..self.tokens.len() as u16).map(CombatantId);
        all.filter(|id| own.contains(id) || carried(id)).collect()
    }
}
