//! The steps and prompts of `vigor`: the entries of the agenda, kept small so that equal states merge.

use serde::{Deserialize, Serialize};

use super::{area::AreaExchange, attack::Exchange, ready::Event, skills::Skill};
pub use super::{
    attack::AttackStep, movement::MovementStep, reactions::ReactionStep, special::SpecialStep, turn::TurnStep,
};
use crate::rules::{AgendaItem, CombatantId, CombatantSet, Decision, Step as AnyStep, StepKind, Team};

crate::rules::state::ruleset_types::steps! {
    /// A step of rounds, initiative, starts and ends of turns.
    Turn(TurnStep): |_| StepKind::Turn;
    /// A step of a movement.
    Movement(MovementStep): |_| StepKind::Movement;
    /// A step that lets others react.
    Reaction(ReactionStep): |_| StepKind::Reaction;
    /// A step of an attack.
    Attack(AttackStep): AttackStep::kind;
    /// A step of a special action.
    Special(SpecialStep): |_| StepKind::Damage;
}

/// A question to a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Prompt {
    /// What to do in one's turn.
    Turn,
    /// Who of a side holds back from initiative, VIG-INIT-04; those of the sides asked before who do.
    Join(Team, CombatantSet),
    /// Whether to defend against an attack that has beaten the VS, VIG-REACT-05.
    Defend(Box<Exchange>),
    /// The same in an area: which of its targets is asked, VIG-ATK-08.
    DefendArea(Box<AreaExchange>, u8),
    /// Whether to oppose a skill, whose total is to be beaten, VIG-ACT-05.
    Oppose(Skill, CombatantId, i16),
    /// Whether to carry out what has been readied, VIG-ACT-02.
    Readied(Event),
    /// Whether to take the opening that somebody has created, VIG-REACT-07.
    Opening(CombatantId),
}

/// A step for the agenda.
pub fn step(step: impl Into<Step>) -> AgendaItem {
    AgendaItem::Step(AnyStep::Vigor(step.into()))
}

/// A decision for the agenda.
pub const fn prompt(who: CombatantId, prompt: Prompt) -> AgendaItem {
    AgendaItem::Decision(Decision { who, prompt: crate::rules::Prompt::Vigor(prompt) })
}
