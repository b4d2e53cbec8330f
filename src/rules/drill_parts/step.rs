//! What lies on the agenda of a `drill_parts` battle.

use serde::{Deserialize, Serialize};

use crate::{
    geometry::Square,
    rules::{RulesetStep, StepKind, prelude::*},
};

/// What the rules do next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// Begins the turn at a place in the order, or the next round.
    Turn(u16),
    /// Asks for the next act of a turn.
    Act(CombatantId),
    /// Ends a turn.
    Rest(CombatantId),
    /// Walks to the end of a way that costs so much.
    Walk(CombatantId, Vec<Square>, u16),
    /// Goes on with an attack on one target.
    Strike(Strike),
}

/// An attack on one target under way, DPT-ATK-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Strike {
    /// Who attacks.
    pub by: CombatantId,
    /// At whom.
    pub on: CombatantId,
    /// With what, if not by a spell.
    pub item: Option<ItemId>,
    /// All that it can depend on.
    pub situation: Situation,
    /// Where it stands.
    pub stage: Stage,
}

/// All that an attack can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Situation {
    /// Dice of the skill.
    pub skill: u8,
    /// Dice of the parts.
    pub parts: u8,
    /// AP that went in, each a die.
    pub points: u8,
    /// Successes that hit.
    pub guard: u8,
    /// What a hit does.
    pub does: Does,
}

/// What a hit does, DPT-PART-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Does {
    /// Costs Health, and so much more by fire.
    Harm(u8),
    /// Dazes, DPT-DAZE-01.
    Daze,
    /// Slows, DPT-SLOW-01.
    Slow,
}

/// Where an attack stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Before the roll.
    Roll,
    /// Over: by how many successes it hits, if it does.
    Done(Option<u8>),
}

impl RulesetStep for Step {
    fn kind(&self) -> StepKind {
        match self {
            Self::Turn(_) | Self::Act(_) | Self::Rest(_) => StepKind::Turn,
            Self::Walk(..) => StepKind::Movement,
            Self::Strike(strike) if strike.stage == Stage::Roll => StepKind::Attack,
            Self::Strike(_) => StepKind::Damage,
        }
    }
}
