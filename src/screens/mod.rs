//! The window: front pages and battle, put together from seats, board and panels.

mod app;
mod battle;
mod blending;
mod files;
mod front;
mod prefs;
mod rehearsal;
mod shot;

pub use app::{Start, play};
pub use rehearsal::Rehearsal;
pub use shot::{Shot, screenshot};
