//! What computers choose in single positions: the yardstick, and what has once been got wrong; and what thinking takes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod afterwards;
mod breath;
mod positions;
mod sense;
mod stage;
mod thoughts;
mod yardstick;
