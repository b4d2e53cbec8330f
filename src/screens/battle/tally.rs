//! What everybody did in a battle, read off the journal.

use crate::rules::{CombatantId, Entry};

/// What somebody did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// Blows that landed.
    pub landed: u32,
    /// Blows in all.
    pub blows: u32,
    /// Damage that got through to others.
    pub dealt: i32,
    /// Damage that got through to this one.
    pub taken: i32,
}

/// What somebody did, from the whole journal.
pub fn deeds(journal: &[Entry], who: CombatantId) -> Deeds {
    let mut deeds = Deeds::default();
    for entry in journal {
        let Entry::Mark(mark) = entry else { continue };
        if mark.by == who {
            deeds.blows += 1;
            deeds.landed += u32::from(mark.fate.lands());
            deeds.dealt += i32::from(mark.damage);
        }
        if mark.on == who {
            deeds.taken += i32::from(mark.damage);
        }
    }
    deeds
}
