//! What is told of a movement beforehand is true once it has been made.

use proving_ground::{
    dice::Rolled,
    rules::{
        Battle, Candidate, Choice, Course, Decision, Effect, Entry, ItemId, Journey, Offer, Offers, Role, Target,
        Window, play, turns,
    },
};

use crate::{
    seat::{Seat, rules},
    unknown,
};

/// How often movements were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gone {
    /// Movements after which the turn went on.
    pub compared: u64,
    /// Movements that ended the turn by themselves.
    pub ended: u64,
}

impl Gone {
    /// The sum of both.
    pub const fn and(self, other: Self) -> Self {
        Self { compared: self.compared + other.compared, ended: self.ended + other.ended }
    }
}

/// Makes a movement of every open offer: it costs what [`Journey::after`] says, and the offers open there are open
/// afterwards.
pub fn gone_as_promised(battle: &Battle, decision: &Decision, offers: &Offers, seat: &mut Seat) -> Gone {
    let mut gone = Gone::default();
    if unknown::is_any(battle, decision) || unknown::is_one(battle, decision.who) {
        return gone;
    }
    for offer in offers.0.iter().filter(|offer| offer.is_open() && matches!(offer.target, Target::Way(_))) {
        let choice = Choice::of(offer).to(seat.complete(battle, decision, offer).squares);
        let course = Course::Along(&choice.squares);
        let journey = battle.journey(decision.who, offer.verb, course).expect("a way on offer leads there");
        let Journey { gamble, provocations, passages, after: promised, .. } = journey;
        if gamble.is_some() || !provocations.is_empty() || !passages.is_empty() {
            continue;
        }
        gone = gone.and(compare((battle, decision, offers), &choice, &promised));
    }
    gone
}

/// Compares the promise with the result of a choice; counts nothing if somebody intervened.
fn compare((battle, decision, offers): (&Battle, &Decision, &Offers), choice: &Choice, promised: &Battle) -> Gone {
    let (mut after, mut journal) = (battle.clone(), Vec::new());
    play::submit(&mut after, offers, choice, &mut Rolled::new(1), &mut journal)
        .expect("what is on offer can be chosen");
    let who = decision.who;
    let left = rules(battle).offers(promised, decision);
    // A step between dealt-out blows leaves open whatever was open.
    if rules(battle).briefing(battle, decision).window == Window::Midway {
        return Gone::default();
    }
    if *decision != rules(battle).turn_question(who) {
        let more = left.0.iter().find(|offer| offer.is_open() && offer.role != Role::Pass);
        assert!(more.is_none(), "{choice:?}: {:?} would be open after it", more.map(|offer| offer.verb));
        return Gone::default();
    }
    // A combatant who put off a turn in the round before may have the next one at once.
    let ends = journal.iter().any(|entry| matches!(entry, Entry::Effect(Effect::Acting(_))));
    if ends || after.scene.round != battle.scene.round || after.scene.over.is_some() {
        // A turn that ends with something left was stopped, or its combatant has left the board.
        let fights = after.combatant(who).fights() && after.scene.over.is_none();
        assert!(!fights || turns::is_spent(promised, who), "{choice:?} ends the turn with something left");
        return Gone { ended: 1, ..Gone::default() };
    }
    let rolled = journal.iter().any(|entry| matches!(entry, Entry::Roll(_)));
    if rolled || after.decision() != Some(decision) {
        return Gone::default();
    }
    let state = |battle: &Battle| {
        let fighter = battle.combatant(who);
        (fighter.placement, fighter.posture, *fighter.budgets, *fighter.vitals, fighter.conditions.clone())
    };
    assert_eq!(state(&after), state(promised), "{choice:?} leads to something else");
    let open = rules(battle).offers(&after, decision);
    assert_eq!(openness(&open), openness(&left), "{choice:?}: after it something else is open");
    Gone { compared: 1, ..Gone::default() }
}

/// How open an offer is: its verb, its item, whether it is open, and its possible targets.
type Openness<'a> = (&'static str, Option<ItemId>, bool, &'a [Candidate]);

/// The openness of all offers that are open or have targets.
fn openness(offers: &Offers) -> Vec<Openness<'_>> {
    let told = |offer: &'_ Offer| offer.is_open() || matches!(offer.target, Target::Combatant(_));
    offers.0.iter().filter(|offer| told(offer)).map(of).collect()
}

fn of(offer: &Offer) -> Openness<'_> {
    let candidates = match &offer.target {
        Target::Combatant(all) => all.as_slice(),
        _ => &[],
    };
    (offer.verb, offer.item, offer.is_open(), candidates)
}
