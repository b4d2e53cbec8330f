//! Where somebody can go before it strikes: ways are laid while whom it strikes at is out of the way, and kept as far as
//! that one does not alter them where it stands.

use std::{cmp::Reverse, sync::Arc};

use rustc_hash::FxHashMap;

use super::{
    Strike,
    gathered::{Gathered, Places},
    has_room,
    striker::{Aims, TURN},
};
use crate::{
    dice::Fraction,
    geometry::{Footprint, Square},
    lab::approach::{Order, arm_length, is_plain_way, open_ends},
    rules::{Battle, Course, Effect, Placement, Reachable, Target, Ways, ground},
};

/// The plain ways of a turn, and what stands at the ends of those that have been looked at.
#[derive(Clone, Default)]
pub(super) struct Walks {
    /// Nothing if they have not been laid yet, or if there is no place where somebody is out of the way.
    free: Option<Option<Free>>,
}

/// The ways while somebody is out of the way.
#[derive(Clone)]
struct Free {
    /// The turn with somebody out of the way.
    turn: Battle,
    /// Somebody no farther than this from a square of a way alters it.
    near: i32,
    /// Whoever stands with all of its body farther from the walker than this alters none of them.
    within: i32,
    /// How far the farthest of their ends is from where they begin.
    farthest: i32,
    laid: Laid,
}

/// The ways of a turn.
#[derive(Clone)]
struct Laid {
    /// How far what is in hand reaches.
    near: u16,
    all: Vec<Walk>,
}

/// The ways of one offer.
#[derive(Clone)]
struct Walk {
    verb: &'static str,
    rank: u8,
    ways: Ways,
    /// The same, cheap ones first, where they are asked about again and again.
    ordered: Arc<[Reachable]>,
    /// Ends that have been looked at.
    ends: FxHashMap<Square, Option<End>>,
}

/// The end of a way.
#[derive(Clone)]
struct End {
    way: Vec<Square>,
    /// How far the farthest square of the way is from where it begins.
    farthest: i32,
    provoked: usize,
    cost: u16,
    at: Placement,
    /// The state of the turn after the way, or the turn itself where too many states are known.
    after: Result<usize, Box<Battle>>,
}

/// What an attack at the end of a way is worth: no attack on the way, harm, a short way.
type Worth = (Reverse<usize>, Fraction, Fraction, Reverse<u16>);

impl Walks {
    /// What the attack at the end of the way comes to that [`approach()`](crate::lab::approach()) takes.
    pub(super) fn best(&mut self, turn: &Battle, aims: &Aims, gathered: &mut Gathered) -> Option<Strike> {
        let free = self.free.get_or_insert_with(|| Free::new(turn, aims)).as_mut();
        let target = turn.combatant(aims.on).placement;
        let Some(free) = free else { return Laid::of(turn, aims).best((turn, target), aims, gathered, None) };
        match free.best(target, aims, gathered) {
            Ok(best) => best,
            Err(Altered) => Laid::of(turn, aims).best((turn, target), aims, gathered, Some(free)),
        }
    }
}

/// Somebody alters a way that counts where it stands.
struct Altered;

impl Free {
    /// The ways while the other is as far away as it can be, if that is far enough.
    fn new(turn: &Battle, aims: &Aims) -> Option<Self> {
        let near = turn.ruleset.rules().alters_ways_within(turn, aims.by(), aims.on)?;
        let (walker, other) = (turn.combatant(aims.by()).placement, turn.combatant(aims.on).placement);
        let (extent, mut turn) = (turn.scene.field.extent(), turn.clone());
        let is_on_board = |square: &Square| other.at(*square).0.squares().all(|square| extent.contains(square));
        let free = turn.scene.field.squares().filter(|square| is_on_board(square) && has_room(&turn, aims.on, *square));
        let away = other.at(free.max_by_key(|square| apart(walker.0, other.at(*square).0))?);
        turn.apply(&Effect::Place(aims.on, away));
        let mut laid = Laid::of(&turn, aims);
        for walk in &mut laid.all {
            let mut ordered = walk.ways.to_vec();
            ordered.sort_unstable_by_key(Order::cost);
            walk.ordered = ordered.into();
        }
        let far = |way: &Reachable| apart(walker.0, walker.at(way.square).0);
        let farthest = laid.all.iter().flat_map(|walk| walk.ways.iter()).map(far).max().unwrap_or(0);
        let near = i32::from(near);
        let within = farthest + i32::from(walker.0.side) + near + SPARE;
        (apart(walker.0, away.0) > within).then_some(Self { turn, near, within, farthest, laid })
    }

    /// What the attack on somebody in a place comes to at the end of the best way, if none that counts is altered by whoever
    /// stands there. Others can only be worse for it.
    fn best(&mut self, target: Placement, aims: &Aims, gathered: &mut Gathered) -> Result<Option<Strike>, Altered> {
        let Self { turn, near, laid, .. } = self;
        let (here, bound) = (turn.combatant(aims.by()).placement, gathered.far(TURN));
        let (gap, side) = (apart(here.0, target.0), i32::from(here.0.side));
        if bound.is_some_and(|bound| gap > self.farthest + side + i32::from(bound)) {
            return Ok(None);
        }
        let mut best = Best::default();
        for walk in &mut laid.all {
            if best.is_beyond(walk) {
                break;
            }
            let far = |square: Square| ground::distance(here.at(square).0, target.0);
            let is_clear = |square: &Square| apart(here.at(*square).0, target.0) > *near;
            let ordered = Arc::clone(&walk.ordered);
            let mut is_altered = false;
            let is_open = |square: &Square| {
                let mut is_free = || {
                    let end = walk.end(turn, aims, gathered, *square).filter(|_| is_clear(square));
                    end.is_some_and(|end| gap > end.farthest + side + *near || end.way.iter().all(is_clear))
                };
                is_altered = is_altered || gap <= self.within && !is_free();
                !is_altered && is_open(gathered, aims, (here.at(*square), target), bound)
            };
            let open = open_ends((&ordered, Order::Cheap), laid.near, far, is_open);
            if is_altered {
                return Err(Altered);
            }
            for square in open {
                best.take(walk.end(turn, aims, gathered, square).and_then(|end| end.strike(target, aims, gathered)));
            }
        }
        Ok(best.strike())
    }

    /// The end of a way that somebody in a place does not alter.
    fn end(
        &mut self,
        (verb, to): (&'static str, Square),
        target: Placement,
        aims: &Aims,
        gathered: &mut Gathered,
    ) -> Option<&mut End> {
        let walker = self.turn.combatant(aims.by()).placement;
        let walk = self.laid.all.iter_mut().find(|walk| walk.verb == verb)?;
        let (turn, near) = (&self.turn, self.near);
        let is_clear = |square: &Square| apart(walker.at(*square).0, target.0) > near;
        walk.end(turn, aims, gathered, to).filter(|end| end.way.iter().all(is_clear))
    }
}

impl Laid {
    /// The ways of a turn as it is.
    fn of(turn: &Battle, aims: &Aims) -> Self {
        let offers = turn.ruleset.rules().offers_of_any(turn, &aims.decision, &aims.ways);
        let mut all: Vec<Walk> = Vec::new();
        for offer in offers.0.into_iter().filter(is_plain_way) {
            let (verb, rank) = (offer.verb, offer.rank);
            if let Target::Way(ways) = offer.target {
                all.push(Walk { verb, rank, ways, ordered: Arc::default(), ends: FxHashMap::default() });
            }
        }
        all.sort_by_key(|walk| Reverse(walk.rank));
        Self { near: arm_length(turn, aims.by()), all }
    }

    /// What the attack on somebody in a place comes to at the end of the best way, as
    /// [`approach()`](crate::lab::approach()) chooses.
    fn best(
        &mut self,
        (turn, target): (&Battle, Placement),
        aims: &Aims,
        gathered: &mut Gathered,
        mut free: Option<&mut Free>,
    ) -> Option<Strike> {
        let (here, bound) = (turn.combatant(aims.by()).placement, gathered.far(TURN));
        let mut best = Best::default();
        for walk in &mut self.all {
            if best.is_beyond(walk) {
                break;
            }
            let far = |square: Square| ground::distance(here.at(square).0, target.0);
            let is_open = |square: &Square| is_open(gathered, aims, (here.at(*square), target), bound);
            for square in open_ends((&walk.ways, Order::Any), self.near, far, is_open) {
                let kept = free.as_mut().and_then(|free| free.end((walk.verb, square), target, aims, gathered));
                let end = match kept {
                    Some(end) => Some(end),
                    None => walk.end(turn, aims, gathered, square),
                };
                best.take(end.and_then(|end| end.strike(target, aims, gathered)));
            }
        }
        best.strike()
    }
}

/// Whether any attack is open from a place on somebody in another, before the turn has gone anywhere.
fn is_open(gathered: &mut Gathered, aims: &Aims, places: Places, bound: Option<u16>) -> bool {
    let is_beyond = bound.is_some_and(|bound| ground::distance(places.0.0, places.1.0) > bound);
    !is_beyond && gathered.is_open(TURN, places, aims)
}

/// The best attack at the end of a way so far.
#[derive(Default)]
struct Best {
    known: Option<(Worth, Strike)>,
    highest: Option<u8>,
}

impl Best {
    /// Whether the ways of an offer, and of all that follow, are not looked at any more: what ranks far lower is for where
    /// nothing else leads.
    fn is_beyond(&mut self, walk: &Walk) -> bool {
        let highest = *self.highest.get_or_insert(walk.rank);
        self.known.is_some() && walk.rank + 1 < highest
    }

    /// The first of equals: what ranks higher in the rules' order goes before.
    fn take(&mut self, next: Option<(Worth, Strike)>) {
        if let Some(next) = next
            && self.known.as_ref().is_none_or(|(known, _)| next.0 > *known)
        {
            self.known = Some(next);
        }
    }

    fn strike(self) -> Option<Strike> {
        self.known.map(|(_, strike)| strike)
    }
}

impl End {
    /// What the best attack there comes to.
    fn strike(&mut self, target: Placement, aims: &Aims, gathered: &mut Gathered) -> Option<(Worth, Strike)> {
        let strike = match &mut self.after {
            Ok(state) => gathered.best(*state, (self.at, target), aims),
            Err(after) => {
                after.apply(&Effect::Place(aims.on, target));
                aims.best(after).0
            }
        };
        let strike = strike.ok()?;
        Some(((Reverse(self.provoked), strike.mean, strike.hits, Reverse(self.cost)), strike))
    }
}

impl Walk {
    /// The end of the way to a square.
    fn end(&mut self, turn: &Battle, aims: &Aims, gathered: &mut Gathered, to: Square) -> Option<&mut End> {
        let is_whole = |end: &Option<End>| end.as_ref().is_some_and(|end| end.after.is_err());
        if self.ends.len() >= MOST_ENDS && !self.ends.contains_key(&to) && self.ends.values().any(is_whole) {
            self.ends.clear();
        }
        let (verb, by) = (self.verb, aims.by());
        let walked = || {
            let journey = turn.journey(by, verb, Course::To(to)).ok()?;
            let (provoked, cost, after) = (journey.provocations.len(), journey.route.cost, journey.after);
            let (way, here) = (journey.route.squares, turn.combatant(by).placement);
            let far = way.iter().map(|square| apart(here.0, here.at(*square).0));
            let farthest = far.max().unwrap_or(0);
            let at = after.combatant(by).placement;
            let after = gathered.state_of(&after, aims).ok_or_else(|| Box::new(after));
            Some(End { way, farthest, provoked, cost, at, after })
        };
        self.ends.entry(to).or_insert_with(walked).as_mut()
    }
}

/// How many ends of the ways of one offer are kept where each is a battle of its own.
const MOST_ENDS: usize = 16;

/// Room for steps that end nowhere.
const SPARE: i32 = 2;

/// The steps from one body to another, diagonals counted as one; 0 where they overlap.
fn apart(body: Footprint, other: Footprint) -> i32 {
    let (x, y) = body.gap(other);
    x.max(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_as_far_apart_as_their_nearest_squares() {
        let body = |x, y, side| Footprint { anchor: Square::new(x, y), side };
        assert_eq!(apart(body(0, 0, 2), body(5, 1, 1)), apart(body(1, 0, 1), body(5, 1, 1)));
        assert_eq!(apart(body(0, 0, 2), body(2, 1, 1)), 1);
        assert_eq!(apart(body(0, 0, 2), body(1, 1, 1)), 0);
    }
}
