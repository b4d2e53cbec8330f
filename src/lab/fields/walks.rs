//! Where somebody can go before it strikes, kept as long as whom it strikes at is too far off to be in its way.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::{Strike, striker::Aims};
use crate::{
    dice::Fraction,
    geometry::{Footprint, Square},
    lab::approach::{is_plain_way, open_ends},
    rules::{Battle, CombatantId, Course, Effect, Reachable, Target},
};

/// The plain ways of a turn, and what stands at the ends of those that have been looked at.
#[derive(Clone, Default)]
pub(super) struct Walks {
    kept: Option<Laid>,
}

/// The ways while somebody is out of the way.
#[derive(Clone)]
struct Laid {
    /// Whoever stands with all of its body farther from the walker than this alters none of them.
    within: i32,
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
    /// The turn after the way.
    after: Battle,
}

/// What an attack at the end of a way is worth: no attack on the way, harm, a short way.
type Worth = (Reverse<usize>, Fraction, Fraction, Reverse<u16>);

impl Walks {
    /// What the attack at the end of the way comes to that [`approach()`](crate::lab::approach()) takes.
    pub(super) fn best(&mut self, turn: &mut Battle, aims: &Aims, on: CombatantId) -> Option<Strike> {
        let gap = apart(turn.combatant(aims.by()).footprint(), turn.combatant(on).footprint());
        if let Some(laid) = self.kept.as_mut().filter(|laid| gap > laid.within) {
            return laid.best(turn, aims, on);
        }
        let mut laid = Laid::of(turn, aims, on);
        let best = laid.best(turn, aims, on);
        if gap > laid.within {
            self.kept = Some(laid);
        }
        best
    }
}

impl Laid {
    /// The ways of a turn as it is.
    fn of(turn: &Battle, aims: &Aims, on: CombatantId) -> Self {
        let rules = turn.ruleset.rules();
        let offers = rules.offers(turn, &aims.decision);
        let mut all: Vec<Walk> = Vec::new();
        for offer in offers.0.iter().filter(|offer| is_plain_way(offer)) {
            let Target::Way(ways) = &offer.target else { continue };
            let ways = ways.to_vec();
            all.push(Walk { verb: offer.verb, rank: offer.rank, ways, ends: Default::default() });
        }
        all.sort_by_key(|walk| Reverse(walk.rank));
        let body = turn.combatant(aims.by()).footprint();
        let far = |way: &Reachable| apart(body, Footprint { anchor: way.square, ..body });
        let farthest = all.iter().flat_map(|walk| &walk.ways).map(far).max().unwrap_or(0);
        // What it threatens alters ways, and a body is in the way.
        let other = turn.combatant(on).footprint();
        let threat = turn.view_of(on).threat.iter().map(|square| apart(other, Footprint::one(*square))).max();
        let within = farthest + i32::from(body.side) + threat.unwrap_or(0).max(THREAT) + SPARE;
        Self { within, all }
    }

    /// What the attack at the end of the best way comes to, as [`approach()`](crate::lab::approach()) chooses.
    fn best(&mut self, turn: &mut Battle, aims: &Aims, on: CombatantId) -> Option<Strike> {
        let by = aims.by();
        let (here, target) = (turn.combatant(by).placement, turn.combatant(on).placement);
        let highest = self.all.first().map_or(0, |walk| walk.rank);
        let mut best: Option<(Worth, Strike)> = None;
        for walk in &mut self.all {
            // What ranks far lower is for where nothing else leads.
            if best.is_some() && walk.rank + 1 < highest {
                break;
            }
            for square in open_ends(turn, by, on, &walk.ways) {
                let Some(end) = walk.end(turn, by, square) else { continue };
                end.after.apply(&Effect::Place(on, target));
                let Ok(strike) = aims.best(&end.after, on) else { continue };
                let worth = (Reverse(end.provoked), strike.mean, strike.hits, Reverse(end.cost));
                // The first of equals: what ranks higher in the rules' order goes before.
                if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                    best = Some((worth, strike));
                }
            }
        }
        debug_assert_eq!(turn.combatant(by).placement, here, "whoever is tried at ends is put back");
        best.map(|(_, strike)| strike)
    }
}

impl Walk {
    /// The end of the way to a square.
    fn end(&mut self, turn: &Battle, by: CombatantId, to: Square) -> Option<&mut End> {
        if self.ends.len() >= MOST_ENDS && !self.ends.contains_key(&to) {
            self.ends.clear();
        }
        let verb = self.verb;
        let walked = || {
            let journey = turn.journey(by, verb, Course::To(to)).ok()?;
            Some(End { provoked: journey.provocations.len(), cost: journey.route.cost, after: journey.after })
        };
        self.ends.entry(to).or_insert_with(walked).as_mut()
    }
}

/// How many ends of the ways of one offer are kept: each is a battle of its own.
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
