//! Where a press on a square leads, and the tint of those squares. Both come from the same offers, so that every tinted
//! square can be pressed.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::{BattleScreen, insight::Focus};
use crate::{
    geometry::Square,
    lab::{any_way, is_plain_way, is_second_way},
    rules::{Finality, Group, Offer, Role, Spending, Target, and_list},
};

impl BattleScreen {
    /// The offer by which a press on a square goes there: the opened way, else the plain one, else one that costs
    /// extra.
    pub(super) fn way_to(&self, square: Square) -> Option<usize> {
        let leads = |offer: &Offer| match &offer.target {
            Target::Way(ways) => offer.is_open() && ways.iter().any(|way| way.square == square),
            _ => false,
        };
        match self.opened_way() {
            Some(index) => Some(index).filter(|index| leads(&self.settled.offers.0[*index])),
            None => any_way(&self.settled.offers, square).filter(|_| self.is_turn()),
        }
    }

    /// The way that the player has opened by hand.
    pub(super) fn opened_way(&self) -> Option<usize> {
        let is_way = |index: &usize| matches!(self.settled.offers.0[*index].target, Target::Way(_));
        let by_hand = self.settled.by_hand || !self.is_turn();
        self.settled.chosen.filter(|_| by_hand).filter(is_way)
    }

    /// The squares that a press goes to now: by the plain way, and by ways that cost extra.
    pub(super) fn shown_ways(&self) -> (Vec<Square>, Vec<Square>) {
        if let Some((offer, choice)) = self.open_offer() {
            if matches!(offer.target, Target::Way(_)) {
                return self.bands([offer]);
            }
            // With an offer aimed at a square open, squares are its targets.
            if offer.is_open() && matches!(offer.built(choice).target, Target::Square(_)) {
                return (Vec::new(), Vec::new());
            }
        }
        if !self.is_turn() {
            return (Vec::new(), Vec::new());
        }
        // The better of several ways comes first, as in [`Self::way_to`].
        let mut ways: Vec<&Offer> = self.settled.offers.0.iter().filter(|offer| is_second_way(offer)).collect();
        ways.sort_by_key(|offer| (is_further(offer), Reverse(offer.rank)));
        self.bands(ways)
    }

    /// Where ways lead: squares within the usual movement, and all others.
    fn bands<'o>(&self, ways: impl IntoIterator<Item = &'o Offer>) -> (Vec<Square>, Vec<Square>) {
        let (mut base, mut full, mut known) = (Vec::new(), Vec::new(), FxHashSet::default());
        let is_free = |offer: &Offer| offer.cost.amounts().next().is_none();
        let goes = |offer: &Offer| (offer.group, offer.role) == (Group::Move, Role::Approach);
        // Where a turn includes free movement, everything paid for counts as beyond it.
        let has_free = self.settled.offers.0.iter().any(|offer| goes(offer) && is_free(offer));
        for offer in ways {
            let Target::Way(squares) = &offer.target else { continue };
            let is_usual = !is_further(offer) && (is_free(offer) || !has_free);
            for way in squares.iter().filter(|way| known.insert(way.square)) {
                if way.base && is_usual { base.push(way.square) } else { full.push(way.square) }
            }
        }
        (base, full)
    }

    /// Whether the player is about to move: a way is pointed at, or nothing but a way is chosen in a turn.
    pub(super) fn is_about_ways(&self) -> bool {
        let is_way = |offer: &Offer| matches!(offer.target, Target::Way(_));
        let points = self.insight.looking().is_some_and(|looking| matches!(looking.focus, Focus::Way(..)));
        points || self.is_turn() && self.open_offer().is_none_or(|(offer, _)| is_way(offer))
    }

    /// What a way costs beyond the turn's movement, unless it has been opened by hand: "ends the turn", "1 AP".
    pub(super) fn beyond_the_plain(&self, index: usize) -> Option<String> {
        let offer = &self.settled.offers.0[index];
        if is_plain_way(offer) || !is_second_way(offer) || self.opened_way() == Some(index) {
            return None;
        }
        let price = self.price(index).unwrap_or(offer.cost);
        let price = price.amounts().map(|amount| match amount.of.is {
            Spending::Points => format!("takes {} {}", amount.count, amount.of.name),
            _ => format!("takes {}", amount.of.name),
        });
        let ends = (offer.finality == Finality::Ends).then(|| "ends the turn".to_owned());
        ends.or_else(|| Some(and_list(price)).filter(|words| !words.is_empty()))
    }
}

fn is_further(offer: &Offer) -> bool {
    is_second_way(offer) && !is_plain_way(offer)
}
