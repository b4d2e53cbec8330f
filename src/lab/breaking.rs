//! The odds of breaking something that stands on the board.

use crate::{
    dice::Fraction,
    rules::{Battle, BoardMark, Choice, Decision, Effect, Policy, Verdict, forecast_choice, number_ahead},
};

/// The result of an attack on something that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaking {
    /// What it is aimed at.
    pub mark: BoardMark,
    /// The number it is rolled against.
    pub number: Option<Verdict>,
    /// The chance that it takes some damage, or breaks.
    pub harms: Fraction,
    /// The chance that it breaks.
    pub breaks: Fraction,
    /// The most that the chances can be off by, if they are not exact.
    pub doubt: Option<Fraction>,
}

/// The odds of a choice that is aimed at something on the board; `None` if the rules refuse it.
pub fn breaking(battle: &Battle, decision: &Decision, choice: &Choice, mark: &BoardMark) -> Option<Breaking> {
    let forecast = forecast_choice(battle, decision, choice, Policy::DefaultAnswers).ok()?;
    let cleared = mark.site.cleared();
    let gone = |effect: &Effect| *effect == cleared;
    let worn = |effect: &Effect| matches!(effect, Effect::Wear(site, _) if *site == mark.site);
    let breaks = forecast.odds.chance(|ending| ending.effects.iter().any(gone));
    let harms = forecast.odds.chance(|ending| ending.effects.iter().any(|effect| gone(effect) || worn(effect)));
    let number = number_ahead(battle, decision, choice);
    Some(Breaking { mark: mark.clone(), number, harms, breaks, doubt: forecast.doubt() })
}
