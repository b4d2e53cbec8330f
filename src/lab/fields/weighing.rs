//! Which end of a way a combatant strikes from: only ends that could be better than what is known already are weighed.

use std::cmp::Reverse;

use super::{
    Strike,
    attack_cache::{AttackCache, Places},
    striker::{Aims, TURN},
    walks::{Altered, End},
};
use crate::{dice::Fraction, geometry::Square, lab::approach::WEIGHED, rules::ground};

/// What an attack at the end of a way is worth: no attack on the way, harm, a short way.
type Worth = (Reverse<usize>, Fraction, Fraction, Reverse<u16>);

/// The ends of the ways of an offer.
pub(super) trait EndsOfWays {
    /// Whether the target, where it stands, alters the way to a square.
    fn is_altered(&mut self, square: Square, places: Places, aims: &Aims, cache: &mut AttackCache) -> bool;

    /// An end that has been examined.
    fn known(&self, square: Square, places: Places) -> Option<&End>;

    /// An end; `None` if no way leads there.
    fn end(&mut self, square: Square, places: Places, aims: &Aims, cache: &mut AttackCache) -> Option<&mut End>;
}

/// The best attack on the target at the end of a way, so far.
pub(super) struct Weighing<'a> {
    aims: &'a Aims,
    cache: &'a mut AttackCache,
    /// Where the walker begins, and where the target stands.
    pub(super) places: Places,
    /// The walker's longest reach or range, in squares.
    pub(super) bound: Option<u16>,
    /// The best attack from where the walker begins: nothing less need be known exactly.
    here: Option<Strike>,
    known: Option<(Worth, Strike)>,
    highest: Option<u8>,
}

impl<'a> Weighing<'a> {
    pub(super) fn new(aims: &'a Aims, cache: &'a mut AttackCache, places: Places, here: Option<Strike>) -> Self {
        let bound = cache.far(TURN);
        Self { aims, cache, places, bound, here, known: None, highest: None }
    }

    /// Whether an offer with this rank and all that follow are skipped: offers that rank far lower are only for places
    /// that nothing else leads to.
    pub(super) fn is_beyond(&mut self, rank: u8) -> bool {
        let highest = *self.highest.get_or_insert(rank);
        self.known.is_some() && rank + 1 < highest
    }

    /// The best attack so far.
    pub(super) fn strike(&self) -> Option<Strike> {
        self.known.as_ref().map(|(_, strike)| *strike)
    }

    /// Weighs the ends of an offer: of those tried, in their order, the first [`WEIGHED`] from which an attack is open.
    /// Whether an attack is open from an end that cannot be the best matters only for the count of those after it, so
    /// that is examined only where one of these could be the best.
    ///
    /// # Errors
    /// If a way that counts is altered.
    pub(super) fn weigh(
        &mut self,
        tried: impl Iterator<Item = Square>,
        ends: &mut impl EndsOfWays,
    ) -> Result<(), Altered> {
        let (mut open, mut waiting) = (0, Vec::new());
        for square in tried {
            let is_altered = ends.is_altered(square, self.places, self.aims, self.cache);
            let cannot = |end: &End| !self.may_be_better(end);
            if !is_altered && ends.known(square, self.places).is_some_and(cannot) {
                self.cache.asked += 1;
                waiting.push(square);
                continue;
            }
            for square in waiting.drain(..) {
                open += usize::from(self.is_open(square));
                if open == WEIGHED {
                    return Ok(());
                }
            }
            if is_altered {
                return Err(Altered);
            }
            if !self.is_open(square) {
                continue;
            }
            if let Some(end) = ends.end(square, self.places, self.aims, self.cache) {
                self.take(end);
            }
            open += 1;
            if open == WEIGHED {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the attack at an end may be worth more than the best known one, and do more than both that one and the
    /// attack without moving.
    fn may_be_better(&self, end: &End) -> bool {
        let (Some(((Reverse(provoked), ..), known)), Ok(state)) = (&self.known, &end.after) else { return true };
        if end.provoked != *provoked {
            return end.provoked < *provoked;
        }
        let Some(most) = self.cache.at_most(*state, (end.at, self.places.1)) else { return true };
        // A way that provokes nobody goes before all that do, even if its attack does less.
        let here = self.here.as_ref().filter(|_| *provoked == 0);
        [Some(known), here].into_iter().flatten().all(|least| (most.mean, most.hits) > (least.mean, least.hits))
    }

    /// Whether any attack is open from a square, before the turn has gone anywhere.
    fn is_open(&mut self, square: Square) -> bool {
        let (here, target) = self.places;
        let from = here.at(square);
        let is_beyond = self.bound.is_some_and(|bound| ground::distance(from.0, target.0) > bound);
        !is_beyond && self.cache.is_open(TURN, (from, target), self.aims)
    }

    /// Takes in the best attack at an end. Of equals, the first stays: offers that rank higher in the rules' order come
    /// earlier.
    fn take(&mut self, end: &mut End) {
        let target = self.places.1;
        let strike = match &mut end.after {
            Ok(state) => self.cache.best(*state, (end.at, target), self.aims),
            Err(after) => {
                self.aims.put(after, self.aims.on, target);
                self.aims.best(after).0
            }
        };
        let Ok(strike) = strike else { return };
        let worth = (Reverse(end.provoked), strike.mean, strike.hits, Reverse(end.cost));
        if self.known.as_ref().is_none_or(|(known, _)| worth > *known) {
            self.known = Some((worth, strike));
        }
    }
}
