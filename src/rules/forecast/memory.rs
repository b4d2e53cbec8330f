//! Forecasts kept by situation, shared by all copies of a battle in all threads.

use std::{
    cell::RefCell,
    hash::{BuildHasher as _, Hash, Hasher},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Forecast, ForecastBudget};
use crate::rules::{account::SituationKey, flow::OutcomeState, state::Battle};

/// The most bytes of forecasts kept, in all parts together.
const MOST_BYTES: u64 = 16 << 20;

/// The number of parts, each with its own lock, so that threads seldom wait for each other.
const PARTS: usize = 8;

/// The bytes of an end with its lists, roughly.
const END_BYTES: u64 = 96;

/// The bytes of an effect.
const EFFECT_BYTES: u64 = 48;

/// Forecasts of situations that occur in several parts of one forecast.
pub type Beside = RefCell<Vec<(Key, Arc<Forecast>)>>;

/// The forecast kept under a key: beside the forecast in progress, or in the memory that all copies of a battle share.
pub fn recalled(battle: &Battle, beside: Option<&Beside>, key: &Key) -> Option<Arc<Forecast>> {
    match beside {
        None => memory(battle).get(key),
        Some(beside) => beside.borrow().iter().find(|(known, _)| known == key).map(|(_, made)| Arc::clone(made)),
    }
}

/// Keeps a forecast where [`recalled`] looks for it.
pub fn keep(battle: &Battle, beside: Option<&Beside>, key: Key, forecast: &Arc<Forecast>) {
    match beside {
        None => memory(battle).keep(key, forecast),
        Some(beside) => beside.borrow_mut().push((key, Arc::clone(forecast))),
    }
}

/// What a forecast depends on: earlier changes, what follows, and the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    hash: u64,
    before: OutcomeState,
    situation: SituationKey,
    budget: (u32, u64),
}

impl Key {
    /// The key of a forecast.
    pub fn new(before: OutcomeState, situation: SituationKey, budget: ForecastBudget<'_>) -> Self {
        let budget = (budget.states, budget.bytes);
        let hash = FxBuildHasher.hash_one((&before, &situation, budget));
        Self { hash, before, situation, budget }
    }

    fn bytes(&self) -> u64 {
        self.situation.bytes() + self.before.bytes()
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl OutcomeState {
    fn bytes(&self) -> u64 {
        END_BYTES + EFFECT_BYTES * (self.effects.len() + self.results.len()) as u64
    }
}

/// A part of the memory. Forecasts not asked for while the younger half fills up are forgotten.
#[derive(Debug, Default)]
struct Part {
    young: FxHashMap<Key, Arc<Forecast>>,
    old: FxHashMap<Key, Arc<Forecast>>,
    /// Bytes of the younger half.
    bytes: u64,
}

impl Part {
    fn get(&mut self, key: &Key) -> Option<Arc<Forecast>> {
        if let Some(known) = self.young.get(key) {
            return Some(Arc::clone(known));
        }
        let (key, known) = self.old.remove_entry(key)?;
        self.keep(key, Arc::clone(&known));
        Some(known)
    }

    fn keep(&mut self, key: Key, forecast: Arc<Forecast>) {
        self.bytes += key.bytes() + forecast.odds.iter().map(|(ending, _)| ending.bytes()).sum::<u64>();
        self.young.insert(key, forecast);
        if self.bytes > MOST_BYTES / PARTS as u64 / 2 {
            self.old = mem::take(&mut self.young);
            self.bytes = 0;
        }
    }
}

/// Forecasts by situation. A forecast from here equals the one that would be made afresh, so nothing depends on what is
/// kept.
#[derive(Debug, Default)]
pub struct ForecastMemory {
    parts: [Mutex<Part>; PARTS],
}

/// The memory that all copies of a battle share.
fn memory(battle: &Battle) -> &ForecastMemory {
    battle.constants().memory.get()
}

impl ForecastMemory {
    /// The forecast of a situation, if it is kept.
    pub fn get(&self, key: &Key) -> Option<Arc<Forecast>> {
        self.part(key).lock().unwrap_or_else(PoisonError::into_inner).get(key)
    }

    /// Keeps a forecast.
    pub fn keep(&self, key: Key, forecast: &Arc<Forecast>) {
        self.part(&key).lock().unwrap_or_else(PoisonError::into_inner).keep(key, Arc::clone(forecast));
    }

    /// Chosen by the upper bits of the hash; the lower ones choose the place within the part.
    fn part(&self, key: &Key) -> &Mutex<Part> {
        &self.parts[(key.hash >> 60) as usize % PARTS]
    }
}
