//! What the damage of an attack, or of several combined, meets: armour, Strength, a mount, concentration. RAT-ARM,
//! RAT-DMG-08, RAT-DMG-09, RAT-AIM, RAT-MNT-02.

use serde::{Deserialize, Serialize};

use super::{Answer, Attack, Came, numbers::d4s, rounded};
use crate::{
    dice::{Reading, Throw},
    rules::exchange::{Next, Reads, Situation, Whole},
};

/// A target: everything about it that damage meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Body {
    /// The damage that has reached it, before armour; `None`: nothing has.
    pub brought: Option<i32>,
    /// Whether the largest of several damages counts in full and each other by half, RAT-DMG-08.
    pub older: bool,
    /// Damage reduction in quarters of a percent, RAT-ARM-01, RAT-AIM-07.
    pub reduction: u16,
    /// Armour defence, RAT-ARM-02.
    pub defence: i16,
    /// Dice of Strength, RAT-ARM-02.
    pub strength: u8,
    /// How many percent of their roll count, RAT-AIM-06.
    pub strength_share: u8,
    /// Whether a rider takes half, RAT-MNT-02.
    pub halved: bool,
    /// Health left.
    pub health: i16,
    /// Whether it cannot kill, RAT-AIM-09.
    pub spares: bool,
    /// Dice of Willpower, if concentration can be ruined. RAT-AIM-08.
    pub willpower: Option<u8>,
}

/// What an attack does to its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Harm {
    /// Final damage, RAT-ARM-04 (6).
    pub damage: i32,
    /// Whether concentration is ruined, RAT-AIM-08.
    pub ruined: bool,
}

/// The stage the damage is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BodyStage {
    /// Before the Strength roll.
    Strength,
    /// Before the Willpower roll against that damage.
    Willpower(i32),
    /// Before the d100 of concentration: the damage, and the chance in percent.
    Concentration(i32, u8),
    /// Over.
    Done(Harm),
}

impl Body {
    /// Damage after its reduction, RAT-ARM-01.
    pub fn reduced(&self, brought: i32) -> i32 {
        rounded(i64::from(brought) * (400 - i64::from(self.reduction)).max(0), 400)
    }

    /// Whether Strength is rolled against damage, RAT-ARM-02, RAT-AIM-06.
    pub const fn rolls_strength(&self) -> bool {
        self.strength > 0 && self.strength_share > 0
    }

    /// What armour alone leaves of damage, RAT-ARM-01, RAT-ARM-02.
    pub fn past_armour(&self, brought: i32) -> i32 {
        (self.reduced(brought) - i32::from(self.defence)).max(0)
    }

    /// The part of a Strength roll that counts, RAT-AIM-06.
    pub const fn strength(&self, roll: i32) -> i32 {
        rounded(roll as i64 * self.strength_share as i64, 100)
    }

    /// The damage that a Strength roll leaves, RAT-ARM-02, RAT-MNT-02.
    pub fn through(&self, roll: i32) -> i32 {
        let brought = self.brought.unwrap_or(0);
        let left = (self.reduced(brought) - i32::from(self.defence) - self.strength(roll)).max(0);
        if self.halved { rounded(left.into(), 2) } else { left }
    }

    /// Health after that damage, RAT-HP-01, RAT-AIM-09.
    pub fn health(&self, damage: i32) -> i16 {
        let left = (i32::from(self.health) - damage).max(i16::MIN.into()) as i16;
        if self.spares { left.max(self.health.min(0)) } else { left }
    }

    /// The stage after the Strength roll. Nobody down or dead loses concentration, RAT-ARM-04 (7).
    fn after_strength(&self, roll: i32) -> BodyStage {
        let damage = self.through(roll);
        match self.willpower.filter(|_| damage > 0 && self.health(damage) > 0) {
            Some(0) => Self::after_willpower(damage, 0),
            Some(_) => BodyStage::Willpower(damage),
            None => BodyStage::Done(Harm { damage, ruined: false }),
        }
    }

    /// The stage after the Willpower roll, RAT-AIM-08, RAT-CORE-05.
    fn after_willpower(damage: i32, roll: i32) -> BodyStage {
        match damage - roll {
            chance @ 1..=99 => BodyStage::Concentration(damage, chance as u8),
            chance => BodyStage::Done(Harm { damage, ruined: chance > 0 }),
        }
    }
}

/// A body is asked nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nothing {}

impl Situation for Body {
    type Stage = BodyStage;
    type Question = Nothing;
    type Answer = Answer;
    type Result = Harm;

    fn begin(&self) -> BodyStage {
        match (self.brought, self.strength) {
            (None, _) => BodyStage::Done(Harm::default()),
            (Some(_), _) if self.rolls_strength() => BodyStage::Strength,
            (Some(_), _) => self.after_strength(0),
        }
    }

    fn next(&self, stage: BodyStage) -> Next<Self> {
        match stage {
            BodyStage::Strength => Next::Throw(d4s(self.strength), Reads::Sum),
            BodyStage::Willpower(_) => Next::Throw(d4s(self.willpower.unwrap_or(0)), Reads::Sum),
            BodyStage::Concentration(_, chance) => Next::Throw(Throw::die(100), Reads::Above(chance.into())),
            BodyStage::Done(harm) => Next::Done(harm),
        }
    }

    fn thrown(&self, stage: BodyStage, reading: Reading) -> BodyStage {
        match stage {
            BodyStage::Strength => self.after_strength(reading.sum),
            BodyStage::Willpower(damage) => Self::after_willpower(damage, reading.sum),
            BodyStage::Concentration(damage, chance) => {
                BodyStage::Done(Harm { damage, ruined: reading.sum <= chance.into() })
            }
            BodyStage::Done(_) => stage,
        }
    }

    fn answered(&self, stage: BodyStage, _: Answer) -> BodyStage {
        stage
    }

    fn assumed(&self, _: BodyStage) -> Answer {
        Answer::Avoid(None)
    }
}

impl Whole for Body {
    type Part = Attack;

    /// Several damages are combined before any armour: the sum, or the largest and half of each other, each half
    /// rounded. RAT-DMG-08, RAT-DMG-09.
    fn of(&self, came: impl Iterator<Item = Came> + Clone) -> Self {
        let reached = || came.clone().filter(|came| came.reached() > 0).map(|came| came.total);
        let largest = reached().max();
        let brought = largest.map(|largest| {
            let half = |total: i32| rounded(total.into(), 2);
            if self.older { largest - half(largest) + reached().map(half).sum::<i32>() } else { reached().sum() }
        });
        Self { brought, ..*self }
    }
}
