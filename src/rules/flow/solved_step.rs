//! All outcomes of a step at once, in a few lists.

use std::{hash::BuildHasher as _, mem, sync::Arc};

use rustc_hash::FxBuildHasher;

use super::{AttackResult, EffectList, OutcomeState, Places, StepContext};
use crate::rules::state::{AgendaItem, Effect};

/// Effects in a piece of the list, a few hundred kilobytes. Large steps have hundreds of thousands of effects; pieces
/// are freed one by one, so that the lists made from them can reuse their memory.
const PIECE: usize = 1 << 12;

/// The most outcomes to reserve room for. If there are more, most share their changes.
const ROOM: usize = 1 << 10;

/// All outcomes of a step that is solved at once, for forecasts in which everybody gives the default answer.
#[derive(Clone, Debug, Default)]
pub struct SolvedStep {
    /// Each outcome once.
    ends: Vec<End>,
    pub(in crate::rules) results: Vec<AttackResult>,
    /// The changes by outcomes, each once: a lethal blow changes the same whatever the excess.
    changes: Vec<Change>,
    /// Pieces of the list of effects that are full.
    full: Vec<Vec<Effect>>,
    /// The piece that is being filled.
    pub(in crate::rules) effects: Vec<Effect>,
    pub(in crate::rules) then: Vec<AgendaItem>,
    /// The places of outcomes and of changes.
    places: [Places; 2],
    total: u128,
    missing: u64,
    distinct: bool,
}

/// An outcome: where its parts end in the lists.
#[derive(Clone, Copy, Debug)]
struct End {
    results: usize,
    /// The number of its change.
    change: u32,
    then: usize,
    ways: u128,
}

/// A change that outcomes share: the piece of the list that has its effects, and the range in it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: usize,
    from: usize,
    to: usize,
}

/// One outcome of a solved step.
#[derive(Clone, Copy, Debug)]
pub struct SolvedEnd<'a> {
    /// The results of attacks, in order.
    pub results: &'a [AttackResult],
    /// The changes; of several effects that write the same thing only the last.
    pub effects: &'a [Effect],
    /// What comes next.
    pub then: &'a [AgendaItem],
    /// Its weight.
    pub ways: u128,
}

impl SolvedStep {
    /// A step without outcomes yet, given the sum of all weights to come, and a bound on the chance left out or
    /// misplaced, in parts of [`WHOLE`](crate::dice::WHOLE).
    pub fn new(total: u128, missing: u64) -> Self {
        Self { total, missing, ..Self::default() }
    }

    /// The same with room for a number of outcomes.
    #[must_use]
    pub fn with_room(mut self, ends: usize) -> Self {
        let ends = ends.min(ROOM);
        self.ends.reserve(ends);
        self.results.reserve(ends);
        self.changes.reserve(ends);
        self.effects.reserve(3 * ends);
        self
    }

    /// The same with the promise that no two added outcomes are equal, so that nothing is compared.
    #[must_use]
    pub fn distinct(self) -> Self {
        Self { distinct: true, ..self }
    }

    /// Adds an outcome with its weight, or just the weight if an equal one is known.
    pub fn add(&mut self, ways: u128, settle: impl FnOnce(&mut StepContext<'_>)) {
        let (results, effects, then) = (self.results.len(), self.effects.len(), self.then.len());
        settle(&mut StepContext::solved(self));
        let change = self.change(effects);
        if let Some(known) = self.known(change, results, then) {
            self.ends[known].ways += ways;
            self.results.truncate(results);
            return self.then.truncate(then);
        }
        let (results, then) = (self.results.len(), self.then.len());
        self.ends.push(End { results, change, then, ways });
    }

    /// The number of the change made up of the effects from `from` on. They are taken off the list again if the change
    /// is known.
    fn change(&mut self, from: usize) -> u32 {
        let mut places = mem::take(&mut self.places[1]);
        let (new, next) = (&self.effects[from..], self.changes.len());
        let of = |number: usize| self.changed(self.changes[number]);
        let hash = |effects: &[Effect]| FxBuildHasher.hash_one(effects);
        let known = places.find(hash(new), next, |number| of(number) == new, |number| hash(of(number)));
        self.places[1] = places;
        if let Some(known) = known {
            self.effects.truncate(from);
            return known as u32;
        }
        let to = self.effects.len();
        self.changes.push(Change { piece: self.full.len(), from, to });
        if to >= PIECE {
            self.full.push(mem::take(&mut self.effects));
        }
        next as u32
    }

    /// The number of a known outcome with this change and the results and agenda entries from these places on.
    fn known(&mut self, change: u32, results: usize, then: usize) -> Option<usize> {
        if self.distinct {
            return None;
        }
        let mut places = mem::take(&mut self.places[0]);
        let of = |number: usize| {
            let end = self.end(number);
            (self.ends[number].change, end.results, end.then)
        };
        let new = (change, &self.results[results..], &self.then[then..]);
        let hash = |end: (u32, &[AttackResult], &[AgendaItem])| FxBuildHasher.hash_one(end);
        let known = places.find(hash(new), self.ends.len(), |number| of(number) == new, |number| hash(of(number)));
        self.places[0] = places;
        known
    }

    fn changed(&self, change: Change) -> &[Effect] {
        &self.full.get(change.piece).unwrap_or(&self.effects)[change.from..change.to]
    }

    /// The outcome with a number.
    fn end(&self, number: usize) -> SolvedEnd<'_> {
        let end = &self.ends[number];
        let before = number.checked_sub(1).map(|before| &self.ends[before]);
        SolvedEnd {
            results: &self.results[before.map_or(0, |before| before.results)..end.results],
            effects: self.changed(self.changes[end.change as usize]),
            then: &self.then[before.map_or(0, |before| before.then)..end.then],
            ways: end.ways,
        }
    }

    /// Whether any outcome changes something again that was changed before. Only then can two of them turn out equal.
    pub fn changes_again(&self, before: &OutcomeState) -> bool {
        let changes = |own: &Effect| before.effects.iter().any(|old| own.replaces(old));
        self.full.iter().chain([&self.effects]).flatten().any(changes)
    }

    /// All outcomes with their weights as ends of a forecast, after what came before; what follows is left out.
    pub fn after(mut self, before: &OutcomeState) -> Vec<(OutcomeState, u128)> {
        let replaces = self.changes_again(before);
        let mut pieces = mem::take(&mut self.full);
        pieces.push(mem::take(&mut self.effects));
        let changes = self.changes.chunk_by_mut(|change, next| change.piece == next.piece);
        let lists = pieces.into_iter().zip(changes);
        let lists: Vec<_> = lists.map(|(own, changes)| Arc::new(longer(own, before, replaces, changes))).collect();
        let mut result = 0;
        let end = |end: &End| {
            let mut results = before.results.clone();
            results.extend_from_slice(&self.results[mem::replace(&mut result, end.results)..end.results]);
            let Change { piece, from, to } = self.changes[end.change as usize];
            (OutcomeState { results, effects: EffectList::part(&lists[piece], from, to) }, end.ways)
        };
        self.ends.iter().map(end).collect()
    }

    /// The outcomes.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = SolvedEnd<'_>> {
        (0..self.ends.len()).map(|number| self.end(number))
    }

    /// Whether nothing follows any outcome.
    pub const fn is_final(&self) -> bool {
        self.then.is_empty()
    }

    /// The sum of all weights.
    pub const fn total(&self) -> u128 {
        self.total
    }

    /// A bound on the chance left out or misplaced, in parts of [`WHOLE`](crate::dice::WHOLE).
    pub const fn missing(&self) -> u64 {
        self.missing
    }
}

/// A piece of the list with the earlier effects inserted before each change, whose ranges are updated. `replaces` says
/// whether any effect replaces an earlier one.
fn longer(mut own: Vec<Effect>, before: &OutcomeState, replaces: bool, changes: &mut [Change]) -> Vec<Effect> {
    if before.effects.is_empty() {
        // Forecasts are kept, and this list with them.
        own.shrink_to_fit();
        return own;
    }
    let mut list = Vec::with_capacity(own.len() + before.effects.len() * changes.len());
    let mut own = own.into_iter();
    for change in changes {
        let first = list.len();
        list.extend_from_slice(&before.effects);
        let (own, known) = (own.by_ref().take(change.to - change.from), first..list.len());
        if replaces {
            // The effects of one outcome write different things, so only earlier ones can be replaced.
            own.for_each(|effect| effect.record(&mut list, known.clone()));
        } else {
            list.extend(own);
        }
        (change.from, change.to) = (first, list.len());
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{flow::Fate, ids::CombatantId, state::Vital};

    #[test]
    fn a_step_with_more_ends_than_a_piece_holds_keeps_each_whole() {
        let ends = PIECE + 10;
        let own = |number: usize| {
            let (high, low) = ((number / 1_000) as i16, (number % 1_000) as i16);
            [Effect::Vital(CombatantId(0), Vital(0), high), Effect::Vital(CombatantId(1), Vital(1), low)]
        };
        let mut step = SolvedStep::new(ends as u128, 0).with_room(ends);
        for number in 0..ends {
            step.add(1, |context| own(number).into_iter().for_each(|effect| context.effect(effect)));
        }
        assert!(step.full.len() > 1 && step.ends().len() == ends);
        assert!(step.ends().enumerate().all(|(number, end)| *end.effects == own(number)));
        // Earlier effects come first, except those that are overwritten.
        let round = Effect::Round(3);
        let stale = Effect::Vital(CombatantId(0), Vital(0), -5);
        let before = OutcomeState { effects: vec![round.clone(), stale].into(), ..OutcomeState::default() };
        assert!(step.changes_again(&before));
        let after = step.after(&before);
        assert_eq!(after.len(), ends);
        for (number, (ending, ways)) in after.iter().enumerate() {
            let [first, second] = own(number);
            assert_eq!((ending.effects.to_vec(), *ways), (vec![round.clone(), first, second], 1), "{number}");
        }
    }

    #[test]
    fn equal_outcomes_are_one() {
        let result = |damage| AttackResult { by: CombatantId(0), on: CombatantId(1), fate: Fate::Hit, damage };
        let mut step = SolvedStep::new(10, 0);
        for (ways, damage, left) in [(1, 3, 7), (2, 4, 6), (3, 3, 7), (4, 3, 6)] {
            step.add(ways, |context| {
                context.attack_result(result(damage));
                context.effect(Effect::Vital(CombatantId(1), Vital(0), left));
            });
        }
        let after = step.after(&OutcomeState::default());
        let read = |(ending, ways): &(OutcomeState, u128)| (ending.results[0].damage, ending.effects.len(), *ways);
        assert_eq!(after.iter().map(read).collect::<Vec<_>>(), [(3, 1, 4), (4, 1, 2), (3, 1, 4)]);
    }
}
