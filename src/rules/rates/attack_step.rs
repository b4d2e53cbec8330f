//! Attacks and spells on the agenda: who takes part, everything they can depend on, and the stage they are at.

use serde::{Deserialize, Serialize};

use super::{
    arms::Part,
    conditions::Limb,
    exchange::{Attack, Body, Joint, JointStage, Single, SingleStage, Stage},
};
use crate::{
    geometry::Square,
    rules::{
        StepKind,
        exchange::{FollowedStage, TogetherStage},
        prelude::*,
    },
};

/// Where an attack is aimed, RAT-AIM-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// Wherever it is easiest.
    #[default]
    Anywhere,
    /// The chest.
    Chest,
    /// An arm or a leg.
    Limb(Limb),
    /// A joint of an arm or a leg.
    Joint(Limb),
    /// The head.
    Head,
    /// The neck.
    Neck,
    /// The eyes.
    Eyes,
    /// The ears.
    Ears,
}

impl Place {
    /// All of them, each by the number that it has in choices.
    pub const ALL: [Self; 14] = {
        let [right_arm, left_arm, right_leg, left_leg] = Limb::ALL;
        let limbs = [Self::Limb(right_arm), Self::Limb(left_arm), Self::Limb(right_leg), Self::Limb(left_leg)];
        let joints = [Self::Joint(right_arm), Self::Joint(left_arm), Self::Joint(right_leg), Self::Joint(left_leg)];
        let [a, b, c, d] = limbs;
        let [e, f, g, h] = joints;
        [Self::Anywhere, Self::Chest, a, b, c, d, e, f, g, h, Self::Head, Self::Neck, Self::Eyes, Self::Ears]
    };

    /// The part of the body, which decides armour and difficulty. RAT-AIM-02, RAT-AIM-05.
    pub const fn part(self) -> Option<Part> {
        Some(match self {
            Self::Anywhere => return None,
            Self::Chest => Part::Chest,
            Self::Limb(_) => Part::Limb,
            Self::Joint(_) => Part::Joints,
            Self::Head => Part::Head,
            Self::Neck => Part::Neck,
            Self::Eyes | Self::Ears => Part::Eyes,
        })
    }

    /// The limb that may be crippled there, RAT-AIM-11.
    pub const fn limb(self) -> Option<Limb> {
        match self {
            Self::Limb(limb) | Self::Joint(limb) => Some(limb),
            _ => None,
        }
    }

    /// In words: `right arm`, `joint of the left leg`.
    pub fn words(self) -> String {
        match self {
            Self::Anywhere => "anywhere".into(),
            Self::Chest => "chest".into(),
            Self::Limb(limb) => limb.name().into(),
            Self::Joint(limb) => format!("joint of the {}", limb.name()),
            Self::Head => "head".into(),
            Self::Neck => "neck".into(),
            Self::Eyes => "eyes".into(),
            Self::Ears => "ears".into(),
        }
    }
}

/// A step of an attack or a spell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// An attack is declared; friends who wait may join it before any roll. RAT-DISC-03.
    Declare(Assault),
    /// One attack on one target goes on.
    Single(Box<Exchange>),
    /// Several attacks on one target go on, RAT-DISC-02.
    Joint(Box<JointExchange>),
    /// Blows are left for other targets, RAT-RATE-05.
    Onward(Onward),
    /// A spell or an ability is used, RAT-MAG-01.
    Cast(Cast),
    /// Something that reaches several at once goes on: a spell, a charge.
    Burst(Box<Burst>),
    /// A charge explodes, RAT-ACT-03.
    Blast(Blast),
}

/// Who attacks with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Strike {
    /// Who.
    pub by: CombatantId,
    /// With which weapon.
    pub item: ItemId,
    /// The target.
    pub on: CombatantId,
    /// Where, RAT-AIM-01.
    pub place: Place,
}

/// A declared attack: one strike for each weapon, led by the bearer of the first. RAT-DISC-02, RAT-DISC-03.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assault {
    /// Each with a weapon, all at the same target and place.
    pub strikes: Vec<Strike>,
    /// Those who have said whether they join.
    pub asked: CombatantSet,
}

/// An attack on one target under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exchange {
    /// Who, with what, at whom.
    pub strike: Strike,
    /// Earlier targets of this attack, RAT-RATE-05.
    pub before: CombatantSet,
    /// Everything it can depend on.
    pub single: Single,
    /// Where it stands.
    pub stage: SingleStage,
}

/// Several attacks on one target under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JointExchange {
    /// Each attack, in the order in which they are rolled.
    pub strikes: Vec<Strike>,
    /// Everything they can depend on.
    pub joint: Joint,
    /// Where they stand.
    pub stage: JointStage,
}

/// Blows that are left for other targets, RAT-RATE-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Onward {
    /// The attack on the latest target.
    pub strike: Strike,
    /// Targets so far.
    pub before: CombatantSet,
    /// The roll.
    pub roll: i16,
    /// How many blows.
    pub left: u8,
}

/// A spell or an ability that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cast {
    /// Who.
    pub by: CombatantId,
    /// Which.
    pub item: ItemId,
    /// On whom, if it has no radius.
    pub on: Option<CombatantId>,
    /// At which square, if it has one.
    pub at: Option<Square>,
    /// Whether it is meant to harm, RAT-MAG-05.
    pub harms: bool,
}

/// Something that reaches several at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Burst {
    /// Who causes it.
    pub by: CombatantId,
    /// The spell; none for a charge.
    pub item: Option<ItemId>,
    /// Whether it is meant to harm, RAT-MAG-05.
    pub harms: bool,
    /// Everybody whom it may reach, in roster order.
    pub targets: Vec<Reached>,
}

/// One of those whom a spell or a charge may reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reached {
    /// Who.
    pub on: CombatantId,
    /// Everything it can depend on.
    pub single: Single,
    /// Where it stands.
    pub stage: SingleStage,
}

/// A charge that explodes, RAT-ACT-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blast {
    /// Who has lit it.
    pub by: CombatantId,
    /// Where.
    pub at: Square,
    /// Squares around it.
    pub radius: u8,
    /// Damage dice: how many, with how many sides.
    pub dice: (u8, u8),
    /// Added.
    pub flat: i16,
}

impl AttackStep {
    /// Its kind, which decides the system that resolves it.
    pub fn kind(&self) -> StepKind {
        match self {
            Self::Declare(_) | Self::Cast(_) | Self::Onward(_) => StepKind::Attack,
            Self::Single(exchange) => kind_of_single(exchange.stage),
            Self::Joint(joint) => match joint.stage {
                TogetherStage::Parts(parts) => earliest(parts.into_iter().flatten().map(kind_of)),
                TogetherStage::Whole(..) => StepKind::Damage,
            },
            Self::Burst(burst) => earliest(burst.targets.iter().map(|target| kind_of_single(target.stage))),
            Self::Blast(_) => StepKind::Damage,
        }
    }
}

fn earliest(kinds: impl Iterator<Item = StepKind>) -> StepKind {
    kinds.min_by_key(|kind| *kind as u8).unwrap_or(StepKind::Damage)
}

const fn kind_of_single(stage: SingleStage) -> StepKind {
    match stage {
        FollowedStage::Part(stage) => kind_of(stage),
        FollowedStage::Whole(..) => StepKind::Damage,
    }
}

const fn kind_of(stage: Stage) -> StepKind {
    match stage {
        Stage::Choose | Stage::Roll(_) | Stage::Deal(..) => StepKind::Attack,
        Stage::Decide(_) | Stage::Avert(..) | Stage::Block(_) => StepKind::Defence,
        Stage::Criticals(_) | Stage::Damage(_) | Stage::Done(_) => StepKind::Damage,
    }
}

impl Exchange {
    /// A new one, at its first stage.
    pub fn new(strike: Strike, part: Attack, whole: Body, before: CombatantSet) -> Self {
        use crate::rules::exchange::Situation as _;
        let single = Single { part, whole };
        Self { strike, before, single, stage: single.begin() }
    }
}

impl From<AttackStep> for AgendaItem {
    fn from(step: AttackStep) -> Self {
        Self::step(step)
    }
}
