//! Exact odds: runs the resolution code over every outcome of every throw and merges equal states.

mod ahead;
mod declared;
mod explorer;
mod spread;
mod undo;

use super::{AgendaItem, AttackResult, Battle, Choice, CombatantId, Decision, Effect, Outcome};
use crate::dice::{Enumerated, Odds};
pub use ahead::{AttackAhead, attack_ahead, give_turn, is_asked, number_ahead, turn_given, without_dice};
pub use declared::{Declared, declared};
use explorer::Explorer;

/// One way in which something can end: what has changed, and the result of each attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutcomeState {
    /// The result of each attack, in order.
    pub results: Vec<AttackResult>,
    /// What has changed since the start; later values replace earlier ones.
    pub effects: Vec<Effect>,
}

impl OutcomeState {
    /// The results of one combatant's attacks on another, in order.
    pub fn blows(&self, by: CombatantId, on: CombatantId) -> impl Iterator<Item = &AttackResult> {
        self.results.iter().filter(move |result| result.by == by && result.on == on)
    }

    /// Whether an attack of one on another has landed: what every forecast, card and trial calls a hit.
    pub fn lands(&self, by: CombatantId, on: CombatantId) -> bool {
        self.blows(by, on).any(|result| result.fate.lands())
    }
}

/// The odds of something, and whether they are exact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Every outcome with its odds.
    pub odds: Odds<OutcomeState>,
    /// False if the limit of states was hit and the rest was left unexplored: then say "about".
    pub exact: bool,
}

/// Who answers decisions in a forecast.
#[derive(Clone, Copy)]
pub enum Policy<'a> {
    /// Everybody gives the [`Appraise::default_answer`](super::Appraise::default_answer), and steps may resolve it at
    /// once.
    DefaultAnswers,
    /// A function answers.
    Asked(&'a dyn Fn(&Battle, &Decision) -> Choice),
}

/// States after which a forecast gives up being exact.
pub const STATE_LIMIT: u32 = 400_000;

/// The odds of everything that follows from these entries of an agenda. The agenda of `battle` itself is ignored.
pub fn forecast(battle: &Battle, agenda: Vec<AgendaItem>, policy: Policy<'_>) -> Forecast {
    Explorer::new(battle, policy, Enumerated::new()).run(agenda)
}

/// As [`forecast`], but without merging values of throws: it tests the classes that rules give.
pub fn forecast_of_every_value(battle: &Battle, agenda: Vec<AgendaItem>, policy: Policy<'_>) -> Forecast {
    Explorer::new(battle, policy, Enumerated::of_every_value()).run(agenda)
}

/// The odds of everything that follows from an answer to a decision, as far as the one who is asked can know.
///
/// # Errors
/// Why the rules refuse the choice.
pub fn forecast_choice(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    policy: Policy<'_>,
) -> Result<Forecast, super::Refusal> {
    let guesses = battle.ruleset.rules().guesses(battle, decision);
    if guesses.is_empty() {
        return forecast_known(battle, decision, choice, policy);
    }
    let known = guesses.iter().map(|(guess, ways)| Ok((forecast_known(battle, guess, choice, policy)?, *ways)));
    Ok(mixed(&known.collect::<Result<Vec<_>, _>>()?))
}

/// Merges forecasts of what may be the case, each with its number of ways; weights are rounded.
fn mixed(forecasts: &[(Forecast, u64)]) -> Forecast {
    // Bits that a weight keeps: three times as many fit into the number they are multiplied in.
    const BITS: u32 = 40;
    let all: u128 = forecasts.iter().map(|(_, ways)| u128::from(*ways)).sum();
    let parts = forecasts.iter().flat_map(|(forecast, ways)| {
        let share = (u128::from(*ways) << BITS) / all.max(1);
        let total = forecast.odds.total();
        let shift = (u128::BITS - total.leading_zeros()).saturating_sub(BITS);
        let parts = forecast.odds.iter();
        parts.map(move |(ending, weight)| {
            (ending.clone(), ((weight >> shift) << BITS) / (total >> shift).max(1) * share)
        })
    });
    Forecast { odds: Odds::new(parts.filter(|(_, weight)| *weight > 0)), exact: false }
}

/// As [`forecast_choice`], with nothing hidden.
fn forecast_known(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    policy: Policy<'_>,
) -> Result<Forecast, super::Refusal> {
    Ok(forecast_outcome(battle, battle.ruleset.rules().answer(battle, decision, choice)?, policy))
}

/// The odds of everything that follows from what a choice has led to.
pub fn forecast_outcome(battle: &Battle, mut outcome: Outcome, policy: Policy<'_>) -> Forecast {
    let rules = battle.ruleset.rules();
    let ends = matches!(outcome.then.last(), Some(AgendaItem::Step(step)) if rules.asks_for_more(step));
    if ends && matches!(policy, Policy::DefaultAnswers) {
        outcome.then.pop();
    }
    Explorer::new(battle, policy, Enumerated::new()).run_after(outcome)
}
