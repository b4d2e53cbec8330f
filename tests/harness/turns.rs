//! What offers and decisions say about themselves: their addresses, what cannot be undone, when and why somebody is
//! asked.

use std::collections::{BTreeMap, btree_map};

use proving_ground::{
    dice::Rolled,
    lab::after_choice,
    panels::battle::model::OfferModel,
    rules::{
        Address, Addresses, Battle, Choice, CombatantId, Course, Decision, Entry, Finality, Group, ItemId, Offer,
        Offers, Role, Spending, Target, Window, objects, play, turns,
    },
};

use crate::{
    seat::{Seat, rules},
    unknown,
};

/// The addresses of the current turn.
#[derive(Default)]
pub struct Turn {
    whose: Option<(CombatantId, u16)>,
    addresses: Addresses,
    given: BTreeMap<Named, Address>,
    /// How many offers of each group could be chosen.
    opened: BTreeMap<Group, usize>,
}

/// What identifies an offer.
type Named = (&'static str, Option<ItemId>);

impl Turn {
    /// Checks the offers of a decision: two keys lead to each, never the same ones to two rows, and they never change.
    pub fn offers(&mut self, battle: &Battle, decision: &Decision, offers: &Offers) {
        let briefing = rules(battle).briefing(battle, decision);
        let in_turn = briefing.window == Window::Turn;
        for offer in &offers.0 {
            let is_answer = offer.group == Group::Answer;
            let fits = is_answer != in_turn || briefing.window == Window::Midway;
            assert!(fits, "{} is in {:?}", offer.verb, offer.group);
        }
        if !in_turn {
            let mut addresses = Addresses::default();
            addresses.extend(offers);
            keys(offers, &addresses);
            let passes = offers.0.iter().filter(|offer| offer.role == Role::Pass).count();
            assert!(passes <= 1, "there are several ways of doing nothing");
            return;
        }
        let whose = Some((decision.who, battle.scene.round));
        if self.whose != whose {
            *self = Self { whose, ..Self::default() };
        }
        self.addresses.extend(offers);
        let addresses = keys(offers, &self.addresses);
        let mut shut = Vec::new();
        for (offer, address) in offers.0.iter().zip(addresses) {
            match self.given.entry((offer.verb, offer.item)) {
                btree_map::Entry::Occupied(known) => assert_eq!(*known.get(), address, "{} has moved", offer.verb),
                btree_map::Entry::Vacant(free) if offer.is_open() => {
                    free.insert(address);
                    *self.opened.entry(offer.group).or_default() += 1;
                }
                btree_map::Entry::Vacant(_) => {}
            }
            shut.extend(address.digit.is_none().then_some(offer));
        }
        for offer in shut.into_iter().filter(|offer| offer.is_open()) {
            // Only rows after nine that could be chosen in this turn have no digit.
            assert!(self.opened[&offer.group] > 9, "{} of {} is past nine", offer.verb, offer.group.name());
        }
    }
}

/// Each offer has its own digit, except offers that share a row. Returns their addresses.
fn keys(offers: &Offers, addresses: &Addresses) -> Vec<Address> {
    let of = |offer: &Offer| addresses.of(offer).expect("every offer has an address");
    let all: Vec<Address> = offers.0.iter().map(of).collect();
    for (index, (offer, address)) in offers.0.iter().zip(&all).enumerate() {
        for (other, same) in offers.0[..index].iter().zip(&all) {
            if address.digit.is_some() && same == address {
                let one_row = (other.group, other.place) == (offer.group, offer.place)
                    && (other.fold.is_some() && offer.fold.is_some());
                assert!(one_row, "{} and {} have the same address", other.verb, offer.verb);
            }
        }
    }
    all
}

/// When somebody is asked and why: nobody interrupts their own turn except in a turn inside another one, and every
/// answer has a cause.
pub fn briefing(battle: &Battle, decision: &Decision) {
    let briefing = rules(battle).briefing(battle, decision);
    let own = battle.scene.acting == Some(decision.who);
    if matches!(briefing.window, Window::Turn | Window::Midway) {
        let inside = battle.scene.interrupted.len();
        assert!(own && usize::from(briefing.level) == inside, "{briefing:?}");
        // Midway through an action it is one's own roll that led there.
        let is_own = |who: Option<CombatantId>| briefing.window == Window::Midway && who == Some(decision.who);
        assert!(briefing.cause.as_ref().is_none_or(|cause| is_own(cause.who)), "{briefing:?}");
    }
    assert!(own || briefing.level > 0 || battle.scene.acting.is_none(), "{briefing:?} interrupts nothing");
    let stages = &briefing.stages;
    let now = stages.iter().filter(|stage| stage.state == proving_ground::rules::StageState::Now).count();
    assert_eq!(now, usize::from(!stages.is_empty()), "{briefing:?}");
}

/// A choice that can be taken back rolls no die, asks nobody else and ends no turn with something left; a choice called
/// final is final.
pub fn finality(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) {
    if rules(battle).briefing(battle, decision).window != Window::Turn {
        return;
    }
    for offer in offers.0.iter().filter(|offer| offer.is_open() && offer.finality == Finality::Nothing) {
        let choice = seat.complete(battle, decision, offer);
        // Somebody unknown may come into view on the way, which can provoke.
        let may_show = matches!(offer.target, Target::Way(_))
            && (unknown::is_any(battle, decision) || unknown::is_one(battle, decision.who));
        if offer.role == Role::End || may_show || provokes(battle, decision.who, offer, &choice) {
            continue;
        }
        let mut after = battle.clone();
        let mut journal = Vec::new();
        let dice = &mut Rolled::new(1);
        play::submit(&mut after, offers, &choice, dice, &mut journal).expect("what an open offer allows is accepted");
        // A choice that uses up the last action ends the turn by itself, and what follows comes with it.
        if turns::is_spent(&come_to(battle, decision, offers, offer, &choice), decision.who) {
            continue;
        }
        let goes_on = (after.scene.round, after.scene.acting) == (battle.scene.round, battle.scene.acting);
        assert!(goes_on, "{choice:?} ends a turn with something left");
        let rolled = journal.iter().any(|entry| matches!(entry, Entry::Roll(_)));
        // A combatant with a secretly readied action is asked when nobody could foresee it.
        let is_claimed = |asked: &&Decision| rules(&after).briefing(&after, asked).window == Window::Claim;
        let asked = after.decision().filter(|asked| !is_claimed(asked)).map(|asked| asked.who);
        assert!(!rolled && (asked.is_none() || asked == Some(decision.who)), "{choice:?} cannot be taken back");
    }
}

/// The battle after a choice that rolls no die, before its turn ends.
fn come_to(battle: &Battle, decision: &Decision, offers: &Offers, offer: &Offer, choice: &Choice) -> Battle {
    let way = Course::Along(&choice.squares);
    let moves = matches!(offer.target, Target::Way(_)) && !choice.squares.is_empty();
    let journey = moves.then(|| battle.journey(decision.who, choice.verb, way).ok()).flatten();
    match journey {
        Some(journey) => journey.after,
        None => after_choice(battle, offers, choice).expect("what is on offer can be chosen").1,
    }
}

/// Whether a path sets something off: blows in passing, blows against the mover, or fire.
fn provokes(battle: &Battle, who: CombatantId, offer: &Offer, choice: &Choice) -> bool {
    let Target::Way(_) = offer.target else { return false };
    let journey = battle.journey(who, offer.verb, Course::Along(&choice.squares));
    journey.is_ok_and(|journey| {
        let burns = objects::fire_on_way(battle, who, &journey.route.squares).is_some();
        burns || !journey.provocations.is_empty() || !journey.passages.is_empty()
    })
}

/// The points that a choice costs are exactly those gone once it is made, and only one part of a set is taken.
pub fn price(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) {
    let points = |battle: &Battle| {
        let card = rules(battle).card(battle, decision.who);
        card.allowances
            .iter()
            .find(|allowance| allowance.currency.is == Spending::Points)
            .map(|allowance| i32::from(allowance.left))
    };
    let Some(before) = points(battle) else { return };
    if rules(battle).briefing(battle, decision).window != Window::Turn {
        return;
    }
    for offer in offers.0.iter().filter(|offer| offer.is_open() && offer.role != Role::End) {
        let choice = seat.complete(battle, decision, offer);
        let Some((_, after)) = after_choice(battle, offers, &choice) else { panic!("{choice:?} is on offer") };
        let paid = points(&after).map_or(0, |left| before - left);
        assert_eq!(paid, offer.price(&choice, Spending::Points), "{choice:?} costs something else");
        let sets = offer.parts.as_ref().map_or(&[][..], |parts| &parts.sets);
        let of_set = |set: u8| {
            offer.parameters.iter().filter(move |parameter| parameter.part.is_some_and(|part| part.set == set))
        };
        let alone = sets.iter().filter(|set| set.most == 1).map(|set| set.number);
        for set in if offer.parts.is_some() { alone.collect() } else { vec![1] } {
            let all = of_set(set).fold(Choice::of(offer), |choice, parameter| {
                let taken = parameter.values.iter().find(|value| value.counts > 0).expect("a part can be taken");
                choice.set(parameter.key, taken.value)
            });
            let refused = of_set(set).count() < 2 || offer.misfit(&all).is_some();
            assert!(refused, "{} takes two parts of a set", offer.verb);
        }
    }
}

/// Offers asked for by one verb equal those with that verb among all.
pub fn of_one_verb(battle: &Battle, decision: &Decision, offers: &Offers) {
    for (index, offer) in offers.0.iter().enumerate() {
        if offers.0[..index].iter().any(|known| known.verb == offer.verb) {
            continue;
        }
        let alone = rules(battle).offers_of(battle, decision, offer.verb);
        let same: Vec<&Offer> = offers.0.iter().filter(|other| other.verb == offer.verb).collect();
        assert_eq!(alone.0.iter().collect::<Vec<_>>(), same, "{} alone is offered otherwise", offer.verb);
    }
}

/// Every offer has a name, and every answer says what follows; the button names the choice that is sent.
pub fn wording(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) {
    for offer in &offers.0 {
        let wording = rules(battle).describe(battle, decision, offer);
        let is_listed = rules(battle).groups().contains(&offer.group);
        assert!(is_listed || matches!(offer.group, Group::Answer | Group::End), "{} stands in no group", offer.verb);
        assert!(!wording.title.is_empty() && !wording.title.contains('{'), "{}: {wording:?}", offer.verb);
        assert!(offer.group != Group::Answer || !wording.then.is_empty(), "{} leads to what?", offer.verb);
        if offer.is_open() {
            let choice = seat.complete(battle, decision, offer);
            let address = Address { group: offer.group, digit: None };
            let model = OfferModel::of(offer, &wording, address, &choice, |who| who.0.to_string());
            let sent = offers.find(choice.verb, choice.item).expect("the choice is of an offer");
            let title = rules(battle).describe(battle, decision, sent).title;
            assert!(model.commit.is_none_or(|words| words == title), "the button says something else");
        }
    }
}

/// Of the offers that end something bad, the first with the highest rank is chosen.
pub fn recovery(offers: &Offers) {
    let open = || offers.0.iter().filter(|offer| offer.is_open() && offer.role == Role::Recover);
    let chosen = offers.recovery().map(|index| &offers.0[index]);
    assert_eq!(chosen.is_some(), open().next().is_some());
    if let Some(chosen) = chosen {
        assert!(chosen.is_open() && chosen.role == Role::Recover);
        assert!(open().all(|other| other.rank <= chosen.rank));
    }
}
