//! The egui panels: a model goes in, an intent comes out. A panel never touches the battle and computes no rule.

pub mod battle;
pub mod help;
pub mod lab;
pub mod legend;
pub mod number;
pub mod recordings;
pub mod rule;
pub mod settings;
pub mod setup;
#[cfg(test)]
pub mod testing;
pub mod theme;
pub mod title;
pub mod widgets;
