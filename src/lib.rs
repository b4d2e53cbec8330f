//! Proving Ground: one battlefield, five rule systems.

pub mod arena;
pub mod board;
pub mod dice;
pub mod geometry;
pub mod levels;
pub mod panels;
pub mod rules;
