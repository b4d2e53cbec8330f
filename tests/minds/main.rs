//! What computers choose in single positions: the yardstick, and past mistakes; and what thinking costs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod afterwards;
mod breath;
mod positions;
mod sense;
mod stage;
mod thoughts;
mod yardstick;
