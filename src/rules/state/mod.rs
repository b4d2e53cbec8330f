//! The plain [`Battle`]: combatants and items, the board with the maps made from it, what sides know, and [`Effect`]s,
//! the only things that change it. No dice, no choices, nothing of any one ruleset: what only a ruleset knows is asked
//! through its row in the [table](super::table).

mod arrival;
mod battle;
mod battlefield;
pub(in crate::rules) mod board_maps;
mod combatant;
mod condition;
mod derived;
mod digest;
mod effect;
pub(in crate::rules) mod goal;
mod item;
mod named;
pub(in crate::rules) mod nested;
mod objects;
pub(in crate::rules) mod ruleset_types;
mod scene;
pub(in crate::rules) mod scheduled_veil;
mod settings;
pub(in crate::rules) mod shapes;
pub(in crate::rules) mod shelf;
mod sightings;
mod standing_orders;
mod wear;

pub use arrival::Arrival;
pub use battle::{AgendaItem, Battle, Constants, Decision};
pub use battlefield::{Battlefield, Cell, Feature, Footing, Height, Hides, Passage, Surface, Traits, Veil};
pub use board_maps::{BoardMap, StepRule};
pub use combatant::{
    Awareness, Combatant, CombatantRow, Facing, Hands, Identity, Placement, Posture, Profile, Status, Whole,
};
pub use condition::{Condition, ConditionKind, Conditions, Declaration, Until};
pub use derived::CombatantView;
pub use digest::digest;
pub use effect::{Effect, EffectTarget, apply};
pub use goal::{Aim, Goal, winner_at_round_end};
pub use item::{Item, ItemGlyph, ItemProfile, ItemRow, Location};
pub use named::{Budget, Budgets, ItemNumber, ItemNumbers, Names, Vital, Vitals};
pub use objects::{Explosive, ExplosiveKind, HarmDice, Lit};
pub use ruleset_types::{BodyPart, NoDetail, RulesetArm, RulesetDetail, RulesetSheet, RulesetStep, StepKind};
pub use scene::{BattleState, Scene};
pub use scheduled_veil::{ScheduledVeil, laid_by_level};
pub use settings::{Range, Setting, Settings};
pub use shapes::Shape;
pub use sightings::{Sighting, Sightings};
pub use standing_orders::{Claim, SpendingLimit, StandingOrder, StandingOrders};
pub use wear::{Site, Wear};
