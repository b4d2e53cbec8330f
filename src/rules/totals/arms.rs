//! The numbers of weapons and shields under `totals`.

use serde::{Deserialize, Serialize};

use crate::rules::{ItemGlyph, RulesetArm};

/// Which drug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Drug {
    /// For those who fight.
    Berserk,
    /// For those who cast.
    Meginserk,
}

impl Drug {
    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Berserk => "berserk",
            Self::Meginserk => "meginserk",
        }
    }
}

/// A dose, TOT-BERS-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dose {
    /// Of what.
    pub drug: Drug,
    /// How strong, 1..=5.
    pub tier: u8,
}

/// Classes of weapons; each has its own training, TOT-ATK-03.
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
    /// Made to be thrown.
    Thrown,
    /// Bows.
    Bow,
    /// Crossbows.
    Crossbow,
}

impl Class {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unarmed => "unarmed",
            Self::Small => "small melee weapons",
            Self::Medium => "medium melee weapons",
            Self::Large => "large melee weapons",
            Self::Polearm => "polearms",
            Self::Thrown => "thrown weapons",
            Self::Bow => "bows",
            Self::Crossbow => "crossbows",
        }
    }

    /// Dice of the weapon on the to-hit roll, the printed table.
    pub const fn dice(self) -> u8 {
        match self {
            Self::Unarmed => 3,
            Self::Small | Self::Thrown => 4,
            Self::Medium | Self::Polearm | Self::Bow | Self::Crossbow => 5,
            Self::Large => 6,
        }
    }

    /// Reach in squares, TOT-REACH-01.
    pub const fn reach(self) -> u16 {
        if matches!(self, Self::Polearm) { 2 } else { 1 }
    }

    /// Whether it shoots, TOT-REACH-02.
    pub const fn shoots(self) -> bool {
        matches!(self, Self::Bow | Self::Crossbow)
    }

    /// Hands it takes.
    pub const fn hands(self) -> u8 {
        match self {
            Self::Unarmed => 0,
            Self::Small | Self::Medium | Self::Thrown => 1,
            Self::Large | Self::Polearm | Self::Bow | Self::Crossbow => 2,
        }
    }
}

/// Squares a bow or crossbow shoots, TOT-REACH-02.
pub const SHOT: u16 = 20;

/// Squares a weapon made for it is thrown.
pub const THROW: u16 = 6;

/// Squares any other one-handed weapon is thrown.
pub const LOB: u16 = 3;

/// Dice of a thrown weapon that is not made for it.
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
        match self {
            Self::Small => 1,
            Self::Medium => 2,
            Self::Large => 3,
        }
    }
}

/// An item's numbers: a weapon of a class, a shield, a dose of a drug, or none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// The class of weapon it is.
    #[serde(default)]
    pub class: Option<Class>,
    /// The shield it is.
    #[serde(default)]
    pub shield: Option<Shield>,
    /// The dose of a drug it is, TOT-BERS-01.
    #[serde(default)]
    pub dose: Option<Dose>,
    /// Hands needed, if not those of its class; 0 for parts of a body.
    #[serde(default)]
    pub hands: u8,
    /// Added to the to-hit roll.
    #[serde(default)]
    pub hit_mod: i32,
    /// Added to the damage roll.
    #[serde(default)]
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
        Self { class: None, shield: None, dose: None, hands, hit_mod: 0, damage_mod: 0 }
    }

    fn hands(&self) -> u8 {
        self.hands
    }

    /// Whether something must be nocked or loaded before each shot, TOT-TURN-02.
    fn needs_loading(&self) -> bool {
        matches!(self.class, Some(Class::Bow | Class::Crossbow))
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
                faults.push("a dose is neither weapon nor shield: give one of them".into());
            }
        }
        if self.shield.is_some() && self.hands != 1 {
            faults.push(format!("hands is {}, must be 1 for a shield", self.hands));
        }
        faults
    }
}
