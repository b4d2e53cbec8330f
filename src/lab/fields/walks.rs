//! Where a combatant can go before it strikes: ways are laid with its target out of the way, and kept as far as the
//! target does not alter them where it really stands.

use std::{cmp::Reverse, sync::Arc};

use rustc_hash::FxHashMap;

use super::{
    Strike,
    attack_cache::{AttackCache, Places},
    striker::Aims,
    weighing::{EndsOfWays, Weighing},
};
use crate::{
    geometry::{Footprint, Square},
    lab::{
        approach::{Order, arm_length, is_plain_way, tried_ends},
        room::has_room,
    },
    rules::{Battle, Course, Placement, Reachable, Target, Ways, ground},
};

/// The plain ways of a turn, with those of their ends that have been examined.
#[derive(Clone, Default)]
pub(super) struct Walks {
    /// `None` if they have not been laid yet, `Some(None)` if there is no place where the target is out of the way.
    free: Option<Option<Free>>,
}

/// The ways laid with the target out of the way.
#[derive(Clone)]
struct Free {
    /// The turn with the target out of the way.
    turn: Battle,
    /// Where the walker begins.
    walker: Placement,
    /// A target no farther than this from a square of a way alters it.
    near: i32,
    /// A target whose whole body is farther from the walker than this alters none of them.
    within: i32,
    /// How far the farthest end is from where the ways begin.
    farthest: i32,
    laid: Laid,
}

/// The ways of a turn.
#[derive(Clone)]
struct Laid {
    /// How far the walker reaches with what is in hand.
    near: u16,
    all: Vec<Walk>,
}

/// The ways of one offer.
#[derive(Clone)]
struct Walk {
    verb: &'static str,
    rank: u8,
    ways: Ways,
    /// The same, cheapest first, where they are asked for again and again.
    ordered: Arc<[Reachable]>,
    /// Ends that have been examined.
    ends: FxHashMap<Square, Option<End>>,
}

/// The end of a way.
#[derive(Clone)]
pub(super) struct End {
    way: Vec<Square>,
    /// How far the farthest square of the way is from where it begins.
    farthest: i32,
    pub(super) provoked: usize,
    pub(super) cost: u16,
    pub(super) at: Placement,
    /// The state of the turn after the way, or the turn itself where too many states are known.
    pub(super) after: Result<usize, Box<Battle>>,
}

impl Walks {
    /// The attack at the end of the way that [`approach()`](crate::lab::approach()) takes, exact only where it is
    /// better than the best from `here`.
    pub(super) fn best(
        &mut self,
        turn: &Battle,
        aims: &Aims,
        cache: &mut AttackCache,
        here: Option<Strike>,
    ) -> Option<Strike> {
        let places = (turn.combatant(aims.by()).placement, turn.combatant(aims.on).placement);
        let free = self.free.get_or_insert_with(|| Free::new(turn, aims)).as_mut();
        let Some(free) = free else {
            return Laid::of(turn, aims).best(turn, Weighing::new(aims, cache, places, here), None);
        };
        match free.best(Weighing::new(aims, cache, places, here)) {
            Ok(best) => best,
            Err(Altered) => Laid::of(turn, aims).best(turn, Weighing::new(aims, cache, places, here), Some(free)),
        }
    }
}

/// The target, where it stands, alters a way that counts.
pub(super) struct Altered;

impl Free {
    /// Lays the ways with the target as far away as it can be; `None` if that is not far enough.
    fn new(turn: &Battle, aims: &Aims) -> Option<Self> {
        let near = turn.ruleset.rules().alters_ways_within(turn, aims.by(), aims.on)?;
        let [walker, other] = [aims.by(), aims.on].map(|who| turn.combatant(who).placement);
        let (extent, mut turn) = (turn.scene.field.extent(), turn.clone());
        let is_on_board = |square: &Square| other.at(*square).0.squares().all(|square| extent.contains(square));
        let free = turn.scene.field.squares().filter(|square| is_on_board(square) && has_room(&turn, aims.on, *square));
        let away = other.at(free.max_by_key(|square| apart(walker.0, other.at(*square).0))?);
        aims.put(&mut turn, aims.on, away);
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
        (apart(walker.0, away.0) > within).then_some(Self { turn, walker, near, within, farthest, laid })
    }

    /// The attack at the end of the best way, unless the target, where it stands, alters one that counts. Others can
    /// only get worse by that.
    fn best(&mut self, mut weighing: Weighing<'_>) -> Result<Option<Strike>, Altered> {
        let Self { turn, near, within, farthest, laid, .. } = self;
        let (here, target) = weighing.places;
        let (gap, side) = (apart(here.0, target.0), i32::from(here.0.side));
        let is_out_of = |far: u16| gap > *farthest + side + i32::from(far);
        if weighing.bound.is_some_and(is_out_of) {
            return Ok(None);
        }
        let arm = Some(laid.near).filter(|near| !is_out_of(*near));
        for walk in &mut laid.all {
            if weighing.is_beyond(walk.rank) {
                break;
            }
            let far = |square: Square| ground::distance(here.at(square).0, target.0);
            let ordered = Arc::clone(&walk.ordered);
            let mut ends = FreeEnds { turn, walk, near: *near, far: gap - side - *near, is_far: gap > *within };
            weighing.weigh(tried_ends((&ordered, Order::Cheap), arm, far), &mut ends)?;
        }
        Ok(weighing.strike())
    }

    /// The end of a way that the target in its place does not alter, if it has been examined.
    fn known(&self, (verb, to): (&'static str, Square), target: Placement) -> Option<&End> {
        let walk = self.laid.all.iter().find(|walk| walk.verb == verb)?;
        let is_clear = |square: &Square| apart(self.walker.at(*square).0, target.0) > self.near;
        walk.ends.get(&to)?.as_ref().filter(|end| end.way.iter().all(is_clear))
    }

    /// The end of a way that the target in its place does not alter.
    fn end(
        &mut self,
        (verb, to): (&'static str, Square),
        target: Placement,
        aims: &Aims,
        cache: &mut AttackCache,
    ) -> Option<&mut End> {
        let walk = self.laid.all.iter_mut().find(|walk| walk.verb == verb)?;
        let (turn, walker, near) = (&self.turn, self.walker, self.near);
        let is_clear = |square: &Square| apart(walker.at(*square).0, target.0) > near;
        walk.end(turn, aims, cache, to).filter(|end| end.way.iter().all(is_clear))
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

    /// The attack at the end of the best way, chosen as by [`approach()`](crate::lab::approach()).
    fn best(&mut self, turn: &Battle, mut weighing: Weighing<'_>, mut free: Option<&mut Free>) -> Option<Strike> {
        let (here, target) = weighing.places;
        for walk in &mut self.all {
            if weighing.is_beyond(walk.rank) {
                break;
            }
            let far = |square: Square| ground::distance(here.at(square).0, target.0);
            let ways = walk.ways.clone();
            let mut ends = LaidEnds { turn, walk, free: free.as_deref_mut() };
            let weighed = weighing.weigh(tried_ends((&ways, Order::Any), Some(self.near), far), &mut ends);
            debug_assert!(weighed.is_ok(), "ways that are as they are cannot be altered");
        }
        weighing.strike()
    }
}

/// The ends of an offer's ways, laid with the target out of the way.
struct FreeEnds<'a> {
    turn: &'a Battle,
    walk: &'a mut Walk,
    /// A target no farther than this from a square of a way alters it.
    near: i32,
    /// Ways that lead less far than this are not altered.
    far: i32,
    /// Whether no way is altered.
    is_far: bool,
}

impl EndsOfWays for FreeEnds<'_> {
    fn is_altered(&mut self, square: Square, (here, target): Places, aims: &Aims, cache: &mut AttackCache) -> bool {
        let (near, far) = (self.near, self.far);
        let is_clear = |square: &Square| apart(here.at(*square).0, target.0) > near;
        let mut is_free = || {
            let end = self.walk.end(self.turn, aims, cache, square).filter(|_| is_clear(&square));
            end.is_some_and(|end| end.farthest < far || end.way.iter().all(is_clear))
        };
        !self.is_far && !is_free()
    }

    fn known(&self, square: Square, _: Places) -> Option<&End> {
        self.walk.ends.get(&square)?.as_ref()
    }

    fn end(&mut self, square: Square, _: Places, aims: &Aims, cache: &mut AttackCache) -> Option<&mut End> {
        self.walk.end(self.turn, aims, cache, square)
    }
}

/// The ends of an offer's ways as they are; some are known from the ways laid with the target out of the way.
struct LaidEnds<'a> {
    turn: &'a Battle,
    walk: &'a mut Walk,
    free: Option<&'a mut Free>,
}

impl EndsOfWays for LaidEnds<'_> {
    fn is_altered(&mut self, _: Square, _: Places, _: &Aims, _: &mut AttackCache) -> bool {
        false
    }

    fn known(&self, square: Square, (_, target): Places) -> Option<&End> {
        self.free.as_deref()?.known((self.walk.verb, square), target)
    }

    fn end(&mut self, square: Square, (_, target): Places, aims: &Aims, cache: &mut AttackCache) -> Option<&mut End> {
        let of = (self.walk.verb, square);
        let kept = self.free.as_deref_mut().and_then(|free| free.end(of, target, aims, cache));
        match kept {
            Some(end) => Some(end),
            None => self.walk.end(self.turn, aims, cache, square),
        }
    }
}

impl Walk {
    /// The end of the way to a square.
    fn end(&mut self, turn: &Battle, aims: &Aims, cache: &mut AttackCache, to: Square) -> Option<&mut End> {
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
            let after = cache.state_of(&after, aims).ok_or_else(|| Box::new(after));
            Some(End { way, farthest, provoked, cost, at, after })
        };
        self.ends.entry(to).or_insert_with(walked).as_mut()
    }
}

/// How many ends of the ways of one offer are kept where each is a battle of its own.
const MOST_ENDS: usize = 16;

/// Allowance for squares that ways pass without ending there.
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
