//! The names that nearly every module of a ruleset needs: `use crate::rules::prelude::*`. Names that only some modules
//! need are imported there.

pub use super::{
    Action, AgendaItem, Answered, AttackResult, Averting, Battle, Battlefield, Budget, Candidate, Choice, Combatant,
    CombatantId, CombatantSet, Condition, ConditionKind, Cost, Course, Decision, Effect, Entry, Fact, Fate, Finality,
    Item, ItemId, Journey, Location, Offer, OfferKind, Parameter, ParameterKind, ParameterValue, Posture, Quick,
    Reachable, Refusal, Roll, RuleId, RulesetPrompt, Status, StepContext, Tally, Target, Told, Until, Verdict, Vital,
    Ways, Window, Wording, and_list, capital, counted,
};
pub use crate::geometry::{Footprint, Square};
