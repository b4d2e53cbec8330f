//! Statistics of a battle, counted from its journal.

use crate::rules::{CombatantId, Entry};

/// The statistics of a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackTally {
    /// Blows that landed.
    pub landed: u32,
    /// Blows in all.
    pub blows: u32,
    /// Damage that got through to others.
    pub dealt: i32,
    /// Damage that got through to this one.
    pub taken: i32,
}

/// Counts a combatant's statistics from the whole journal.
pub fn attack_tally(journal: &[Entry], who: CombatantId) -> AttackTally {
    let mut attack_tally = AttackTally::default();
    for entry in journal {
        let Entry::AttackResult(result) = entry else { continue };
        if result.by == who {
            attack_tally.blows += 1;
            attack_tally.landed += u32::from(result.fate.lands());
            attack_tally.dealt += i32::from(result.damage);
        }
        if result.on == who {
            attack_tally.taken += i32::from(result.damage);
        }
    }
    attack_tally
}
