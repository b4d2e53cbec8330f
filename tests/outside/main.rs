//! Outside influences: broken or hostile files, names and arguments, load, and being killed.

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
