//! What is told of a movement before it is made is so once it has been made.

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

/// How often ways were compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gone {
    /// Ways after which the turn went on.
    pub compared: u64,
    /// Ways with which it ended by itself.
    pub ended: u64,
}

impl Gone {
    /// Both together.
    pub const fn and(self, other: Self) -> Self {
        Self { compared: self.compared + other.compared, ended: self.ended + other.ended }
    }
}

/// Goes a way of every open offer: it is paid for as [`Journey::after`] says, and what is open there is open then.
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

/// Compares what was promised with what has come of a choice; nothing if somebody has come in between.
fn compare((battle, decision, offers): (&Battle, &Decision, &Offers), choice: &Choice, promised: &Battle) -> Gone {
    let (mut after, mut journal) = (battle.clone(), Vec::new());
    play::submit(&mut after, offers, choice, &mut Rolled::new(1), &mut journal)
        .expect("what is on offer can be chosen");
    let who = decision.who;
    let left = rules(battle).offers(promised, decision);
    // Between blows that are dealt out, a step leaves open what was open.
    if rules(battle).briefing(battle, decision).window == Window::Midway {
        return Gone::default();
    }
    if *decision != rules(battle).turn_question(who) {
        let more = left.0.iter().find(|offer| offer.is_open() && offer.role != Role::Pass);
        assert!(more.is_none(), "{choice:?}: {:?} would be open after it", more.map(|offer| offer.verb));
        return Gone::default();
    }
    // Whoever has put off a turn of the round before may have the next one at once.
    let ends = journal.iter().any(|entry| matches!(entry, Entry::Effect(Effect::Acting(_))));
    if ends || after.scene.round != battle.scene.round || after.scene.over.is_some() {
        // Who ends a turn with something left was stopped, or has left the board.
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

/// An offer as far as it is open: its verb, what it is done with, whether it is open, and at whom it can be aimed.
type Openness<'a> = (&'static str, Option<ItemId>, bool, &'a [Candidate]);

/// What is open, and at whom it can be aimed.
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
