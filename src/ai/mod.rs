//! The computer opponent: it plays any ruleset through offers, forecasts and what-ifs, and can say why.
//!
//! [`Mind::decide`] is the only door. In a turn it tries out what can be chosen in short sequences and weighs where they
//! lead; for every other question it compares forecasts of the answers. Scores are in hundredths of a [`POINT`], and
//! putting one enemy out of the fight is worth a hundred points.

mod fork;
mod ground;
mod mind;
mod opinion;
mod options;
mod outlook;
mod plan;
mod progress;
mod reply;
mod shortlist;
mod worth;

pub use mind::{Mind, Temper, decide};
pub use opinion::{Opinion, Scored};
pub use progress::Progress;

/// A point in hundredths: one per cent of putting somebody out of the fight.
pub const POINT: i32 = 100;
