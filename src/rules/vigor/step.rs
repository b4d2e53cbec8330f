//! The steps and prompts of `vigor`: the entries of the agenda, kept small so that equal states merge.

use serde::{Deserialize, Serialize};

pub use super::{movement::MovementStep, turn::TurnStep};
use crate::rules::{AgendaItem, CombatantId, CombatantSet, Decision, RulesetStep, Step as AnyStep, StepKind, Team};

/// A step: what the rules do next. Each chapter has its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Step {
    /// A step of rounds, initiative, starts and ends of turns.
    Turn(TurnStep),
    /// A step of a movement.
    Movement(MovementStep),
}

impl RulesetStep for Step {
    fn kind(&self) -> StepKind {
        match self {
            Self::Turn(_) => StepKind::Turn,
            Self::Movement(_) => StepKind::Movement,
        }
    }
}

crate::rules::numbers::chapters! {
    Turn(TurnStep);
    Movement(MovementStep);
}

/// A question to a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Prompt {
    /// What to do in one's turn.
    Turn,
    /// Who of a side holds back from initiative, VIG-INIT-04; those of the sides asked before who do.
    Join(Team, CombatantSet),
}

/// A step for the agenda.
pub fn step(step: impl Into<Step>) -> AgendaItem {
    AgendaItem::Step(AnyStep::Vigor(step.into()))
}

/// A decision for the agenda.
pub const fn prompt(who: CombatantId, prompt: Prompt) -> AgendaItem {
    AgendaItem::Decision(Decision { who, prompt: crate::rules::Prompt::Vigor(prompt) })
}
