//! How a battle runs: steps are resolved into journal entries, decisions wait for choices. Also rounds, order, turns
//! inside turns, claims, secret declarations, durations, life and drugs, arrivals, kegs and fire, and what sides
//! perceive of it all.

mod arrivals;
mod bond;
mod changes;
pub mod claims;
pub mod concession;
pub mod declarations;
mod drugs;
mod durations;
mod effect_list;
pub mod hands;
mod journal;
pub mod knowledge;
mod life;
pub mod objects;
mod order;
mod outcome_state;
mod places;
pub mod play;
mod solved_step;
mod step_context;
pub mod turns;

pub use bond::Bond;
pub use claims::{Asked, Opportunity, Reopening};
pub use drugs::{Aftermath, Dose, Drug, Drugs};
pub use durations::{
    Bearer, DurationChange, Moment, duration_changes, duration_changes_of, ends_after, rounds_from_now,
};
pub use effect_list::EffectList;
pub use journal::{Action, AttackResult, Averting, Die, Entry, Fate, Part, Roll, Setback, action_words};
pub use knowledge::Known;
pub use life::{Plight, after_loss};
pub use order::{Settles, Tied, next_turn, tell_ties, turn_of};
pub use outcome_state::OutcomeState;
pub use places::Places;
pub use solved_step::{SolvedEnd, SolvedStep};
pub use step_context::{Outcome, Remark, StepContext};
