//! Where a combatant can get in its own turn: by one movement, and by running or a second one.

use std::collections::BTreeSet;

use super::{Field, Reading};
use crate::{
    geometry::{Direction, Square},
    lab::{is_plain_way, is_second_way, plain_way},
    rules::{Battle, CombatantId, Course, Offer, Offers, Reachable, Spending, Target, turn_given},
};

/// Where a first movement ends: the square, its cost, and whether every way there provokes.
type Ended = (Square, u16, bool);

impl Field {
    /// Where a combatant can get by plain ways. If these have no second band under the rules, the second band is where
    /// another movement leads from the ends of the first.
    pub(super) fn moves(&mut self, by: CombatantId) {
        let turn = turn_given(&self.battle, by);
        let rules = turn.ruleset.rules();
        let offers = rules.offers(&turn, &rules.turn_question(by));
        let plain = || offers.0.iter().filter(|offer| is_plain_way(offer));
        let price = |offer: &Offer| offer.cost.count(Spending::Large);
        let least = plain().map(price).min();
        for offer in plain() {
            let Target::Way(ways) = &offer.target else { continue };
            // A movement that takes an action, where going elsewhere takes none, is a run.
            let is_first = Some(price(offer)) == least;
            let quiet: BTreeSet<Square> = turn.quiet_ends(by, offer.verb, ways).into_iter().collect();
            for way in ways.iter() {
                let provokes = !quiet.contains(&way.square);
                let base = way.base && is_first;
                self.keep_cheaper(way.square, Reading::Cost { cost: way.cost, base, provokes });
            }
        }
        let here = self.battle.combatant(by).placement.anchor();
        self.keep(here, Reading::Cost { cost: 0, base: true, provokes: false });
        if self.costs().all(|(_, base)| base) {
            self.second_moves(&turn, by, &offers);
        }
    }

    /// Where a second movement leads from the ends of the first, beyond all of these ends.
    fn second_moves(&mut self, turn: &Battle, by: CombatantId, offers: &Offers) {
        let here = turn.combatant(by).placement.anchor();
        let first: BTreeSet<Square> = self.costs().map(|(square, _)| square).collect();
        let extent = self.extent();
        // A way on from an inner end passes over another end, from which it can go at least as far.
        let is_within = |square: Square| {
            let around = Direction::ALL.map(|direction| square.step(direction));
            around.iter().all(|next| first.contains(next) || !extent.contains(*next))
        };
        let ends: Vec<Ended> = first
            .iter()
            .filter(|square| **square != here && !is_within(**square))
            .filter_map(|square| match self.at(*square)? {
                Reading::Cost { cost, provokes, .. } => Some((*square, *cost, *provokes)),
                _ => None,
            })
            .collect();
        for end in ends {
            for (square, reading) in going_on(turn, (by, offers), end, &first) {
                self.keep_cheaper(square, reading);
            }
        }
    }

    /// The squares with a cost, and whether each lies within the first band.
    fn costs(&self) -> impl Iterator<Item = (Square, bool)> + '_ {
        self.order.iter().filter_map(|square| match self.at(*square)? {
            Reading::Cost { base, .. } => Some((*square, *base)),
            _ => None,
        })
    }

    fn keep_cheaper(&mut self, square: Square, cost: Reading) {
        let cost = self.at(square).map_or_else(|| cost.clone(), |known| cost.clone().or_cheaper(known));
        self.keep(square, cost);
    }
}

/// Where another movement leads from an end of the first, apart from where the first leads itself.
fn going_on(
    turn: &Battle,
    (by, offers): (CombatantId, &Offers),
    (end, spent, provoked): Ended,
    first: &BTreeSet<Square>,
) -> Vec<(Square, Reading)> {
    let mut found = Vec::new();
    let Some(offer) = plain_way(offers, end).map(|index| &offers.0[index]) else { return found };
    let Ok(journey) = turn.journey(by, offer.verb, Course::To(end)) else { return found };
    let (after, rules) = (journey.after, turn.ruleset.rules());
    let again = rules.offers(&after, &rules.turn_question(by));
    for offer in again.0.iter().filter(|offer| is_second_way(offer)) {
        let Target::Way(ways) = &offer.target else { continue };
        let beyond: Vec<Reachable> = ways.iter().filter(|way| !first.contains(&way.square)).copied().collect();
        let quiet: BTreeSet<Square> = after.quiet_ends(by, offer.verb, &beyond).into_iter().collect();
        for way in beyond {
            let provokes = provoked || !quiet.contains(&way.square);
            found.push((way.square, Reading::Cost { cost: spent.saturating_add(way.cost), base: false, provokes }));
        }
    }
    found
}
