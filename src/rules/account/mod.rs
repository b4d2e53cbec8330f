//! Numbers with their reasons: rule ids, terms that add up, the lines that decide sight and cover, the account of an
//! attack before any die is rolled; and numbers of things and rows of names in words. Values only: nothing here reads a
//! battle.

mod area;
mod assessment;
pub(in crate::rules) mod later;
mod lines;
mod sight;
mod situation_key;
mod tally;
mod verdict;
mod words;

pub use area::{Area, Caught};
pub use assessment::{Assessment, AttackNumber, NumberRole};
pub use lines::{Lines, LinesKey};
pub use sight::Sight;
pub use situation_key::SituationKey;
pub use tally::{Quick, Tally};
pub use verdict::{Evidence, Line, RuleId, Term, Touch, Verdict};
pub use words::{and_list, counted};
