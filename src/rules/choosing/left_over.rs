//! What is left to spend after a choice, and when it comes back.

use serde::Serialize;

use super::{Choice, Currency, Offer};
use crate::rules::{
    account::RuleId,
    state::{Battle, Decision},
};

/// When spent points come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum ComesBack {
    /// At the start of the own turn.
    EachTurn,
    /// At the start of the round.
    EachRound,
    /// Partly, at the end of each round.
    InPart,
    /// Not in this battle.
    Never,
}

/// How much of a currency is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOver {
    /// Of what.
    pub currency: &'static Currency,
    /// How much of it.
    pub left: u8,
    /// Of how much.
    pub of: u8,
    /// When the spent part comes back.
    pub back: ComesBack,
    /// By which rule.
    pub rule: RuleId,
}

/// What is left after an offer is paid for.
pub fn left_after(battle: &Battle, decision: &Decision, offer: &Offer, choice: &Choice) -> Vec<LeftOver> {
    let rules = battle.ruleset.rules();
    let card = rules.card(battle, decision.who);
    let allowances = card.allowances.iter().map(|allowance| (allowance.currency, allowance.left, allowance.of));
    let luck = card.luck.zip(rules.roles().luck).map(|((left, of), (_, currency))| (currency, left, of));
    let after = |(currency, left, of): (&'static Currency, u8, u8)| {
        let (back, rule) = rules.comes_back(currency);
        let paid = u8::try_from(offer.price(choice, currency.is)).unwrap_or(u8::MAX);
        LeftOver { currency, left: left.saturating_sub(paid), of, back, rule }
    };
    allowances.chain(luck).map(after).collect()
}
