//! Exact odds: runs the resolution code for every outcome of every throw and merges equal states.

mod ahead;
mod attempt;
mod declared;
mod endings;
mod explorer;
mod memory;
mod numbers;
mod spread;
mod undo;
mod walk;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use rustc_hash::FxHashMap;

use crate::{
    dice::{Enumerated, Fraction, NEGLIGIBLE, Odds, WHOLE},
    rules::{
        choosing::{Choice, Refusal},
        flow::{Outcome, OutcomeState},
        state::{AgendaItem, Battle, Decision},
    },
};
pub use ahead::{AttackAhead, act_ahead, attack_ahead, give_turn, is_asked, number_ahead, turn_given, without_dice};
pub use attempt::{Attempt, attempt_ahead};
pub use declared::{Declared, declared};
pub use endings::Endings;
use explorer::Explorer;
pub use memory::ForecastMemory;
use walk::Walk;

/// The odds of something, and how exact they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Every outcome with its odds. Where the budget ran out, the outcome up to that point.
    pub odds: Endings,
    /// A bound on the chance left out or misplaced, in parts of [`WHOLE`].
    pub missing: u64,
}

impl Forecast {
    /// Whether what is missing is [`NEGLIGIBLE`]; otherwise say "about".
    pub const fn is_exact(&self) -> bool {
        self.missing < NEGLIGIBLE
    }

    /// The most that any chance can be off by; `None` if that is negligible.
    pub fn doubt(&self) -> Option<Fraction> {
        (!self.is_exact()).then(|| Fraction::new(self.missing.into(), WHOLE.into()))
    }
}

/// What a forecast may use before it gives up being exact. It counts states and bytes, never time, so that every
/// machine comes to the same odds.
#[derive(Clone, Copy, Debug)]
pub struct ForecastBudget<'a> {
    /// The most states.
    pub states: u32,
    /// The most bytes, roughly.
    pub bytes: u64,
    /// Set by a caller who no longer waits for the answer. The forecast is then worthless.
    pub stop: Option<&'a AtomicBool>,
    /// Whether forecasts of equal situations are taken from the memory that all copies of a battle share. They equal
    /// those made afresh.
    pub remembers: bool,
}

impl Default for ForecastBudget<'_> {
    fn default() -> Self {
        Self { states: 400_000, bytes: 64 << 20, stop: None, remembers: true }
    }
}

impl ForecastBudget<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
    }

    /// One of `of` equal parts.
    fn part(self, of: usize) -> Self {
        let of = of.max(1);
        Self { states: (self.states / of as u32).max(1_000), bytes: (self.bytes / of as u64).max(1 << 17), ..self }
    }
}

/// Who answers decisions in a forecast.
#[derive(Clone, Copy)]
pub enum Policy<'a> {
    /// Everybody gives the [`Appraise::default_answer`](super::Appraise::default_answer), and steps may resolve it at
    /// once.
    DefaultAnswers,
    /// A function answers.
    Asked(&'a dyn Fn(&Battle, &Decision) -> Choice),
    /// A function answers some decisions, and the rest get their default answers.
    Except(&'a dyn Fn(&Battle, &Decision) -> Option<Choice>),
}

/// The odds of everything that follows from an agenda, made afresh. The agenda of `battle` itself is ignored.
pub fn forecast(battle: &Battle, agenda: Vec<AgendaItem>, policy: Policy<'_>) -> Forecast {
    let budget = ForecastBudget { remembers: false, ..ForecastBudget::default() };
    match policy {
        Policy::DefaultAnswers => Arc::unwrap_or_clone(Walk::new(battle, agenda, budget).run().forecast),
        _ => Explorer::new(battle.clone(), policy, budget, Enumerated::new()).run(agenda),
    }
}

/// Like [`forecast`], but without merging values of throws, to test the classes that rules give.
pub fn forecast_of_every_value(battle: &Battle, agenda: Vec<AgendaItem>, policy: Policy<'_>) -> Forecast {
    let budget = ForecastBudget { remembers: false, ..ForecastBudget::default() };
    Explorer::new(battle.clone(), policy, budget, Enumerated::of_every_value()).run(agenda)
}

/// Like [`forecast`], but stepping through every exchange instead of taking it as solved, to test the state machines of
/// [situations](super::exchange).
pub fn forecast_stepwise(battle: &Battle, agenda: Vec<AgendaItem>, policy: Policy<'_>) -> Forecast {
    let budget = ForecastBudget { remembers: false, ..ForecastBudget::default() };
    Explorer::new(battle.clone(), policy, budget, Enumerated::new()).stepwise().run(agenda)
}

/// The odds of everything that follows from an answer to a decision, as far as the one who is asked can know:
/// combatants unknown to that side are left out.
///
/// # Errors
/// Why the rules refuse the choice.
pub fn forecast_choice(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    policy: Policy<'_>,
) -> Result<Arc<Forecast>, Refusal> {
    forecast_choice_within(battle, decision, choice, policy, ForecastBudget::default())
}

/// Like [`forecast_choice`], within a budget.
///
/// # Errors
/// Why the rules refuse the choice.
pub fn forecast_choice_within(
    battle: &Battle,
    decision: &Decision,
    choice: &Choice,
    policy: Policy<'_>,
    budget: ForecastBudget<'_>,
) -> Result<Arc<Forecast>, Refusal> {
    let battle = &*battle.known_in(decision);
    let rules = battle.ruleset.rules();
    let known = |decision: &Decision, budget: ForecastBudget<'_>| {
        Ok(forecast_outcome(battle, rules.answer(battle, decision, choice)?, policy, budget))
    };
    let guesses = rules.guesses(battle, decision);
    match &guesses[..] {
        [] => return known(decision, budget),
        [(only, _)] => return known(only, budget),
        _ => {}
    }
    let all: u128 = guesses.iter().map(|(_, ways)| u128::from(*ways)).sum();
    let mut mixture = Mixture::default();
    let budget = budget.part(guesses.len());
    for (guess, ways) in &guesses {
        mixture.add(&*known(guess, budget)?, (u128::from(*ways) << Mixture::BITS) / all.max(1));
    }
    Ok(Arc::new(mixture.forecast()))
}

/// Forecasts of the possible cases, merged as they come; weights are rounded.
#[derive(Default)]
struct Mixture {
    endings: FxHashMap<OutcomeState, u128>,
    missing: u64,
}

impl Mixture {
    /// The bits that a weight keeps: three times as many fit into the type of the product.
    const BITS: u32 = 40;

    /// Adds a forecast with its share in parts of 2^[`Self::BITS`].
    fn add(&mut self, forecast: &Forecast, share: u128) {
        let total = forecast.odds.total();
        let shift = (u128::BITS - total.leading_zeros()).saturating_sub(Self::BITS);
        // Each weight loses less than three parts: two by shifting, as the shifted total may be just half full, one by
        // dividing.
        let rounded = ((3 * forecast.odds.len() as u128 + 3) * share) >> (2 * Self::BITS - 60);
        let missing = (u128::from(forecast.missing) * share) >> Self::BITS;
        self.missing = self.missing.saturating_add((missing + rounded) as u64 + 1).min(WHOLE);
        for (ending, weight) in forecast.odds.iter() {
            let weight = ((weight >> shift) << Self::BITS) / (total >> shift).max(1) * share;
            if weight > 0 {
                *self.endings.entry(ending.clone()).or_default() += weight;
            }
        }
    }

    fn forecast(self) -> Forecast {
        Forecast { odds: Odds::new(self.endings).into(), missing: self.missing }
    }
}

/// The odds of everything that follows from an outcome, within a budget.
pub fn forecast_outcome(
    battle: &Battle,
    mut outcome: Outcome,
    policy: Policy<'_>,
    budget: ForecastBudget<'_>,
) -> Arc<Forecast> {
    let rules = battle.ruleset.rules();
    let ends = matches!(outcome.then.last(), Some(AgendaItem::Step(step)) if rules.asks_for_more(step));
    if ends && !matches!(policy, Policy::Asked(_)) {
        outcome.then.pop();
    }
    match policy {
        Policy::DefaultAnswers => Walk::after(battle, outcome, budget).run().forecast,
        _ => Explorer::new(battle.clone(), policy, budget, Enumerated::new()).run_after(outcome),
    }
}
