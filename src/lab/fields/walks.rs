//! Where somebody can go before it strikes, kept as long as whom it strikes at is too far off to be in its way.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::{
    Strike,
    gathered::Gathered,
    striker::{Aims, TURN},
};
use crate::{
    dice::Fraction,
    geometry::{Footprint, Square},
    lab::approach::{arm_length, is_plain_way, open_ends},
    rules::{Battle, Course, Effect, Placement, Reachable, Target, ground},
};

/// The plain ways of a turn, and what stands at the ends of those that have been looked at.
#[derive(Clone, Default)]
pub(super) struct Walks {
    kept: Option<Kept>,
}

/// The ways while somebody is out of the way.
#[derive(Clone)]
struct Kept {
    /// Whoever stands with all of its body farther from the walker than this alters none of them.
    within: i32,
    laid: Laid,
}

/// The ways of a turn.
#[derive(Clone)]
struct Laid {
    /// How far the farthest of their ends is from where they begin.
    farthest: i32,
    /// How far what is in hand reaches.
    near: u16,
    all: Vec<Walk>,
}

/// The ways of one offer.
#[derive(Clone)]
struct Walk {
    verb: &'static str,
    rank: u8,
    ways: Vec<Reachable>,
    /// Ends that have been looked at.
    ends: FxHashMap<Square, Option<End>>,
}

/// The end of a way.
#[derive(Clone)]
struct End {
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
        let gap = apart(turn.combatant(aims.by()).footprint(), turn.combatant(aims.on).footprint());
        if let Some(Kept { within, laid }) = &mut self.kept {
            return if gap > *within {
                laid.best(turn, aims, gathered)
            } else {
                Laid::of(turn, aims).best(turn, aims, gathered)
            };
        }
        let mut laid = Laid::of(turn, aims);
        let best = laid.best(turn, aims, gathered);
        let within = laid.within(turn, aims);
        if gap > within {
            self.kept = Some(Kept { within, laid });
        }
        best
    }
}

impl Laid {
    /// The ways of a turn as it is.
    fn of(turn: &Battle, aims: &Aims) -> Self {
        let offers = turn.ruleset.rules().offers_of_any(turn, &aims.decision, &aims.ways);
        let mut all: Vec<Walk> = Vec::new();
        for offer in offers.0.iter().filter(|offer| is_plain_way(offer)) {
            let Target::Way(ways) = &offer.target else { continue };
            let ways = ways.to_vec();
            all.push(Walk { verb: offer.verb, rank: offer.rank, ways, ends: FxHashMap::default() });
        }
        all.sort_by_key(|walk| Reverse(walk.rank));
        let body = turn.combatant(aims.by()).footprint();
        let far = |way: &Reachable| apart(body, Footprint { anchor: way.square, ..body });
        let farthest = all.iter().flat_map(|walk| &walk.ways).map(far).max().unwrap_or(0);
        Self { farthest, near: arm_length(turn, aims.by()), all }
    }

    /// How far off somebody must be to alter none of the ways: what it threatens alters them, and a body is in the way.
    fn within(&self, turn: &Battle, aims: &Aims) -> i32 {
        let (walker, other) = (turn.combatant(aims.by()).footprint(), turn.combatant(aims.on).footprint());
        let threat = turn.view_of(aims.on).threat.iter().map(|square| apart(other, Footprint::one(*square))).max();
        self.farthest + i32::from(walker.side) + threat.unwrap_or(0).max(THREAT) + SPARE
    }

    /// What the attack at the end of the best way comes to, as [`approach()`](crate::lab::approach()) chooses.
    fn best(&mut self, turn: &Battle, aims: &Aims, gathered: &mut Gathered) -> Option<Strike> {
        let (walker, target) = (turn.combatant(aims.by()), turn.combatant(aims.on).placement);
        let (here, bound) = (walker.placement, gathered.far(TURN));
        let side = i32::from(here.0.side);
        if bound.is_some_and(|far| apart(here.0, target.0) > self.farthest + side + i32::from(far)) {
            return None;
        }
        let highest = self.all.first().map_or(0, |walk| walk.rank);
        let mut best: Option<(Worth, Strike)> = None;
        for walk in &mut self.all {
            // What ranks far lower is for where nothing else leads.
            if best.is_some() && walk.rank + 1 < highest {
                break;
            }
            let far = |square: Square| ground::distance(here.at(square).0, target.0);
            let is_open = |square: &Square| {
                let is_beyond = bound.is_some_and(|bound| far(*square) > bound);
                !is_beyond && gathered.is_open(TURN, (here.at(*square), target), aims)
            };
            for square in open_ends(&walk.ways, self.near, far, is_open) {
                let Some(end) = walk.end(turn, aims, gathered, square) else { continue };
                let strike = match &mut end.after {
                    Ok(state) => gathered.best(*state, (end.at, target), aims),
                    Err(after) => {
                        after.apply(&Effect::Place(aims.on, target));
                        aims.best(after).0
                    }
                };
                let Ok(strike) = strike else { continue };
                let worth = (Reverse(end.provoked), strike.mean, strike.hits, Reverse(end.cost));
                // The first of equals: what ranks higher in the rules' order goes before.
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, strike));
                }
            }
        }
        best.map(|(_, strike)| strike)
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
            let at = after.combatant(by).placement;
            let after = gathered.state_of(&after, aims).ok_or_else(|| Box::new(after));
            Some(End { provoked, cost, at, after })
        };
        self.ends.entry(to).or_insert_with(walked).as_mut()
    }
}

/// How many ends of the ways of one offer are kept where each is a battle of its own.
const MOST_ENDS: usize = 16;

/// Room for steps that end nowhere, and the least that somebody is thought to threaten: walls may hide it now.
const SPARE: i32 = 2;
const THREAT: i32 = 4;

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
