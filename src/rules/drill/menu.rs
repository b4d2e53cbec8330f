//! The kinds of offers in the order they are listed, the currencies they cost, and the words for trials. DRL-TURN,
//! DRL-PAR.

use crate::rules::{
    ChanceOf, Currency,
    Group::{self, Attack, End, Move, Stance, Wait},
    Role::{self, Approach, Harm, Pass, Prepare, Protect},
    Spending, Vocabulary, WaitsFor, claims,
    prelude::*,
};

/// The groups of a turn.
pub static GROUPS: [Group; 4] = [Move, Attack, Stance, Wait];

/// The walk of a turn, DRL-TURN-01.
pub static ONE_WALK: Currency = Currency { name: "Walk", is: Spending::Small };
/// The strike of a turn, DRL-TURN-01.
pub static ONE_STRIKE: Currency = Currency { name: "Strike", is: Spending::Large };
/// The parry until the next turn, DRL-PAR-01.
pub static ONE_PARRY: Currency = Currency { name: "Parry", is: Spending::Reaction };

crate::rules::ruleset::record::listed! {
    KINDS: OfferKind;

    WALK = OfferKind::new("walk", Move, 1, Approach).titled("Walk");
    STRIKE = OfferKind::new("strike", Attack, 1, Harm).rolls(ChanceOf::Hits).titled("Strike with {}");
    SWEEP = OfferKind::new("sweep", Attack, 2, Harm).rolls(ChanceOf::Hits).titled("Sweep with {}");
    ORDERS = claims::offer_kind(1, "Standing orders for cutting in");
    WAIT = OfferKind::new("wait", Wait, 1, Prepare).waiting(WaitsFor::Trigger).commits(Finality::Ends).titled("Wait");
    END_TURN = OfferKind::new("end", End, 1, Role::End).commits(Finality::Ends).titled("End turn");

    PARRY = OfferKind::answer("parry", 1, Protect)
        .rolls(ChanceOf::Averted)
        .titled("Parry")
        .then("the skill or less averts the strike, else damage");
    DECLINE = OfferKind::answer("decline", 2, Pass).titled("Take the strike").then("the damage is rolled");

    CUT_IN = OfferKind::answer("cut-in", 1, Harm)
        .commits(Finality::Nothing)
        .titled("Cut in")
        .then("what is left of the turn, now");
    LET_GO_ON = OfferKind::answer("decline", 9, Pass)
        .commits(Finality::Nothing)
        .titled("Let it go on")
        .then("the wait goes on");
}

/// The words of choices and rolls. Trials and harness battles stop at a word that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    kinds: KINDS,
    parameters: &[std::slice::from_ref(&claims::ASK)],
    rolls: &["Strike", "Parry", "Damage"],
};
