//! The two keys that reach a row of offers: a group and a digit. They stay the same for a whole turn and for the next
//! turns of the same fighter.

use serde::Serialize;

use super::{Group, Offer, Offers, Role};
use crate::rules::ids::ItemId;

/// A group and a digit in it: 1 to 9 in order, none past nine, and 0 for passing on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Address {
    /// The group.
    pub group: Group,
    /// The digit.
    pub digit: Option<u8>,
}

/// What identifies a row. Folded offers and opposites share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    group: Group,
    place: u8,
    /// The item used, unless one row covers all items; and for an answer, which has no opposites, its verb.
    item: Option<ItemId>,
    verb: &'static str,
}

impl Row {
    fn of(offer: &Offer) -> Self {
        let is_answer = offer.group == Group::Answer;
        Self {
            group: offer.group,
            place: offer.place,
            item: offer.item.filter(|_| is_answer || offer.fold.is_none()),
            verb: if is_answer { offer.kind.verb } else { "" },
        }
    }
}

/// A row with its address.
#[derive(Clone, Copy, Debug)]
struct Given {
    row: Row,
    address: Address,
    /// Whether it could be chosen at any time this turn.
    opened: bool,
}

/// The addresses of a fighter's turns. They are given at the start of the first turn: open rows first, by place in the
/// group. A row that opens later keeps its digit or gets the next free one, and rows that were open keep theirs from
/// turn to turn.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    given: Vec<Given>,
    /// Whether they belong to the answers to a question. Those form one list, so a digit is given once, whatever the
    /// group.
    is_question: bool,
}

impl Addresses {
    /// Addresses for the answers to a question.
    pub fn of_question() -> Self {
        Self { is_question: true, ..Self::default() }
    }

    /// Another turn of the same fighter begins. All rows keep their digits, but those that are not open in it may lose
    /// them.
    pub fn next_turn(&mut self) {
        self.given.iter_mut().for_each(|given| given.opened = false);
    }

    /// Gives addresses to all offers that have none yet.
    pub fn extend(&mut self, offers: &Offers) {
        let mut rows: Vec<(Row, bool, bool)> = Vec::new();
        for offer in &offers.0 {
            let row = Row::of(offer);
            match rows.iter_mut().find(|(known, ..)| *known == row) {
                Some((_, open, _)) => *open |= offer.is_open(),
                None => rows.push((row, offer.is_open(), offer.role == Role::Pass)),
            }
        }
        // An open row with a digit does not give it up.
        for given in &mut self.given {
            given.opened |= rows.iter().any(|(row, open, _)| *open && *row == given.row);
        }
        rows.sort_unstable();
        // Open rows come first: a list begins with 1, and if there are more rows than digits, closed ones go without.
        rows.sort_by_key(|(_, open, _)| !open);
        for (row, open, passes) in rows {
            let known = self.given.iter().position(|given| given.row == row);
            let now = known.and_then(|index| self.given[index].address.digit);
            let digit = now.or_else(|| self.digit(row, open, passes));
            let address = Address { group: row.group, digit };
            match known {
                Some(index) => self.given[index] = Given { row, address, opened: open || self.given[index].opened },
                None => self.given.push(Given { row, address, opened: open }),
            }
        }
    }

    /// A digit for a row: 0 for passing on a question, else the next free one. If none is free, an open row takes the
    /// digit of the last row that has not been open this turn.
    fn digit(&mut self, row: Row, open: bool, passes: bool) -> Option<u8> {
        if row.group == Group::Answer && passes {
            return Some(0);
        }
        let is_question = self.is_question;
        let of_group = |given: &&mut Given| is_question || given.address.group == row.group;
        let taken: Vec<u8> = self.given.iter_mut().filter(of_group).filter_map(|given| given.address.digit).collect();
        let free = (1..=9).find(|digit| !taken.contains(digit));
        let idle = |given: &&mut Given| of_group(given) && !given.opened && given.address.digit.is_some();
        free.or_else(|| self.given.iter_mut().rfind(|given| open && idle(given))?.address.digit.take())
    }

    /// The address of an offer; `None` if the offer came up after the addresses were given.
    pub fn of(&self, offer: &Offer) -> Option<Address> {
        let row = Row::of(offer);
        self.given.iter().find(|given| given.row == row).map(|given| given.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Cost, OfferKind, Refusal, RuleId};

    static WALK: OfferKind = OfferKind::new("walk", Group::Move, 1, Role::Approach);
    static STAND: OfferKind = OfferKind::new("stand", Group::Stance, 6, Role::Recover);
    static LIE: OfferKind = OfferKind::new("lie", Group::Stance, 6, Role::Protect);
    static AIM: OfferKind = OfferKind::new("aim", Group::Stance, 1, Role::Prepare);
    static STRIKE: OfferKind = OfferKind::new("strike", Group::Attack, 1, Role::Harm);
    static DRAW: OfferKind = OfferKind::new("draw", Group::Gear, 1, Role::Prepare).folded("Draw", "What");
    static SHEATHE: OfferKind = OfferKind::new("sheathe", Group::Gear, 1, Role::Undo).folded("Put away", "What");
    static PARRY: OfferKind = OfferKind::answer("parry", 1, Role::Protect);
    static KEEP: OfferKind = OfferKind::answer("keep", 9, Role::Pass);

    fn offer(kind: &'static OfferKind, item: Option<u16>) -> Offer {
        let offer = Offer::new(kind, &[RuleId("X-01")], Cost::FREE);
        item.map_or(offer.clone(), |item| offer.with(ItemId(item)))
    }

    fn found(addresses: &Addresses, offers: &[Offer]) -> Vec<Option<u8>> {
        offers.iter().map(|offer| addresses.of(offer).and_then(|address| address.digit)).collect()
    }

    #[test]
    fn digits_stay_for_a_turn_and_opposites_share_one() {
        let mut addresses = Addresses::default();
        let start = vec![offer(&STAND, None), offer(&AIM, None), offer(&STRIKE, Some(4)), offer(&WALK, None)];
        addresses.extend(&Offers(start.clone()));
        assert_eq!(found(&addresses, &start), [Some(2), Some(1), Some(1), Some(1)]);
        let later = vec![offer(&LIE, None), offer(&STRIKE, Some(2)), offer(&STRIKE, Some(4))];
        addresses.extend(&Offers(later.clone()));
        assert_eq!(found(&addresses, &later), [Some(2), Some(2), Some(1)]);
    }

    #[test]
    fn what_differs_only_in_the_thing_used_is_one_row() {
        let mut addresses = Addresses::default();
        let all = vec![offer(&DRAW, Some(1)), offer(&DRAW, Some(2)), offer(&SHEATHE, Some(3))];
        addresses.extend(&Offers(all.clone()));
        assert_eq!(found(&addresses, &all), [Some(1), Some(1), Some(1)]);
    }

    #[test]
    fn doing_nothing_is_on_0_and_nothing_is_past_9() {
        let mut addresses = Addresses::default();
        let mut all: Vec<Offer> = (1..12).map(|item| offer(&PARRY, Some(item))).collect();
        all.insert(0, offer(&KEEP, None));
        addresses.extend(&Offers(all.clone()));
        let digits = found(&addresses, &all);
        assert_eq!(digits[..2], [Some(0), Some(1)]);
        assert_eq!(digits[9..], [Some(9), None, None]);
    }

    #[test]
    fn open_rows_come_first_and_past_nine_only_they_have_digits() {
        let mut addresses = Addresses::default();
        let all: Vec<Offer> = (1..12)
            .map(|item| {
                let shut = (item < 3).then(|| Refusal::new(RuleId("X-02"), "Not at hand"));
                offer(&STRIKE, Some(item)).refused(shut)
            })
            .collect();
        addresses.extend(&Offers(all.clone()));
        let digits = found(&addresses, &all);
        assert_eq!((digits[0], digits[1], digits[2], digits[10]), (None, None, Some(1), Some(9)));
        let few = &all[..4];
        let mut addresses = Addresses::default();
        addresses.extend(&Offers(few.to_vec()));
        assert_eq!(found(&addresses, few), [Some(3), Some(4), Some(1), Some(2)], "a list begins with 1");
    }

    #[test]
    fn what_could_never_be_chosen_makes_room() {
        let mut addresses = Addresses::default();
        let shut = |item| offer(&STRIKE, Some(item)).refused(Some(Refusal::new(RuleId("X-02"), "Not at hand")));
        let all: Vec<Offer> =
            (1..10).map(|item| if item == 8 { shut(item) } else { offer(&STRIKE, Some(item)) }).collect();
        addresses.extend(&Offers(all.clone()));
        assert_eq!(found(&addresses, &all)[7..], [Some(9), Some(8)]);
        let later = [offer(&STRIKE, Some(20)), offer(&STRIKE, Some(21))];
        addresses.extend(&Offers(later.to_vec()));
        assert_eq!((found(&addresses, &later), found(&addresses, &all)[7]), (vec![Some(9), None], None));
    }

    #[test]
    fn digits_stay_from_turn_to_turn_whatever_can_be_chosen() {
        let shut = |kind| offer(kind, None).refused(Some(Refusal::new(RuleId("X-02"), "Not now")));
        let mut addresses = Addresses::default();
        let first = [offer(&AIM, None), offer(&STAND, None)];
        addresses.extend(&Offers(first.to_vec()));
        addresses.next_turn();
        let next = [shut(&AIM), offer(&STAND, None)];
        addresses.extend(&Offers(next.to_vec()));
        assert_eq!(found(&addresses, &next), [Some(1), Some(2)]);
        // With all digits given, rows that are gone make room only for rows that are new.
        let mut addresses = Addresses::default();
        let all: Vec<Offer> = (1..10).map(|item| offer(&STRIKE, Some(item))).collect();
        addresses.extend(&Offers(all.clone()));
        addresses.next_turn();
        let later: Vec<Offer> = [20].into_iter().chain(2..10).map(|item| offer(&STRIKE, Some(item))).collect();
        addresses.extend(&Offers(later.clone()));
        let digits: Vec<Option<u8>> = [1].into_iter().chain(2..10).map(Some).collect();
        assert_eq!(found(&addresses, &later), digits);
    }

    #[test]
    fn the_answers_to_a_question_share_the_digits() {
        let offers = Offers(vec![offer(&STRIKE, None), offer(&WALK, None)]);
        let digits = |mut addresses: Addresses| {
            addresses.extend(&offers);
            [0, 1].map(|index| addresses.of(&offers.0[index]).and_then(|address| address.digit))
        };
        let mut found = digits(Addresses::of_question());
        found.sort_unstable();
        assert_eq!(found, [Some(1), Some(2)]);
        assert_eq!(digits(Addresses::default()), [Some(1), Some(1)]);
    }
}
