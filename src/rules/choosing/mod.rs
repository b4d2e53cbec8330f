//! What can be chosen and how it is worded: offers with targets, ways, parameters, limits and prices; choices and their
//! text; why a fighter is asked. All of it is read from a battle; nothing is written to it.

mod address;
mod briefing;
mod choice;
mod combinations;
mod cost;
pub mod ground;
mod journey;
mod left_over;
mod offer;
mod offer_kind;
mod parameter;
mod parts;
mod shares;
mod squares;
mod taken;
#[cfg(test)]
mod tests;
mod ways;
mod word;
mod wording;

pub use address::{Address, Addresses};
pub use briefing::{AnswerStage, Briefing, Cause, SeenRoll, StageState, Window};
pub use choice::{CONCEDE, Choice, NoChoice};
pub use combinations::Combinations;
pub use cost::{Amount, Cost, Currency, Spending};
pub use journey::{Course, Gamble, InPassing, Journey, Provocation, Route};
pub use left_over::{ComesBack, LeftOver, left_after};
pub use offer::{Candidate, Limit, Offer, Offers, Refusal, Spread, Target, candidates, nearest_first};
pub use offer_kind::{ChanceOf, Finality, Fold, Group, OfferKind, Role, WaitsFor};
pub use parameter::{OfferPart, Parameter, ParameterKind, ParameterValue, Values};
pub use parts::{Built, Follows, Invested, PartAim, PartChange, PartSet, Parts, Tier, ValueChange};
pub use shares::Share;
pub use squares::{Aims, Squares};
pub use ways::{Ends, Reachable, Ways};
pub use word::{Word, counts};
pub use wording::{Wording, capital, gear, uncapital};
