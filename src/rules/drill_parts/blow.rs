//! The state machine of an attack: one or several blows, each with its own roll, and armour once against all of them.
//! Nothing in it reads a battle. DPT-ATK, DPT-GRAZE, DPT-GANG, DPT-ARM.

use serde::{Deserialize, Serialize};

use crate::{
    dice::{Reading, Throw},
    rules::exchange::{
        Next, Reads, Situation, Whole,
        several::{Comes, Member},
    },
};

/// All that a blow can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blow {
    /// Dice from skill.
    pub skill: u8,
    /// Dice from parts.
    pub parts: u8,
    /// AP that went in, each a die.
    pub points: u8,
    /// Successes needed to hit.
    pub guard: u8,
    /// What a hit does.
    pub does: Does,
}

/// What a hit does, DPT-PART-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Does {
    /// Costs Health, and this much more by fire.
    Harm(u8),
    /// Dazes, DPT-DAZE-01.
    Daze,
    /// Slows, DPT-SLOW-01.
    Slow,
}

/// The stages of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BlowStage {
    /// Before the roll.
    Roll,
    /// Over.
    Done(Came),
}

/// The outcome of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Came {
    /// Nothing.
    Missed,
    /// A graze, DPT-GRAZE-01.
    Grazed,
    /// A hit with this much harm.
    Hit(u8),
}

impl Came {
    /// Its harm before armour.
    pub const fn harm(self) -> u8 {
        match self {
            Self::Missed => 0,
            Self::Grazed => 1,
            Self::Hit(harm) => harm,
        }
    }
}

impl Situation for Blow {
    type Stage = BlowStage;
    type Question = ();
    type Answer = ();
    type Result = Came;

    fn begin(&self) -> BlowStage {
        BlowStage::Roll
    }

    fn next(&self, stage: BlowStage) -> Next<Self> {
        match stage {
            BlowStage::Roll => {
                Next::Throw(Throw::Pool { count: self.skill + self.parts + self.points, first: 0 }, Reads::All)
            }
            BlowStage::Done(came) => Next::Done(came),
        }
    }

    fn thrown(&self, _: BlowStage, reading: Reading) -> BlowStage {
        BlowStage::Done(match (reading.successes.checked_sub(self.guard), self.does) {
            (Some(margin), Does::Harm(more)) => Came::Hit(1 + 2 * margin + more),
            (Some(_), Does::Daze | Does::Slow) => Came::Hit(0),
            (None, Does::Harm(_)) if reading.successes + 1 == self.guard => Came::Grazed,
            (None, _) => Came::Missed,
        })
    }

    fn answered(&self, stage: BlowStage, (): ()) -> BlowStage {
        stage
    }

    fn assumed(&self, _: BlowStage) {}
}

impl Member for Blow {
    fn comes(&self, stage: BlowStage) -> Option<Comes> {
        (stage == BlowStage::Roll).then_some(Comes::Own(0))
    }
}

/// Armour against the harm of all blows of an attack, DPT-ARM-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Armour {
    /// What it takes off.
    pub value: u8,
    /// The harm of all blows.
    pub brought: i16,
}

impl Situation for Armour {
    type Stage = ();
    type Question = ();
    type Answer = ();
    /// The harm that gets through.
    type Result = i16;

    fn begin(&self) {}

    fn next(&self, (): ()) -> Next<Self> {
        Next::Done((self.brought - i16::from(self.value)).max(0))
    }

    fn thrown(&self, (): (), _: Reading) {}

    fn answered(&self, (): (), (): ()) {}

    fn assumed(&self, (): ()) {}
}

impl Whole for Armour {
    type Part = Blow;

    fn of(&self, came: impl Iterator<Item = Came> + Clone) -> Self {
        Self { brought: came.map(|came| i16::from(came.harm())).sum(), ..*self }
    }
}
