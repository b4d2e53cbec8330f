//! The way by which somebody out of reach can be attacked in the same turn.

use std::cmp::Reverse;

use super::{AttackForecast, WayAhead, best_attack, put, way_ahead};
use crate::{
    dice::Fraction,
    geometry::{Footprint, Square},
    rules::{
        Battle, Choice, CombatantId, Course, Decision, Finality, Group, Offer, Offers, Reachable, Role, Spending,
        Target, ground,
    },
};

/// A way and the attack at its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The offer that leads there, by its verb.
    pub verb: &'static str,
    /// The way.
    pub way: WayAhead,
    /// The attack at its end.
    pub choice: Choice,
    /// The odds of that.
    pub attack_forecast: AttackForecast,
}

/// How many ends of ways are tried for an attack, and how many of those that allow one are weighed.
const TRIED: usize = 96;
pub(super) const WEIGHED: usize = 10;

/// Whether an offer is the plain way to go somewhere: without dice, and at no more cost than each turn provides for it.
pub fn is_plain_way(offer: &Offer) -> bool {
    let costs_points = offer.cost.amounts().any(|amount| amount.of.is == Spending::Points);
    is_second_way(offer) && offer.finality != Finality::Ends && !offer.dearer && !costs_points
}

/// Whether an offer is a way to go on after a movement: without dice and Luck, whatever else of the turn it costs, and
/// even if it ends the turn.
pub fn is_second_way(offer: &Offer) -> bool {
    let is_dear = |spending| matches!(spending, Spending::Luck | Spending::Passing);
    matches!(offer.target, Target::Way(_))
        && offer.is_open()
        && (offer.group, offer.role) == (Group::Move, Role::Approach)
        && offer.finality != Finality::Dice
        && offer.cost.amounts().all(|amount| !is_dear(amount.of.is))
}

/// The plain way to a square; of several, the one that ranks highest.
pub fn plain_way(offers: &Offers, to: Square) -> Option<usize> {
    way_by(offers, to, is_plain_way)
}

/// The way to a square by any movement without dice and Luck: the plain one, or else one that costs more or ends the
/// turn.
pub fn any_way(offers: &Offers, to: Square) -> Option<usize> {
    plain_way(offers, to).or_else(|| way_by(offers, to, is_second_way))
}

fn way_by(offers: &Offers, to: Square, is_wanted: impl Fn(&Offer) -> bool) -> Option<usize> {
    let leads = |offer: &Offer| matches!(&offer.target, Target::Way(ways) if ways.iter().any(|way| way.square == to));
    let ways = offers.0.iter().enumerate().filter(|(_, offer)| is_wanted(offer) && leads(offer));
    ways.max_by_key(|(index, offer)| (offer.rank, Reverse(*index))).map(|(index, _)| index)
}

/// The way and the attack at its end that hurt `on` most, of equals the cheapest. Only plain ways count, or those of
/// the offer with the verb `by`. A way that leads through fire or provokes an attack is taken only if there is no
/// other.
pub fn approach(
    battle: &Battle,
    decision: &Decision,
    offers: &Offers,
    on: CombatantId,
    by: Option<&str>,
) -> Option<Approach> {
    let who = decision.who;
    let (place, other) = (battle.combatant(who).placement, battle.combatant(on).footprint());
    let near = arm_length(battle, who);
    let leads = |offer: &&Offer| by.map_or_else(|| is_plain_way(offer), |verb| offer.verb == verb && offer.is_open());
    let (mut found, mut there): (Vec<Approach>, Battle) = (Vec::new(), battle.clone());
    let mut leading: Vec<&Offer> = offers.0.iter().filter(leads).collect();
    leading.sort_by_key(|offer| Reverse(offer.rank));
    let highest = leading.first().map_or(0, |offer| offer.rank);
    for offer in leading {
        let Target::Way(ways) = &offer.target else { continue };
        // Offers that rank far lower are only for places that nothing else leads to.
        if !found.is_empty() && offer.rank + 1 < highest {
            break;
        }
        let is_open = |square: &Square| {
            put(&mut there, who, place.at(*square));
            there.attacks(who, on).iter().any(|(_, refusal)| refusal.is_none())
        };
        let far = |square| ground::distance(place.at(square).0, other);
        let tried = tried_ends((ways, Order::Any), Some(near), far);
        for square in tried.filter(is_open).take(WEIGHED) {
            let Some(way) = way_ahead(battle, who, offer.verb, Course::To(square)) else { continue };
            let left = way.after.ruleset.rules().offers(&way.after, decision);
            let best = best_attack(&way.after, decision, &left, on);
            if let Some((choice, attack_forecast)) = best {
                found.push(Approach { verb: offer.verb, way, choice, attack_forecast });
            }
        }
    }
    // Of equals, the first: offers that rank higher in the rules' order come earlier.
    found.into_iter().reduce(|best, next| if worth(&next) > worth(&best) { next } else { best })
}

/// What an approach is worth, most important first: no fire on the way, no attack on the way, harm, a short way.
fn worth(approach: &Approach) -> (bool, Reverse<usize>, Fraction, Fraction, Reverse<u16>) {
    let Approach { way, attack_forecast, .. } = approach;
    let provoked = Reverse(way.provoked.len());
    (way.fire.is_none(), provoked, attack_forecast.mean, attack_forecast.hits, Reverse(way.route.cost))
}

/// How far a combatant reaches with what it has in hand, in squares: at least one.
pub(super) fn arm_length(battle: &Battle, who: CombatantId) -> u16 {
    let body = battle.combatant(who).footprint();
    let far = |square: Square| {
        let (x, y) = body.gap(Footprint::one(square));
        x.max(y) as u16
    };
    battle.ruleset.rules().reach(battle, who).into_iter().map(far).fold(1, u16::max)
}

/// The order in which ends of ways are given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// In any order.
    Any,
    /// By [`Order::cost`].
    Cheap,
}

impl Order {
    /// What ends are sorted by: the nearer by the way first, by square among equals.
    pub(super) const fn cost(way: &Reachable) -> (bool, u16, Square) {
        (!way.base, way.cost, way.square)
    }

    /// The cheapest of some ends, at most `count`, the cheapest first.
    fn first<'a>(self, ways: impl Iterator<Item = &'a Reachable>, count: usize) -> impl Iterator<Item = &'a Reachable> {
        let most = if self == Self::Cheap { count } else { usize::MAX };
        let mut all: Vec<&Reachable> = ways.take(most).collect();
        if self == Self::Any && all.len() > count && count > 0 {
            all.select_nth_unstable_by_key(count - 1, |way| Self::cost(way));
        }
        all.truncate(count);
        if self == Self::Any {
            all.sort_unstable_by_key(|way| Self::cost(way));
        }
        all.into_iter()
    }
}

/// The ends that are tried, cheap ones first: those within `near` of the target, if that is given, then the others.
pub(super) fn tried_ends(
    (ways, order): (&[Reachable], Order),
    near: Option<u16>,
    far: impl Fn(Square) -> u16,
) -> impl Iterator<Item = Square> {
    let mut left = TRIED;
    [false, true].into_iter().filter(move |is_far| *is_far || near.is_some()).flat_map(move |is_far| {
        let is_there = |way: &&Reachable| near.is_none_or(|near| (far(way.square) > near) == is_far);
        let tried: Vec<Square> = order.first(ways.iter().filter(is_there), left).map(|way| way.square).collect();
        left -= tried.len();
        tried
    })
}

/// Of the squares that plain ways lead to, the one nearest to `on`, the cheapest among equals; `None` if none is nearer
/// than here.
pub fn nearest_end(battle: &Battle, who: CombatantId, offers: &Offers, on: CombatantId) -> Option<Square> {
    let fighter = battle.combatant(who);
    let far = |square: Square| ground::distance(fighter.placement.at(square).0, battle.combatant(on).footprint());
    let mut ends: Vec<(u16, u16, Square)> = Vec::new();
    for offer in offers.0.iter().filter(|offer| is_plain_way(offer)) {
        if let Target::Way(ways) = &offer.target {
            ends.extend(ways.iter().map(|way| (far(way.square), way.cost, way.square)));
        }
    }
    let nearest = ends.into_iter().min();
    nearest.filter(|(left, ..)| *left < far(fighter.placement.anchor())).map(|(.., square)| square)
}
