//! What a combatant wants to be asked about and what it spends without being asked: one standing order for each kind of
//! claim that its ruleset names.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

/// A kind of claim that a ruleset names, from 0 to [`StandingOrders::MOST`] - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Claim(pub u8);

/// When a combatant wants to be asked about a kind of claim, or how much to spend on it without asking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Asked at every opportunity.
    #[default]
    Always,
    /// Asked if the enemy who causes it is within reach.
    InReach,
    /// Never asked, and nothing is spent.
    Never,
    /// Never asked, and points are spent within limits.
    Spend(SpendingLimit),
}

/// How much of a total or an allowance is spent without asking: "2 at a time", "keep 2", "as long as more than 5 are
/// left".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SpendingLimit {
    /// The most at a time. Where the rules fix the price, 0 spends nothing and anything else pays it.
    pub most: u8,
    /// What is kept: only what exceeds it is spent.
    pub keep: u8,
}

impl SpendingLimit {
    /// Spends whatever it costs, as long as more than `keep` is left.
    pub const fn above(keep: u8) -> Self {
        Self { most: u8::MAX, keep }
    }

    /// How much is spent, given what is left.
    pub fn of(self, left: i16) -> u8 {
        (i32::from(left) - i32::from(self.keep)).clamp(0, self.most.into()) as u8
    }
}

impl StandingOrder {
    /// The orders that only say when to ask, from most to least often.
    pub const ASKING: [Self; 3] = [Self::Always, Self::InReach, Self::Never];

    /// How much is spent without asking, given what is left; `None` if the combatant is asked.
    pub fn unasked(self, left: i16) -> Option<u8> {
        match self {
            Self::Always | Self::InReach => None,
            Self::Never => Some(0),
            Self::Spend(limit) => Some(limit.of(left)),
        }
    }

    /// The limits within which something is spent without asking.
    pub const fn limit(self) -> Option<SpendingLimit> {
        match self {
            Self::Spend(limit) => Some(limit),
            _ => None,
        }
    }

    /// When the combatant is asked, in words: "every step".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Always => "every step",
            Self::InReach => "when an enemy comes into reach",
            Self::Never | Self::Spend(_) => "never",
        }
    }

    /// The word in a choice's text: `ask=in-reach`.
    pub(in crate::rules) const fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::InReach => "in-reach",
            Self::Never | Self::Spend(_) => "never",
        }
    }
}

/// A combatant's standing orders, one for each kind of claim.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_kept() {
        let spent = |order: StandingOrder| [-3, 0, 2, 3, 4, 9].map(|left| order.unasked(left));
        let limited = |most, keep| StandingOrder::Spend(SpendingLimit { most, keep });
        assert_eq!(spent(limited(2, 2)), [0, 0, 0, 1, 2, 2].map(Some), "at most 2 at a time, 2 are kept");
        assert_eq!(spent(limited(2, 0)), [0, 0, 2, 2, 2, 2].map(Some));
        assert_eq!(spent(limited(0, 0)), [Some(0); 6], "nothing is spent, and nobody is asked");
        assert_eq!(spent(StandingOrder::Spend(SpendingLimit::above(2))), [0, 0, 0, 1, 2, 7].map(Some));
        assert_eq!(spent(StandingOrder::Never), [Some(0); 6]);
        assert_eq!(spent(StandingOrder::InReach), [None; 6]);
    }
}
