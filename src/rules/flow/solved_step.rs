//! Every outcome of a step at once, in a few lists.

use std::{mem, sync::Arc};

use super::{AttackResult, EffectList, OutcomeState, StepContext};
use crate::rules::state::{AgendaItem, Effect};

/// Effects in a piece of the list: large steps have hundreds of thousands, and pieces are freed one by one.
const PIECE: usize = 1 << 16;

/// More effects than one outcome has.
const FEW: usize = 256;

/// Every outcome of a step that has been solved at once, for forecasts in which everybody gives the default answer.
#[derive(Clone, Debug, Default)]
pub struct SolvedStep {
    /// Where the parts of each outcome end in the lists.
    ends: Vec<End>,
    pub(in crate::rules) results: Vec<AttackResult>,
    /// Pieces of the list of effects that are full.
    full: Vec<Vec<Effect>>,
    /// The piece that is being filled.
    pub(in crate::rules) effects: Vec<Effect>,
    pub(in crate::rules) then: Vec<AgendaItem>,
    total: u128,
    missing: u64,
    distinct: bool,
}

#[derive(Clone, Copy, Debug)]
struct End {
    results: usize,
    /// In which piece of the list its effects are, and where they end there.
    piece: usize,
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
        self.effects.reserve((3 * ends).min(PIECE + FEW));
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
        self.ends.push(End { results, piece: self.full.len(), effects, then, ways });
        if effects >= PIECE {
            self.full.push(mem::replace(&mut self.effects, Vec::with_capacity(PIECE + FEW)));
        }
    }

    /// Every outcome with its weight as an end of a forecast, after what had come before; what follows is left out.
    pub fn after(mut self, before: &OutcomeState) -> Vec<(OutcomeState, u128)> {
        let pieces = mem::take(&mut self.full).into_iter().chain([mem::take(&mut self.effects)]);
        let ends = self.ends.chunk_by_mut(|end, next| end.piece == next.piece);
        let lists: Vec<_> = pieces.zip(ends).map(|(own, ends)| Arc::new(longer(own, before, ends))).collect();
        let (mut result, mut last) = (0, (0, 0));
        let end = |end: &End| {
            let from = if last.0 == end.piece { last.1 } else { 0 };
            last = (end.piece, end.effects);
            let mut results = before.results.clone();
            results.extend_from_slice(&self.results[mem::replace(&mut result, end.results)..end.results]);
            let effects = EffectList::part(&lists[end.piece], from, end.effects);
            (OutcomeState { results, effects }, end.ways)
        };
        self.ends.iter().map(end).collect()
    }

    /// The outcomes.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = SolvedEnd<'_>> {
        let mut from = End { results: 0, piece: 0, effects: 0, then: 0, ways: 0 };
        self.ends.iter().map(move |end| {
            let before = mem::replace(&mut from, *end);
            let piece = self.full.get(end.piece).unwrap_or(&self.effects);
            let first = if before.piece == end.piece { before.effects } else { 0 };
            SolvedEnd {
                results: &self.results[before.results..end.results],
                effects: &piece[first..end.effects],
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

/// A piece of the list with what had come before in front of the effects of each of its ends, which end elsewhere then.
fn longer(own: Vec<Effect>, before: &OutcomeState, ends: &mut [End]) -> Vec<Effect> {
    if before.effects.is_empty() {
        return own;
    }
    let mut list = Vec::with_capacity(own.len() + before.effects.len() * ends.len());
    let (mut own, mut from) = (own.into_iter(), 0);
    let replaces = own.as_slice().iter().any(|effect| before.effects.iter().any(|old| effect.replaces(old)));
    for end in ends {
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
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ids::CombatantId, state::Vital};

    #[test]
    fn a_step_with_more_ends_than_a_piece_holds_keeps_each_whole() {
        let ends = PIECE + 10;
        let own = |number: usize| {
            let value = (number % 100) as i16;
            [Effect::Vital(CombatantId(0), Vital(0), value), Effect::Vital(CombatantId(1), Vital(1), value + 1)]
        };
        let mut step = SolvedStep::new(ends as u128, 0).with_room(ends);
        for number in 0..ends {
            step.add(1, |context| own(number).into_iter().for_each(|effect| context.effect(effect)));
        }
        assert!(step.full.len() > 1 && step.ends().len() == ends);
        assert!(step.ends().enumerate().all(|(number, end)| *end.effects == own(number)));
        // What had come before stands in front, but for what is written anew.
        let round = Effect::Round(3);
        let stale = Effect::Vital(CombatantId(0), Vital(0), -5);
        let before = OutcomeState { effects: vec![round.clone(), stale].into(), ..OutcomeState::default() };
        let after = step.after(&before);
        assert_eq!(after.len(), ends);
        for (number, (ending, ways)) in after.iter().enumerate() {
            let [first, second] = own(number);
            assert_eq!((ending.effects.to_vec(), *ways), (vec![round.clone(), first, second], 1), "{number}");
        }
    }
}
