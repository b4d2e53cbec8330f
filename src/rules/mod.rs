//! The plain battle and what makes a ruleset: steps, decisions, choices, effects, verdicts with their reasons, odds.
//!
//! The kernel has seven rooms. A room may use rooms above it in this list, never one below; [`ids`] and the [`table`]
//! of rulesets are open to all:
//!
//! - [`account`]: verdicts and their terms, lines, the numbers of an attack.
//! - [`state`]: the plain battle and the effects that change it.
//! - [`choosing`]: offers, parameters, ways, choices.
//! - [`flow`]: steps, journal, rounds and turns, claims, declarations, durations.
//! - [`exchange`]: attacks as state machines over situations.
//! - [`ruleset`]: what the kernel asks of a ruleset.
//! - [`forecast`](mod@forecast): exact odds of anything.
//!
//! Each ruleset has its own folder beside them and is named in just one other place, the [`table`]. It reads battles
//! and returns effects and agenda entries; only [`apply`] writes. A room that needs something only a ruleset knows asks
//! [`RulesetId::rules`].

pub mod account;
pub mod choosing;
pub mod drill;
pub mod drill_parts;
pub mod exchange;
pub mod flow;
pub mod forecast;
pub mod ids;
pub mod percentile;
pub mod pools;
pub mod prelude;
pub mod rates;
pub mod ruleset;
pub mod state;
pub mod table;
#[cfg(test)]
mod testing;
pub mod totals;
pub mod vigor;

pub use account::*;
pub use choosing::*;
pub use flow::*;
pub use forecast::*;
pub use ids::*;
pub use ruleset::*;
pub use state::*;
pub use table::*;
