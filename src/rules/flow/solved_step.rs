//! Every outcome of a step at once, in a few lists.

use std::{mem, sync::Arc};

use super::{AttackResult, EffectList, OutcomeState, StepContext};
use crate::rules::state::{AgendaItem, Effect};

/// Every outcome of a step that has been solved at once, for forecasts in which everybody gives the default answer.
#[derive(Clone, Debug, Default)]
pub struct SolvedStep {
    /// Where the parts of each outcome end in the lists.
    ends: Vec<End>,
    pub(in crate::rules) results: Vec<AttackResult>,
    pub(in crate::rules) effects: Vec<Effect>,
    pub(in crate::rules) then: Vec<AgendaItem>,
    total: u128,
    missing: u64,
    distinct: bool,
}

#[derive(Clone, Copy, Debug)]
struct End {
    results: usize,
    effects: usize,
    then: usize,
    ways: u128,
}

/// One outcome of a solved step.
#[derive(Clone, Copy, Debug)]
pub struct SolvedEnd<'a> {
    /// The results of attacks, in order.
    pub results: &'a [AttackResult],
    /// What has changed; of several effects that wrote the same thing only the last.
    pub effects: &'a [Effect],
    /// What comes next.
    pub then: &'a [AgendaItem],
    /// Its weight.
    pub ways: u128,
}

impl SolvedStep {
    /// Without any outcomes yet; the sum of all weights to come, and a bound on the chance that is left out or misplaced,
    /// in parts of [`WHOLE`](crate::dice::WHOLE).
    pub fn new(total: u128, missing: u64) -> Self {
        Self { total, missing, ..Self::default() }
    }

    /// The same with room for so many outcomes.
    #[must_use]
    pub fn with_room(mut self, ends: usize) -> Self {
        self.ends.reserve(ends);
        self.results.reserve(ends);
        self.effects.reserve(3 * ends);
        self
    }

    /// The same with the promise that no two outcomes are equal, so that nobody need look.
    #[must_use]
    pub fn distinct(self) -> Self {
        Self { distinct: true, ..self }
    }

    /// Adds an outcome with its weight.
    pub fn add(&mut self, ways: u128, settle: impl FnOnce(&mut StepContext<'_>)) {
        settle(&mut StepContext::solved(self));
        let (results, effects, then) = (self.results.len(), self.effects.len(), self.then.len());
        self.ends.push(End { results, effects, then, ways });
    }

    /// Every outcome with its weight as an end of a forecast, after what had come before; what follows is left out.
    pub fn after(mut self, before: &OutcomeState) -> Vec<(OutcomeState, u128)> {
        let mut list = mem::take(&mut self.effects);
        if !before.effects.is_empty() {
            let room = list.len() + before.effects.len() * self.ends.len();
            let (mut own, mut from) = (mem::replace(&mut list, Vec::with_capacity(room)).into_iter(), 0);
            let replaces = own.as_slice().iter().any(|effect| before.effects.iter().any(|old| effect.replaces(old)));
            for end in &mut self.ends {
                let first = list.len();
                list.extend_from_slice(&before.effects);
                let (own, known) = (own.by_ref().take(end.effects - from), first..list.len());
                if replaces {
                    // Those of one outcome write different things: only what was before can be replaced.
                    own.for_each(|effect| effect.record(&mut list, known.clone()));
                } else {
                    list.extend(own);
                }
                from = mem::replace(&mut end.effects, list.len());
            }
        }
        let (list, mut from) = (Arc::new(list), [0; 2]);
        let end = |end: &End| {
            let [result, effect] = mem::replace(&mut from, [end.results, end.effects]);
            let mut results = before.results.clone();
            results.extend_from_slice(&self.results[result..end.results]);
            (OutcomeState { results, effects: EffectList::part(&list, effect, end.effects) }, end.ways)
        };
        self.ends.iter().map(end).collect()
    }

    /// The outcomes.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = SolvedEnd<'_>> {
        let mut from = End { results: 0, effects: 0, then: 0, ways: 0 };
        self.ends.iter().map(move |end| {
            let before = mem::replace(&mut from, *end);
            SolvedEnd {
                results: &self.results[before.results..end.results],
                effects: &self.effects[before.effects..end.effects],
                then: &self.then[before.then..end.then],
                ways: end.ways,
            }
        })
    }

    /// Whether nothing more follows any of them.
    pub const fn is_final(&self) -> bool {
        self.then.is_empty()
    }

    /// Whether no two outcomes are equal.
    pub const fn is_distinct(&self) -> bool {
        self.distinct
    }

    /// The sum of all weights.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// A bound on the chance that is left out or misplaced, in parts of [`WHOLE`](crate::dice::WHOLE).
    pub const fn missing(&self) -> u64 {
        self.missing
    }
}
