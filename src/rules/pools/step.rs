//! The steps of `pools`, by chapter, with all that they carry: the entries of the agenda, kept small so that equal
//! states merge.

use serde::{Deserialize, Serialize};

use super::{
    act::Act,
    exchange::{Situation, Stage, Total},
};
use crate::{
    geometry::Square,
    rules::{StepKind, Tied, prelude::*},
};

crate::rules::state::ruleset_types::steps! {
    /// A step of days, rounds, initiative, starts and ends of turns.
    Turn(TurnStep): |_| StepKind::Turn;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step of an action.
    Attack(AttackStep): AttackStep::kind;
}

/// A step of the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TurnStep {
    /// Rolls Luck Points for the next combatant, from this place in the roster on, POO-LUCK-01.
    Day(u16),
    /// Begins a round, POO-INIT-01.
    Round(u16),
    /// Asks the next combatant for a Luck die on initiative; how many have been asked, and who adds one. POO-LUCK-05.
    Ask(u16, CombatantSet),
    /// Rolls initiative for the next combatant; who adds a Luck die, and the totals so far.
    Roll(CombatantSet, Vec<(CombatantId, i16)>),
    /// Rolls between those tied, POO-INIT-03.
    TieBreak(Tied),
    /// Begins the turn at a place in the order.
    Turn(u16),
    /// Asks whether a lasting spell is kept, POO-MAG-11.
    Concentrate(CombatantId),
    /// Bleeding and burning, POO-TURN-01 (4).
    Suffer(CombatantId),
    /// The burning die.
    Burn(CombatantId),
    /// Asks for Luck on stabilising, POO-VIT-05.
    Steady(CombatantId),
    /// Rolls to stabilise, to be followed by that many Luck dice.
    Stabilise(CombatantId, u8),
    /// Rolls those Luck dice; the successes so far.
    StabiliseLuck(CombatantId, u8, u8),
    /// The dying die, POO-VIT-05.
    Die(CombatantId),
    /// Asks for the next act of a turn.
    Act(CombatantId),
    /// Ends a turn.
    Rest(CombatantId),
    /// Gives mounts the effects of a turn that they still lack, and begins the next round. POO-MOVE-09, POO-END-01.
    Close,
    /// Looks for a missile that was shot, after the battle, POO-AMMO-02.
    Recover(CombatantId),
    /// Sets off the next explosion at the end of a round, POO-OBJ-01.
    Explode,
    /// Harms somebody within an explosion: who lit it, whom it harms, and the damage. POO-OBJ-01.
    Blasted(CombatantId, CombatantId, i16),
}

/// A step of a movement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MovementStep {
    /// Goes along a way.
    Go(CombatantId, Vec<Square>),
}

/// A step of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AttackStep {
    /// An action is declared against these targets.
    Declare(Act, Vec<CombatantId>),
    /// An action goes on.
    Exchange(Box<Exchange>),
    /// The same roll goes on to another target, POO-COMP-31, POO-COMP-41.
    Onward(Onward),
}

/// An action under way: who takes part, all that it can depend on, and the stage it is at with each target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Exchange {
    /// What is done.
    pub act: Act,
    /// The targets in their order.
    pub targets: Vec<Target>,
}

/// A target of an action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    /// Who.
    pub on: CombatantId,
    /// All that it can depend on.
    pub situation: Situation,
    /// Where it stands.
    pub stage: Stage,
}

/// A roll that goes on to another target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Onward {
    /// What is done.
    pub act: Act,
    /// The last target.
    pub last: CombatantId,
    /// The targets so far.
    pub struck: CombatantSet,
    /// The roll.
    pub total: Total,
}

impl Exchange {
    /// The targets with their stages.
    pub fn all(&self) -> impl Iterator<Item = (&Situation, Stage)> + Clone {
        self.targets.iter().map(|target| (&target.situation, target.stage))
    }
}

impl AttackStep {
    /// Its kind, which decides the system that resolves it.
    pub fn kind(&self) -> StepKind {
        match self {
            Self::Declare(..) | Self::Onward(_) => StepKind::Attack,
            Self::Exchange(exchange) => {
                let kinds = exchange.targets.iter().map(|target| kind_of(target.stage));
                kinds.min_by_key(|kind| *kind as u8).unwrap_or(StepKind::Damage)
            }
        }
    }
}

const fn kind_of(stage: Stage) -> StepKind {
    match stage {
        Stage::Attack(_) | Stage::AttackLuck(..) => StepKind::Attack,
        Stage::Decide
        | Stage::Defend(..)
        | Stage::DefendLuck(..)
        | Stage::Return(..)
        | Stage::Mind(..)
        | Stage::Resist(..)
        | Stage::ResistLuck(..) => StepKind::Defence,
        _ => StepKind::Damage,
    }
}
