//! What is certain is gone through before anything is explored: most attacks come to one step that is known or solved.

use std::{borrow::Cow, mem, sync::Arc};

use super::{
    Forecast, ForecastBudget, Policy,
    explorer::{Explorer, Made, conclude},
    memory::{Beside, Key, kept, recalled},
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

/// The most steps and answers; what goes on is explored.
const MOST_STEPS: usize = 64;

/// A forecast in which everybody gives the default answer, up to its first dice.
pub struct Walk<'a> {
    rules: &'static dyn Ruleset,
    battle: Cow<'a, Battle>,
    /// What has changed so far.
    changed: OutcomeState,
    /// What is left to do, the last entry first.
    agenda: Vec<AgendaItem>,
    budget: ForecastBudget<'a>,
    beside: Option<&'a Beside>,
    /// Under what the forecast is to be kept.
    key: Option<Key>,
    /// The step to be explored first, if it is solved.
    solved: Option<SolvedStep>,
    /// Allocations of the outcome before.
    room: Outcome,
}

/// What the next entry of the agenda comes to.
enum Next {
    /// That forecast, and all is done.
    Made(Arc<Forecast>),
    /// That for certain.
    Certain(Outcome),
    /// It is to be explored.
    Open,
}

impl<'a> Walk<'a> {
    /// What follows from an agenda, its first entry first.
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

    /// What follows from an outcome.
    pub fn after(battle: &'a Battle, outcome: Outcome, budget: ForecastBudget<'a>) -> Self {
        let mut walk = Self::new(battle, Vec::new(), budget);
        walk.take(outcome);
        walk
    }

    /// The same, keeping forecasts there.
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

    /// Whether somebody's next action is asked for, before which the forecast ends.
    fn is_next_act(&self, item: &AgendaItem) -> bool {
        matches!(item, AgendaItem::Step(step) if self.rules.asks_for_more(step))
    }

    /// What a step comes to that has been taken off the agenda.
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
                    kept(&self.battle, self.beside, key, &forecast);
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

    /// The forecast of the last step left to do, if its situation is known; otherwise notes under what it will be kept.
    /// Several steps may change what each other depends on.
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
