//! The interface of a ruleset to everything above it: four small traits, mostly with default methods.

mod appraise;
pub mod board_rules;
mod card;
pub(in crate::rules) mod catalogue;
mod definition;
mod door;
mod inspect;
pub(in crate::rules) mod own_settings;
mod play;
pub(in crate::rules) mod prompt;
pub(in crate::rules) mod record;

pub use appraise::{Appraise, Stock};
pub use board_rules::BoardRules;
pub use card::{Allowance, Bar, Card, Fact, Sign};
pub use definition::{Definition, Measure, Roles, Rule, RuleKind, Vocabulary};
pub use inspect::{Attack, BoardMark, Inspect, Pending, Question};
pub use play::Play;
pub use prompt::{Answered, RulesetPrompt, Told};

/// A combat system: [what it is](Definition), [how it is played](Play), [what can be asked about a position](Inspect)
/// and [what an outcome is worth](Appraise).
pub trait Ruleset: Definition + Play + Inspect + Appraise {}

impl<R: Definition + Play + Inspect + Appraise> Ruleset for R {}
