//! The steps of `rates`, by chapter, with all that they carry: the entries of the agenda. Chapters put steps there
//! without knowing who resolves them.

use serde::{Deserialize, Serialize};

use super::attack_step::AttackStep;
use crate::{
    geometry::Square,
    rules::{Asked, StepKind, Tied, prelude::*},
};

crate::rules::state::ruleset_types::steps! {
    /// A step of rounds, initiative, starts and ends of turns.
    Turn(TurnStep): TurnStep::kind;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step of an attack or a spell.
    Attack(AttackStep): AttackStep::kind;
    /// A step of a special action.
    Special(SpecialStep): |_| StepKind::Damage;
}

/// A step of the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Begins a round, RAT-CORE-08.
    Round(u16),
    /// Looks for newcomers since the last round, RAT-INIT-05.
    Arrivals,
    /// Asks the next combatant for a first action, or shows what all have declared, RAT-INIT-03.
    Declare,
    /// Rolls initiative for the next one without a place, RAT-INIT-01, RAT-INIT-09.
    Roll(CombatantSet),
    /// Rolls between those tied for their places, RAT-INIT-04.
    Place(Tied),
    /// Puts those who have places in the order of this round, RAT-INIT-08.
    Order,
    /// Rolls between those tied among the ambushed, who come after the ones listed in this round, RAT-INIT-06.
    Arrange(Vec<CombatantId>, Tied),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Asks for the next act of a turn, RAT-TURN-01.
    Act(CombatantId),
    /// Ends a turn.
    Rest(CombatantId),
    /// Asks those who may take a turn in hand, in or after somebody's turn or (`None`) after the last one, except those
    /// asked already. RAT-INIT-14.
    Call(Option<CombatantId>, Asked),
    /// Goes on with the turn that was interrupted, RAT-INIT-13.
    Resume,
    /// Ends a round: charges, bleeding, states. RAT-TURN-05.
    Close,
    /// The next charge that explodes, RAT-TURN-05.
    Explode,
    /// Bleeding, then states, RAT-TURN-05.
    Bleed,
}

impl TurnStep {
    /// Its kind, which decides the system that resolves it.
    pub const fn kind(&self) -> StepKind {
        if matches!(self, Self::Call(..)) { StepKind::Reaction } else { StepKind::Turn }
    }
}

/// A step of a movement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MovementStep {
    /// Somebody, or the mount of a rider, goes along the rest of a way; whether others may cut in at each square.
    /// RAT-INIT-13.
    Go(CombatantId, Vec<Square>, bool),
}

/// A step of a special action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpecialStep {
    /// Rolls to get on a mount, RAT-MNT-07.
    Mount(CombatantId, CombatantId),
    /// Rolls Strength for a shove, RAT-ACT-01.
    Shove(CombatantId, CombatantId),
    /// The target rolls against that Strength roll.
    Withstand(CombatantId, CombatantId, i16),
    /// Falls into a pit, RAT-ACT-02.
    Fall(CombatantId),
}
