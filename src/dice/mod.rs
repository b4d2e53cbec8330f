//! Throws, the three sources of chance (rolled, scripted, enumerated) and exact odds. No Bevy, no rules.

mod chance;
mod enumerated;
mod odds;
mod throw;
mod ways;

pub use chance::{Band, Chance, Rolled, ScriptFault, Scripted, Stream};
pub use enumerated::Enumerated;
pub use odds::{Fraction, Odds, gcd, lcm};
pub use throw::{Dice, Digits, Face, Reading, SumWays, Throw, Thrown};
pub use ways::{NEGLIGIBLE, WHOLE, Ways};
