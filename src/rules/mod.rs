//! The plain battle and what makes a ruleset: steps, decisions, choices, effects, verdicts with their reasons, odds.
//!
//! Each ruleset lives in its own folder and is named in one other place, the table of [`RulesetId`]. It reads battles
//! and answers with effects and agenda entries; [`apply`] alone writes.

mod address;
mod area;
mod assessment;
mod battle;
mod battlefield;
mod board_maps;
mod bond;
mod briefing;
mod catalogue;
mod choice;
pub mod claims;
mod combatant;
mod condition;
mod cost;
pub mod declarations;
mod derived;
mod digest;
pub mod drill;
mod durations;
mod effect;
pub mod exchange;
mod forecast;
mod goal;
pub mod ground;
mod item;
mod journal;
mod kept;
pub mod knowledge;
mod later;
mod lines;
mod named;
mod nested;
mod numbers;
mod offer;
mod offer_kind;
mod parameter;
pub mod percentile;
pub mod play;
mod ruleset;
mod scheduled_veil;
mod settings;
mod shapes;
mod shelf;
mod situation_key;
mod squares;
mod step_context;
mod table;
#[cfg(test)]
mod testing;
pub mod totals;
pub mod turns;
mod verdict;
#[allow(dead_code, reason = "its chapters are still being filled; nobody is offered it")]
pub mod vigor;
mod ways;
mod wear;
mod word;
mod wording;
mod words;

pub use address::{Address, Addresses};
pub use area::{Area, Caught};
pub use assessment::{Assessment, AttackNumber, NumberRole};
pub use battle::{AgendaItem, Battle, BattleState, Constants, Decision, Scene};
pub use battlefield::{Battlefield, Cell, Feature, Footing, Height, Hides, Passage, Surface, Traits, Veil};
pub use board_maps::{BoardMap, StepRule};
pub use bond::Bond;
pub use briefing::{AnswerStage, Briefing, Cause, SeenRoll, StageState, Window};
pub use choice::{Choice, NoChoice};
pub use claims::{Claim, Opportunity, Reopening, StandingOrder, StandingOrders};
pub use combatant::{
    Awareness, Combatant, CombatantId, CombatantRow, CombatantSet, Facing, Hands, Identity, Placement, Posture,
    Profile, Status, Team, Teams,
};
pub use condition::{Condition, ConditionKind, Conditions, Until};
pub use cost::{Amount, Cost, Currency, Spending};
pub use declarations::Declaration;
pub use derived::CombatantView;
pub use digest::digest;
pub use durations::{Bearer, Moment, Passed, ends_after, passed, passed_for, rounds_from_now};
pub use effect::{Effect, EffectTarget, apply};
pub use forecast::{
    AttackAhead, Declared, EffectList, Endings, Forecast, ForecastBudget, ForecastMemory, OutcomeState, Policy,
    attack_ahead, declared, forecast, forecast_choice, forecast_choice_within, forecast_of_every_value,
    forecast_outcome, forecast_stepwise, give_turn, is_asked, number_ahead, turn_given, without_dice,
};
pub use goal::{Aim, Goal};
pub use item::{Item, ItemGlyph, ItemId, ItemProfile, ItemRow, Location};
pub use journal::{Action, AttackResult, Averting, Die, Entry, Fate, Part, Roll, action_words};
pub use kept::{ComesBack, Kept, kept};
pub use knowledge::{Sighting, Sightings};
pub use lines::{Lines, LinesKey};
pub use named::{Budget, Budgets, ItemNumber, ItemNumbers, Vital, Vitals};
pub use numbers::{BodyPart, NoDetail, RulesetArm, RulesetDetail, RulesetSheet, RulesetStep, StepKind};
pub use offer::{Candidate, Lasts, Limit, Offer, Offers, Refusal, Spread, TakesEffect, Target, candidates};
pub use offer_kind::{ChanceOf, Finality, Fold, Group, OfferKind, Role, WaitsFor};
pub use parameter::{Ceiling, OfferPart, Parameter, ParameterKind, ParameterValue, Values};
pub use ruleset::{
    Allowance, Appraise, Attack, Bar, BoardMark, Card, Course, Definition, Fact, Gamble, InPassing, Inspect, Journey,
    Measure, Names, Play, Provocation, Question, Roles, Route, Rule, RuleKind, Ruleset, Sight, Sign, Stock,
};
pub use scheduled_veil::{ScheduledVeil, laid_by_level};
pub use settings::{Range, Setting, Settings};
pub use shapes::Shape;
pub use situation_key::{SituationKey, Whole};
pub use squares::{Aims, Squares};
pub use step_context::{Outcome, Remark, StepContext};
pub use table::{Arm, ArmSet, Detail, Prompt, RulesetId, Sheet, SheetSet, Step};
pub use verdict::{Evidence, Line, RuleId, Term, Touch, Verdict};
pub use ways::{Ends, Reachable, Ways};
pub use wear::{Site, Wear};
pub use word::{Word, counts};
pub use wording::Wording;
pub use words::{capital, gear, ties, untie};
