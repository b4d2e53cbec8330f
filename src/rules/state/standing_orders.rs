//! What a combatant wants to be asked about: one standing order for each kind of claim that its ruleset names.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

/// A kind of claim that a ruleset names, from 0 to [`StandingOrders::MOST`] - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Claim(pub u8);

/// When somebody wants to be asked about a kind of claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StandingOrder {
    /// At every opportunity.
    #[default]
    Always,
    /// Where an enemy has caused it who is within reach.
    InReach,
    /// Never.
    Never,
}

impl StandingOrder {
    /// All of them, those that ask more often first.
    pub const ALL: [Self; 3] = [Self::Always, Self::InReach, Self::Never];

    /// In words: "every step".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Always => "every step",
            Self::InReach => "when an enemy comes in reach",
            Self::Never => "never",
        }
    }

    /// The word in a choice's text: `ask=in-reach`.
    pub(in crate::rules) const fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::InReach => "in-reach",
            Self::Never => "never",
        }
    }
}

/// A combatant's standing orders, one for each kind of claim.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", from = "u8")]
pub struct StandingOrders([StandingOrder; StandingOrders::MOST]);

impl StandingOrders {
    /// The most kinds of claims that a ruleset can name.
    pub const MOST: usize = 4;

    /// The order for a kind of claim.
    pub const fn of(self, claim: Claim) -> StandingOrder {
        self.0[claim.0 as usize]
    }

    /// The same with another order for a kind of claim.
    #[must_use]
    pub const fn with(mut self, claim: Claim, order: StandingOrder) -> Self {
        self.0[claim.0 as usize] = order;
        self
    }
}

// Digests and files hold one number: two bits for each kind of claim, the first one lowest.
impl From<StandingOrders> for u8 {
    fn from(orders: StandingOrders) -> Self {
        orders.0.iter().rev().fold(0, |bits, order| bits << 2 | *order as Self)
    }
}

impl From<u8> for StandingOrders {
    fn from(bits: u8) -> Self {
        let order = |place: usize| StandingOrder::ALL.get(usize::from(bits >> (2 * place) & 3)).copied();
        Self(std::array::from_fn(|place| order(place).unwrap_or_default()))
    }
}
