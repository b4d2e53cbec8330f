//! Proving Ground: one battlefield, five rule systems.

pub mod ai;
pub mod arena;
pub mod board;
pub mod cli;
pub mod dice;
pub mod geometry;
pub mod lab;
pub mod levels;
pub mod panels;
pub mod rules;
pub mod screens;
pub mod seats;
