//! The steps on the agenda of a `drill` battle.

use serde::{Deserialize, Serialize};

use crate::rules::{Asked, RulesetStep, StepKind, prelude::*};

/// What the rules do next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// Begins the turn at a place in the order, or the next round.
    Turn(u16),
    /// Asks for the next act of a turn.
    Act(CombatantId),
    /// Ends a turn.
    Rest(CombatantId),
    /// Resumes the turn that was interrupted, DRL-WAIT-01.
    Resume,
    /// Walks to the end of a way.
    Walk(CombatantId, Vec<Square>),
    /// Asks those who may cut in at the end of a combatant's walk, or, with `None`, after the last turn of a round,
    /// except those who have been asked. DRL-WAIT-01.
    Call(Option<CombatantId>, Asked),
    /// Begins the next round.
    Round,
    /// Takes a strike one roll or one question further.
    Strike(Strike),
}

/// A strike under way, DRL-STR-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Strike {
    /// Who strikes.
    pub by: CombatantId,
    /// The target.
    pub on: CombatantId,
    /// The weapon.
    pub item: ItemId,
    /// All that it can depend on.
    pub situation: Situation,
    /// Its stage.
    pub stage: Stage,
}

/// All that a strike can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Situation {
    /// The highest roll that hits, DRL-STR-01.
    pub hits: u8,
    /// The highest roll that parries; `None` if the target may not parry, DRL-PAR-01.
    pub parries: Option<u8>,
    /// What the weapon adds to the damage, DRL-DMG-01.
    pub harm: i16,
}

/// The stages of a strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// Before the roll to hit.
    Strike,
    /// It hits; the target decides whether to parry.
    Decide,
    /// Before the roll to parry.
    Parry,
    /// Before the roll for damage, and whether a parry has failed.
    Damage { parried: bool },
    /// Over: whether the target has parried, and what a hit costs in Health.
    Done { parried: bool, damage: Option<i16> },
}

impl RulesetStep for Step {
    fn kind(&self) -> StepKind {
        match self {
            Self::Turn(_) | Self::Act(_) | Self::Rest(_) | Self::Resume | Self::Round => StepKind::Turn,
            Self::Walk(..) => StepKind::Movement,
            Self::Call(..) => StepKind::Reaction,
            Self::Strike(strike) => match strike.stage {
                Stage::Strike => StepKind::Attack,
                Stage::Decide | Stage::Parry => StepKind::Defence,
                Stage::Damage { .. } | Stage::Done { .. } => StepKind::Damage,
            },
        }
    }
}
