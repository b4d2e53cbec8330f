//! Statistics of a battle, counted from its journal.

use crate::rules::{Battle, CombatantId, Entry, Fate};

/// The statistics of a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackTally {
    /// Blows that landed.
    pub landed: u32,
    /// Blows in all.
    pub blows: u32,
    /// Damage it did to others.
    pub dealt: i32,
    /// Damage it took.
    pub taken: i32,
}

/// Counts a combatant's statistics from the whole journal. Acts on the own side without damage, such as first aid, are
/// no blows.
pub fn attack_tally(battle: &Battle, journal: &[Entry], who: CombatantId) -> AttackTally {
    let team = |who: CombatantId| battle.combatant(who).team;
    let mut attack_tally = AttackTally::default();
    for entry in journal {
        let Entry::AttackResult(result) = entry else { continue };
        let is_blow = result.fate != Fate::Failed && (team(result.by) != team(result.on) || result.damage > 0);
        if result.by == who {
            attack_tally.blows += u32::from(is_blow);
            attack_tally.landed += u32::from(is_blow && result.fate.lands());
            attack_tally.dealt += i32::from(result.damage);
        }
        if result.on == who {
            attack_tally.taken += i32::from(result.damage);
        }
    }
    attack_tally
}
