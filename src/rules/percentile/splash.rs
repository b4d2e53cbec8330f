//! What a blast or splash is on a weapon: where it spreads from, what it does. PCT-BLAST.

use serde::{Deserialize, Serialize};

use super::sheet::DamageValue;

/// From where a blast or splash spreads, PCT-BLAST-03.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// From the square aimed at.
    #[default]
    Point,
    /// From its user, who is spared; no check.
    Myself,
}

/// What a splash does, PCT-BLAST-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Does {
    /// Sees nobody.
    Blinded,
    /// 1d10÷2 DV at the start of each turn, no armour.
    Burning,
    /// Rates halved.
    Hindered,
    /// The squares are opaque.
    Smoke,
}

/// The effect of a splash, PCT-BLAST-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splash {
    /// What.
    pub does: Does,
    /// For how many rounds.
    #[serde(default = "three")]
    pub rounds: u8,
    /// How far, in metres.
    #[serde(default = "canister")]
    pub radius: DamageValue,
}

const fn three() -> u8 {
    3
}

/// 1d10÷3.
const fn canister() -> DamageValue {
    DamageValue { dice: 1, divide: 3, flat: 0, bonus: 0 }
}
