//! What-if questions: exact odds of an attack, from here or from elsewhere, and what a way costs and risks.

mod attack_forecast;

pub use attack_forecast::{
    AttackForecast, Danger, Ends, WayAhead, after_choice, attack_forecast, best_attack, danger, way_ahead,
};
