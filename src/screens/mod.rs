//! The window: front pages and battle, put together from seats, board and panels.

mod app;
mod battle;
mod blending;
mod files;
mod front;
mod prefs;
mod shot;

pub use app::{Start, play};
pub use shot::{Shot, screenshot};
