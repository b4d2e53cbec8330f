//! What lies on the agenda of a `drill` battle.

use serde::{Deserialize, Serialize};

use crate::{
    geometry::Square,
    rules::{CombatantId, ItemId, RulesetStep, StepKind},
};

/// A strike under way, DRL-STR-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Blow {
    /// Who strikes.
    pub by: CombatantId,
    /// At whom.
    pub on: CombatantId,
    /// With what.
    pub item: ItemId,
}

/// What the rules do next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// Begins a round.
    Round(u16),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Asks for the next act of a turn.
    Act(CombatantId),
    /// Ends a turn.
    Rest(CombatantId),
    /// Goes on with the turn that was interrupted, DRL-WAIT-01.
    Resume,
    /// Lets those who wait for somebody's walk cut in, DRL-WAIT-01.
    Call(CombatantId),
    /// Asks the first whether to cut in on the second.
    Claim(CombatantId, CombatantId),
    /// Walks to the end of a way.
    Walk(CombatantId, Vec<Square>),
    /// Rolls a strike, which may take in further fighters.
    Strike(Blow, Vec<CombatantId>),
    /// Rolls a parry.
    Parry(Blow),
    /// Rolls damage.
    Damage(Blow),
}

impl RulesetStep for Step {
    fn kind(&self) -> StepKind {
        match self {
            Self::Round(_) | Self::Turn(_) | Self::Act(_) | Self::Rest(_) | Self::Resume => StepKind::Turn,
            Self::Call(_) | Self::Claim(..) => StepKind::Reaction,
            Self::Walk(..) => StepKind::Movement,
            Self::Strike(..) => StepKind::Attack,
            Self::Parry(_) => StepKind::Defence,
            Self::Damage(_) => StepKind::Damage,
        }
    }
}
