//! Throws, the three sources of chance (rolled, scripted, enumerated) and exact odds. No Bevy, no rules.

mod chance;
mod enumerated;
mod odds;

pub use chance::{
    Against, Band, Chance, Digits, Rolled, ScriptFault, Scripted, Stream, Tallies, Throw, Thrown, marked,
};
pub use enumerated::Enumerated;
pub use odds::{Fraction, Odds, gcd, lcm};
