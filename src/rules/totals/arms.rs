//! The numbers of weapons and shields under `totals`.

use serde::{Deserialize, Serialize};

use crate::rules::{Dose, ItemGlyph, RulesetArm};

/// Weapon classes; each has its own training, TOT-ATK-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Fists and feet, claws.
    Unarmed,
    /// Knives, hatchets.
    Small,
    /// Swords, maces.
    Medium,
    /// Two-handed swords and axes.
    Large,
    /// Spears, halberds: reach 2.
    Polearm,
    /// Weapons made to be thrown.
    Thrown,
    /// Bows.
    Bow,
    /// Crossbows.
    Crossbow,
}

/// A class's row in the printed table.
struct Record {
    name: &'static str,
    dice: u8,
    reach: u16,
    hands: u8,
}

const fn record(name: &'static str, dice: u8, reach: u16, hands: u8) -> Record {
    Record { name, dice, reach, hands }
}

/// In the order of [`Class`].
const RECORDS: [Record; 8] = [
    record("unarmed", 3, 1, 0),
    record("small melee weapons", 4, 1, 1),
    record("medium melee weapons", 5, 1, 1),
    record("large melee weapons", 6, 1, 2),
    record("polearms", 5, 2, 2),
    record("thrown weapons", 4, 1, 1),
    record("bows", 5, 1, 2),
    record("crossbows", 5, 1, 2),
];

impl Class {
    /// In words.
    pub const fn name(self) -> &'static str {
        RECORDS[self as usize].name
    }

    /// The weapon's dice on the to-hit roll, from the printed table.
    pub const fn dice(self) -> u8 {
        RECORDS[self as usize].dice
    }

    /// Reach in squares, TOT-REACH-01.
    pub const fn reach(self) -> u16 {
        RECORDS[self as usize].reach
    }

    /// Whether it shoots, TOT-REACH-02.
    pub const fn shoots(self) -> bool {
        matches!(self, Self::Bow | Self::Crossbow)
    }

    /// Hands it takes.
    pub const fn hands(self) -> u8 {
        RECORDS[self as usize].hands
    }
}

/// Range of a bow or crossbow in squares, TOT-REACH-02.
pub const SHOT: u16 = 20;

/// Range in squares of a weapon made to be thrown.
pub const THROW: u16 = 6;

/// Range in squares of any other thrown one-handed weapon.
pub const LOB: u16 = 3;

/// To-hit dice of a thrown weapon that is not made to be thrown.
pub const LOB_DICE: u8 = 3;

/// How large a shield is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shield {
    /// One die.
    Small,
    /// Two dice.
    Medium,
    /// Three dice.
    Large,
}

impl Shield {
    /// Dice on the armour/block roll, TOT-DEF-02.
    pub const fn block(self) -> u8 {
        self as u8 + 1
    }
}

/// An item's numbers: a weapon of some class, a shield, a dose of a drug, or none of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arm {
    /// Its class, if it is a weapon.
    pub class: Option<Class>,
    /// Its size, if it is a shield.
    pub shield: Option<Shield>,
    /// Its drug and tier, if it is a dose, TOT-BERS-01.
    pub dose: Option<Dose>,
    /// Hands needed, which must be those of its class; 0 for parts of a body.
    pub hands: u8,
    /// Added to the to-hit roll.
    pub hit_mod: i32,
    /// Added to the damage roll.
    pub damage_mod: i32,
}

impl Arm {
    /// Whether it can be thrown.
    pub const fn can_be_thrown(&self) -> bool {
        matches!(self.class, Some(Class::Small | Class::Medium | Class::Thrown))
    }
}

impl RulesetArm for Arm {
    fn plain(_: ItemGlyph, hands: u8) -> Self {
        Self { hands, ..Self::default() }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    /// Whether something must be nocked or loaded before each shot, TOT-TURN-02.
    fn needs_loading(&self) -> bool {
        self.class.is_some_and(Class::shoots)
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.class.is_some() && self.shield.is_some() {
            faults.push("it is a weapon and a shield: give class or shield, not both".into());
        }
        if self.hands > 2 {
            faults.push(format!("hands is {}, must be 0 to 2", self.hands));
        }
        if let Some(class) = self.class.filter(|class| class.hands() != self.hands) {
            faults.push(format!("hands is {}, must be {} for {}", self.hands, class.hands(), class.name()));
        }
        if let Some(dose) = self.dose {
            if !(1..=5).contains(&dose.tier) {
                faults.push(format!("tier of {} is {}, must be 1 to 5", dose.drug.name(), dose.tier));
            }
            if self.class.is_some() || self.shield.is_some() {
                faults.push("a dose cannot be a weapon or shield as well: give only one".into());
            }
        }
        if self.shield.is_some() && self.hands != 1 {
            faults.push(format!("hands is {}, must be 1 for a shield", self.hands));
        }
        faults
    }
}
