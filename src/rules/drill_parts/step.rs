//! The steps on the agenda of a `drill_parts` battle.

use serde::{Deserialize, Serialize};

use super::blow::{Armour, Blow};
use crate::{
    geometry::Square,
    rules::{
        RulesetStep, StepKind,
        exchange::{Situation as _, StageOf, Together},
        prelude::*,
    },
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
    /// Walks to the end of a way, at a cost.
    Walk(CombatantId, Vec<Square>, u16),
    /// Goes on with an attack on one target.
    Strike(Box<Strike>),
}

/// An attack in progress on one target, DPT-ATK-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Strike {
    /// Who attacks.
    pub by: CombatantId,
    /// Who joins in, by id. Their blows follow in that order, DPT-GANG-01.
    pub joined: CombatantSet,
    /// The target.
    pub on: CombatantId,
    /// The weapon; `None` for a spell.
    pub item: Option<ItemId>,
    /// All that it can depend on.
    pub attack: Together<Blow, Armour>,
    /// Its stage.
    pub stage: StageOf<Armour>,
    /// Whether it is still to be announced and the target still to be asked how to defend.
    pub opens: bool,
}

impl Strike {
    /// Whether no die has been rolled.
    pub fn is_fresh(&self) -> bool {
        self.stage == self.attack.begin()
    }

    /// Everybody who strikes a blow, in order.
    pub fn attackers(&self) -> impl Iterator<Item = CombatantId> {
        std::iter::once(self.by).chain(self.joined.iter())
    }
}

impl RulesetStep for Step {
    fn kind(&self) -> StepKind {
        match self {
            Self::Turn(_) | Self::Act(_) | Self::Rest(_) => StepKind::Turn,
            Self::Walk(..) => StepKind::Movement,
            Self::Strike(strike) if strike.is_fresh() => StepKind::Attack,
            Self::Strike(_) => StepKind::Damage,
        }
    }
}
