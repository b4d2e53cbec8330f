//! Follows everything certain before exploring: most attacks come down to one step that is known or solved.

use std::{borrow::Cow, mem, sync::Arc};

use super::{
    Forecast, ForecastBudget, Policy,
    explorer::{Explorer, Made, conclude},
    memory::{Beside, Key, keep, recalled},
};
use crate::{
    dice::{Chance as _, Enumerated, Odds, Scripted},
    rules::{
        flow::{Entry, Outcome, OutcomeState, SolvedStep, StepContext},
        ruleset::Ruleset,
        state::{AgendaItem, Battle},
        table::Step,
    },
};

/// The most steps and answers to follow; the rest is explored.
const MOST_STEPS: usize = 64;

/// A forecast with default answers, up to the first dice.
pub struct Walk<'a> {
    rules: &'static dyn Ruleset,
    battle: Cow<'a, Battle>,
    /// The changes so far.
    changed: OutcomeState,
    /// What is left to do, the last entry first.
    agenda: Vec<AgendaItem>,
    budget: ForecastBudget<'a>,
    beside: Option<&'a Beside>,
    /// The key to keep the forecast under.
    key: Option<Key>,
    /// The first step to be explored, if it is solved.
    solved: Option<SolvedStep>,
    /// Allocations of the previous outcome, for reuse.
    room: Outcome,
}

/// What the next agenda entry leads to.
enum Next {
    /// A finished forecast.
    Made(Arc<Forecast>),
    /// A certain outcome.
    Certain(Outcome),
    /// It must be explored.
    Open,
}

impl<'a> Walk<'a> {
    /// A walk from an agenda, given with its first entry first.
    pub fn new(battle: &'a Battle, mut agenda: Vec<AgendaItem>, budget: ForecastBudget<'a>) -> Self {
        agenda.reverse();
        Self {
            rules: battle.ruleset.rules(),
            battle: Cow::Borrowed(battle),
            changed: OutcomeState::default(),
            agenda,
            budget,
            beside: None,
            key: None,
            solved: None,
            room: Outcome::default(),
        }
    }

    /// A walk from an outcome.
    pub fn after(battle: &'a Battle, outcome: Outcome, budget: ForecastBudget<'a>) -> Self {
        let mut walk = Self::new(battle, Vec::new(), budget);
        walk.take(outcome);
        walk
    }

    /// The same, keeping forecasts in `beside`.
    pub fn beside(self, beside: &'a Beside) -> Self {
        Self { beside: Some(beside), ..self }
    }

    /// The forecast.
    pub fn run(mut self) -> Made {
        let made = |forecast| Made { forecast, states: 0, bytes: 0 };
        for _ in 0..MOST_STEPS {
            let is_over = self.battle.scene.over.is_some();
            let Some(top) = self.agenda.pop().filter(|top| !is_over && !self.is_next_act(top)) else {
                let odds = Odds::of_distinct([(self.changed, 1)]).into();
                return made(Arc::new(Forecast { odds, missing: 0 }));
            };
            let next = match &top {
                AgendaItem::Step(step) => self.step(step),
                AgendaItem::Decision(decision) => {
                    let choice = self.rules.default_answer(&self.battle, decision);
                    self.rules.answer(&self.battle, decision, &choice).map_or(Next::Open, Next::Certain)
                }
            };
            match next {
                Next::Made(forecast) => return made(forecast),
                Next::Certain(outcome) => self.take(outcome),
                Next::Open => {
                    self.agenda.push(top);
                    break;
                }
            }
        }
        self.agenda.reverse();
        let explorer = Explorer::new(self.battle.into_owned(), Policy::DefaultAnswers, self.budget, Enumerated::new());
        explorer.keeping(self.key, self.beside).go_on(self.changed, self.agenda, self.solved)
    }

    /// Whether an entry asks for a combatant's next action; the forecast ends before it.
    fn is_next_act(&self, item: &AgendaItem) -> bool {
        matches!(item, AgendaItem::Step(step) if self.rules.asks_for_more(step))
    }

    /// What a step just taken off the agenda leads to.
    fn step(&mut self, step: &Step) -> Next {
        if self.budget.is_stopped() {
            return Next::Open;
        }
        if self.agenda.is_empty() {
            if let Some(known) = self.recall(step) {
                return Next::Made(known);
            }
            if let Some(solved) = self.rules.solved(&self.battle, step) {
                if !solved.is_final() {
                    self.solved = Some(solved);
                    return Next::Open;
                }
                let forecast = Arc::new(conclude(&self.changed, solved, self.key.is_some()));
                if let Some(key) = self.key.take() {
                    keep(&self.battle, self.beside, key, &forecast);
                }
                return Next::Made(forecast);
            }
        }
        let mut none = Scripted::new(Vec::new());
        let mut context = StepContext::foreseen(&mut none, mem::take(&mut self.room), true);
        self.rules.resolve(&self.battle, step, &mut context);
        let outcome = context.into_outcome();
        if none.has_failed() { Next::Open } else { Next::Certain(outcome) }
    }

    /// The forecast of the last step left, if its situation is known; otherwise notes the key to keep it under. Only
    /// for a last step, as several steps may change what the others depend on.
    fn recall(&mut self, step: &Step) -> Option<Arc<Forecast>> {
        if self.key.is_some() || !self.budget.remembers && self.beside.is_none() {
            return None;
        }
        let situation = self.rules.situation(&self.battle, step)?;
        let key = Key::new(self.changed.clone(), situation, self.budget);
        let known = recalled(&self.battle, self.beside, &key);
        self.key = Some(key);
        known
    }

    /// Writes an outcome.
    fn take(&mut self, mut outcome: Outcome) {
        self.agenda.extend(outcome.then.drain(..).rev());
        for entry in outcome.entries.drain(..) {
            match entry {
                Entry::Effect(effect) => {
                    self.battle.to_mut().apply(&effect);
                    let last = self.changed.effects.len();
                    effect.record(self.changed.effects.to_mut(), 0..last);
                }
                Entry::AttackResult(result) => self.changed.results.push(result),
                _ => {}
            }
        }
        self.room = outcome;
    }
}
