//! The interface of a ruleset to everything above it: four small traits, most of whose methods have default bodies.

mod appraise;
mod card;
mod definition;
mod inspect;
mod journey;
mod play;

pub use appraise::{Appraise, Stock};
pub use card::{Allowance, Bar, Card, Fact, Sign};
pub use definition::{Definition, Measure, Names, Roles, Rule, RuleKind};
pub use inspect::{Attack, BoardMark, Inspect, Question, Sight};
pub use journey::{Course, Gamble, InPassing, Journey, Provocation, Route};
pub use play::Play;

/// A combat system: [what it is](Definition), [how it is played](Play), [what can be asked about a position](Inspect)
/// and [what an outcome is worth](Appraise).
pub trait Ruleset: Definition + Play + Inspect + Appraise {}

impl<R: Definition + Play + Inspect + Appraise> Ruleset for R {}
