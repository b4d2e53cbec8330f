//! An attack as a situation: everything that it and what follows from it can depend on, and the machine that runs over
//! it. RAT-CORE-06, RAT-RATE, RAT-AVOID, RAT-DMG, RAT-ARM-04.
//!
//! [`Attack`] is one attack roll or spell against one target: how many blows, whether they land, what the target does
//! about it, criticals, damage. [`Body`] is what meets that damage, once: armour, Strength, concentration. One attack
//! is a [`Single`]; both weapons or several attackers together are a [`Joint`], RAT-DISC-02; a spell on many is one
//! `Single` for each of them, with the same dice. Nothing here reads a battle.

mod attack;
mod body;
mod numbers;
#[cfg(test)]
mod tests;

pub use attack::Attack;
pub use body::{Body, BodyStage, Harm};
pub use numbers::{
    Answer, Came, Critical, DamageDice, Ended, MOST_DICE, Method, Methods, Question, Rate, Resistance, Rolls, Stage,
    Struck, Volley,
};

use crate::rules::exchange::{Followed, FollowedStageOf, StageOf, Together};

/// One attack or spell on one target, and what meets it.
pub type Single = Followed<Attack, Body>;

/// Where a [`Single`] stands.
pub type SingleStage = FollowedStageOf<Body>;

/// Several attacks on one target whose damage is combined, and what meets it. RAT-DISC-02, RAT-DISC-03.
pub type Joint = Together<Attack, Body>;

/// Where a [`Joint`] stands.
pub type JointStage = StageOf<Body>;

/// A fraction to the nearest whole number, exact halves away from 0. RAT-CORE-04.
pub const fn rounded(number: i64, of: i64) -> i32 {
    let size = (2 * number.abs() + of) / (2 * of);
    (if number < 0 { -size } else { size }) as i32
}
