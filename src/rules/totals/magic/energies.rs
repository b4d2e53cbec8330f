//! The energies. TOT-ENG-01: the list is data.

use serde::{Deserialize, Serialize};

/// An energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Energy {
    /// Burns.
    Fire,
    /// Freezes.
    Cold,
    /// Goes through armour.
    Electricity,
    /// Takes the will, TOT-ENG-04.
    Charm,
    /// Kills whoever has little Vitality, TOT-ENG-02.
    Death,
    /// Heals and raises, TOT-ENG-03.
    Life,
}

/// What an energy does, TOT-ENG-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Takes Vitality; may go past armour.
    Damage {
        /// Armour dice do not count against it.
        bypasses: bool,
    },
    /// Cannot be blocked physically once in contact; has a defence of its own.
    Mental,
    /// Takes effect at once where its restriction is met, TOT-MAG-06.
    Prohibitive,
    /// Never hostile.
    Healing,
}

/// What the list says of an energy.
struct Record {
    name: &'static str,
    opposed_by: Option<Energy>,
    nature: Nature,
}

/// In the order of [`Energy::ALL`].
const RECORDS: [Record; 6] = [
    Record { name: "fire", opposed_by: Some(Energy::Cold), nature: Nature::Damage { bypasses: false } },
    Record { name: "cold", opposed_by: Some(Energy::Fire), nature: Nature::Damage { bypasses: false } },
    Record { name: "electricity", opposed_by: None, nature: Nature::Damage { bypasses: true } },
    Record { name: "charm", opposed_by: None, nature: Nature::Mental },
    // These two oppose each other, but neither comes with a roll that could be countered, TOT-CTR-01.
    Record { name: "death", opposed_by: None, nature: Nature::Prohibitive },
    Record { name: "life", opposed_by: None, nature: Nature::Healing },
];

impl Energy {
    /// In listed order.
    pub const ALL: [Self; 6] = [Self::Fire, Self::Cold, Self::Electricity, Self::Charm, Self::Death, Self::Life];
    /// Those that can be mixed, thrown and stored.
    pub const MIXED: [Self; 4] = [Self::Fire, Self::Cold, Self::Electricity, Self::Charm];
    /// Those that take Vitality.
    pub const DAMAGING: [Self; 3] = [Self::Fire, Self::Cold, Self::Electricity];

    const fn record(self) -> &'static Record {
        &RECORDS[self as usize]
    }

    /// Its word, on screen and in choices.
    pub const fn name(self) -> &'static str {
        self.record().name
    }

    /// Its word with a capital.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fire => "Fire",
            Self::Cold => "Cold",
            Self::Electricity => "Electricity",
            Self::Charm => "Charm",
            Self::Death => "Death",
            Self::Life => "Life",
        }
    }

    /// The energy that negates it, TOT-CTR-01.
    pub const fn opposed_by(self) -> Option<Self> {
        self.record().opposed_by
    }

    /// Whether armour dice do not count against it.
    pub const fn bypasses(self) -> bool {
        matches!(self.record().nature, Nature::Damage { bypasses: true })
    }

    /// Whether it takes Vitality.
    pub const fn is_damaging(self) -> bool {
        matches!(self.record().nature, Nature::Damage { .. })
    }

    /// Whether it takes effect through a blow that armour or shield has turned aside, TOT-HYB-03.
    pub const fn passes_a_block(self) -> bool {
        self.bypasses() || matches!(self.record().nature, Nature::Mental)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_follow_what_energies_are() {
        let mixed = |energy: &Energy| !matches!(energy.record().nature, Nature::Prohibitive | Nature::Healing);
        assert!(Energy::ALL.into_iter().filter(mixed).eq(Energy::MIXED));
        assert!(Energy::ALL.into_iter().filter(|energy| energy.is_damaging()).eq(Energy::DAMAGING));
        for (index, energy) in Energy::ALL.into_iter().enumerate() {
            assert_eq!(energy as usize, index);
            assert_eq!(energy.title().to_lowercase(), energy.name());
            // Opposition goes both ways.
            assert_eq!(energy.opposed_by().and_then(Energy::opposed_by), energy.opposed_by().map(|_| energy));
        }
    }
}
