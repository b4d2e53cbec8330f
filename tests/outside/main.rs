//! What comes from outside: files that are broken or hostile, names and arguments, load, and being killed.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod ends;
mod fields;
mod forecasts;
mod kill;
mod pairs;
mod program;
mod recordings;
mod rosters;
mod usage;
mod words;
