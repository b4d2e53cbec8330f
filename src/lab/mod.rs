//! What-if questions: exact odds of an attack, from here or from elsewhere, and what a way costs and risks.

mod prospect;

pub use prospect::{Danger, Ends, Prospect, WayAhead, after_choice, best_attack, danger, prospect, way_ahead};
