//! Attacks after which the turn still allows a walk: a blow and a step out of reach, or a shot from out of cover and
//! back.

use rustc_hash::FxHashMap;

use super::{
    evaluation::Gain,
    fork::after_costs,
    options::passes,
    plan::{EFFORT, Planner, spent},
    ranking::Reason,
    sequence::{Node, Plan},
    turn_context::{Dangers, Standing},
};
use crate::{
    geometry::{Footprint, Square, chebyshev},
    rules::{Battle, Choice, CombatantId, Journey, Offer, Offers, Target},
};

/// How many squares to fall back to are examined after an attack that leaves fewer points for defence.
const RETREATS: usize = 4;

/// How many walked-to places are examined for an attack followed by a walk to where the turn ends.
const SALLIES: usize = 3;

/// The offers of movement that an attack leaves open; `None` if it leaves none or cannot be made.
fn ways_left(planner: &Planner<'_>, at: &Battle, attack: &Choice) -> Option<(Battle, Vec<Offer>)> {
    let after = after_costs(at, at, planner.context.decision, attack)?;
    let mut left = planner.context.rules.offers(&after, planner.context.decision).0;
    left.retain(|offer| matches!(offer.target, Target::Way(_)) && offer.is_open());
    (!left.is_empty()).then_some((after, left))
}

/// The best attack from a position, if one gains something.
fn best_attack(there: &Standing) -> Option<&(Choice, CombatantId, Gain)> {
    there.attacks.iter().filter(|(.., gain)| gain.value > 0).max_by_key(|(.., gain)| gain.value)
}

impl Planner<'_> {
    fn square(&self, at: &Battle) -> Square {
        at.combatant(self.context.me).placement.anchor()
    }

    /// Proposes attacks from here after which a better place can still be reached.
    pub(super) fn strike_and_walk(&mut self, offers: &Offers, here: &Standing, walks: &[(Node, Standing)]) {
        let root = self.context.battle;
        let open = self.open_attacks(&offers.0, root, here);
        let Some((choice, ..)) = open.first().filter(|_| !walks.is_empty()) else { return };
        if ways_left(self, root, choice).is_none() {
            return;
        }
        let mut walks: Vec<&(Node, Standing)> = walks.iter().collect();
        walks.sort_by_key(|(node, there)| -there.account(None).plus(&node.account).total);
        let mut dangers: FxHashMap<(i32, Square), Option<Dangers>> = FxHashMap::default();
        for (choice, on, gain) in open {
            let parting = self.parting(root, &choice, gain, here);
            let spent = spent(&offers.0, &choice);
            for (node, there) in walks.iter().take(if spent > 0 { RETREATS } else { walks.len() }) {
                let spared = Some((on, gain.out));
                let key = (spent, self.square(&node.battle));
                let paid = || self.context.dangers_after(self.memory, (root, &node.battle), &choice);
                let paid = if spent > 0 { dangers.entry(key).or_insert_with(paid).as_ref() } else { None };
                let mut account = there.account_in(paid, spared).plus(&node.account);
                account.add(Reason::Harm(on), gain.value);
                account.add(Reason::Parting, -parting);
                account.add(Reason::Price, -self.thrift(root, &offers.0, &choice));
                let end = self.context.end_after((root, &node.battle), &choice, (on, gain));
                self.propose(Plan { first: choice.clone(), account, end });
            }
        }
    }

    /// Proposes attacks from walked-to places after which a better one of the known places can still be reached. Of
    /// places that allow as much, the nearest come first: they leave most of a movement.
    pub(super) fn sallies(&mut self, here: &Standing, walks: &[(Node, Standing)]) {
        let start = Footprint::one(self.square(self.context.battle));
        let mut from: Vec<_> = walks.iter().filter(|(_, there)| best_attack(there).is_some()).collect();
        from.sort_by_key(|(node, there)| {
            let (dx, dy) = start.gap(Footprint::one(self.square(&node.battle)));
            (-best_attack(there).map_or(0, |(.., gain)| gain.value) - node.account.total, chebyshev(dx, dy))
        });
        from.truncate(SALLIES);
        self.progress.expect(from.len());
        for from in from {
            if !self.progress.step() {
                return;
            }
            self.sally(from, here, walks);
        }
    }

    /// Proposes such attacks from one place.
    fn sally(&mut self, (node, there): &(Node, Standing), here: &Standing, walks: &[(Node, Standing)]) {
        let context = self.context;
        let Some((choice, on, gain)) = best_attack(there) else { return };
        let offers = context.rules.offers_of(&node.battle, context.decision, choice.verb);
        // Where points are spent, what is left for defence has been examined for the places themselves.
        if !passes(&offers.0, choice) || spent(&offers.0, choice) > 0 {
            return;
        }
        let Some((after, left)) = ways_left(self, &node.battle, choice) else { return };
        let struck = Some((*on, gain.out));
        let stay = there.account(struck).total;
        let start = (self.square(context.battle), here);
        let ends: Vec<(Square, &Standing)> = std::iter::once(start)
            .chain(walks.iter().map(|(node, there)| (self.square(&node.battle), there)))
            .collect();
        for offer in left {
            let Target::Way(ways) = &offer.target else { continue };
            let reached = ends.iter().filter(|(square, _)| ways.iter().any(|way| way.square == *square));
            let best = reached.max_by_key(|(square, end)| (end.account(struck).total, *square));
            let Some((square, end)) = best.filter(|(_, end)| end.account(struck).total > stay + EFFORT) else {
                continue;
            };
            let Some(Journey { route, gamble: None, provocations, after: back, .. }) =
                context.way(&after, offer.verb, *square)
            else {
                continue;
            };
            let mut account = end.account(struck).plus(&node.account);
            account.add(Reason::Harm(*on), gain.value);
            account.add(Reason::Parting, -self.parting(&node.battle, choice, *gain, there));
            account.add(Reason::Price, -self.thrift(&node.battle, &offers.0, choice));
            account.add(Reason::Effort, -EFFORT);
            account.add(Reason::Hazard, context.through_fire(&after, &route.squares));
            self.provoke(&after, &provocations, &mut account);
            let end = context.end_at(&back, (gain.value, Some(*on)));
            self.propose(Plan { first: node.first.clone(), account, end });
        }
    }
}
