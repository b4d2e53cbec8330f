//! The computer opponent. It plays any ruleset through offers, forecasts and what-ifs, and can give its reasons.
//!
//! [`Mind::decide`] is the only entry point. In a turn it tries out short sequences of choices and values their
//! results, and plays on after the best of them in expected values (see `playout.rs`); for every other question it
//! compares forecasts of the answers. Scores are in hundredths of a [`POINT`], and putting one enemy out of the fight is
//! worth a hundred points. At a quick [`Depth`] it compares single choices only; at a steady one it also makes less of
//! danger and answers all other questions by default; at a greedy one it is the yardstick for the others (see
//! `greedy.rs`).

mod afterwards;
mod arms;
mod blows;
mod board_changes;
mod breath;
mod candidate_squares;
mod depth;
mod evaluation;
mod foes;
mod fork;
mod further;
mod greedy;
mod ground;
mod hazards;
mod mind;
mod options;
mod outcomes;
mod pairs;
mod places;
mod plan;
mod playout;
mod progress;
mod quick;
mod ranking;
mod reply;
mod rescue;
mod sally;
mod sequence;
mod tempo;
mod thrift;
mod turn_context;

pub use depth::Depth;
pub use mind::{Mind, Personality, decide};
#[cfg(test)]
pub(crate) use pairs::holds_for;
pub use progress::Progress;
pub use ranking::{Ranking, Reason, Scored};

/// A point in hundredths: one per cent of putting somebody out of the fight.
pub const POINT: i32 = 100;
