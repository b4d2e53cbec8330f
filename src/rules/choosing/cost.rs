//! What choices cost, in the currencies that a ruleset lets fighters spend.

use serde::Serialize;

/// The nature of something that can be spent, so that code above the rules needs no names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Spending {
    /// A large action: Standard.
    Large,
    /// A small action: Quick.
    Small,
    /// The reaction.
    Reaction,
    /// Points that come back each round and pay for acting: AP.
    Points,
    /// Points that change a roll and do not come back by themselves: Luck.
    Luck,
    /// Points that come with the current decision and go with it: resistance.
    Passing,
}

/// Something that can be spent, as a ruleset calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Currency {
    /// Its name: "Standard", "AP".
    pub name: &'static str,
    /// What it is.
    pub is: Spending,
}

/// An amount of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Amount {
    /// Of what.
    pub of: &'static Currency,
    /// How much.
    pub count: u8,
}

/// What a choice costs: nothing, or up to three amounts, such as AP 2 and Luck 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Cost([Option<Amount>; 3]);

impl Cost {
    /// Nothing.
    pub const FREE: Self = Self([None; 3]);

    /// An amount of one currency.
    pub const fn of(of: &'static Currency, count: u8) -> Self {
        if count == 0 { Self::FREE } else { Self([Some(Amount { of, count }), None, None]) }
    }

    /// The same cost plus an amount of a currency.
    ///
    /// # Panics
    /// When there are more kinds of amounts than a cost can hold.
    #[must_use]
    pub fn and(mut self, of: &'static Currency, count: u8) -> Self {
        if count == 0 {
            return self;
        }
        if let Some(amount) = self.0.iter_mut().flatten().find(|amount| *amount.of == *of) {
            amount.count = amount.count.saturating_add(count);
            return self;
        }
        let free = self.0.iter_mut().find(|amount| amount.is_none());
        *free.expect("a cost has at most three kinds of amounts") = Some(Amount { of, count });
        self
    }

    /// The amounts.
    pub fn amounts(&self) -> impl Iterator<Item = Amount> + '_ {
        self.0.iter().flatten().copied()
    }

    /// Whether it is nothing.
    pub const fn is_free(&self) -> bool {
        self.0[0].is_none()
    }

    /// The amount of a kind of spending.
    pub fn count(&self, is: Spending) -> u8 {
        self.amounts().find(|amount| amount.of.is == is).map_or(0, |amount| amount.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AP: Currency = Currency { name: "AP", is: Spending::Points };
    const LUCK: Currency = Currency { name: "Luck", is: Spending::Luck };

    #[test]
    fn a_cost_is_a_list_of_amounts() {
        let cost = Cost::of(&AP, 2).and(&LUCK, 1).and(&AP, 1);
        let listed: Vec<(&str, u8)> = cost.amounts().map(|amount| (amount.of.name, amount.count)).collect();
        assert_eq!(listed, [("AP", 3), ("Luck", 1)]);
        assert_eq!((cost.count(Spending::Luck), cost.count(Spending::Reaction)), (1, 0));
        assert!(!cost.is_free());
        assert!(Cost::FREE.and(&AP, 0).is_free() && Cost::of(&AP, 0).is_free());
    }
}
