//! What-if questions: exact odds of an attack from here or elsewhere, and the costs and risks of a way.

mod attack_forecast;

pub use attack_forecast::{
    AttackForecast, Danger, Ends, WayAhead, after_choice, attack_forecast, attacks_on_offer, best_attack, danger,
    way_ahead,
};
