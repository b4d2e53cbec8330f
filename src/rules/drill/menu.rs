//! The kinds of offers, in the order of their places, and what they are paid with. DRL-TURN, DRL-PAR.

use crate::rules::{
    ChanceOf, Currency,
    Group::{Attack, End, Move},
    OfferKind,
    Role::{self, Approach, Harm, Pass, Protect},
    Spending,
};

/// The walk of a turn, DRL-TURN-01.
pub static ONE_WALK: Currency = Currency { name: "Walk", is: Spending::Small };
/// The strike of a turn, DRL-TURN-01.
pub static ONE_STRIKE: Currency = Currency { name: "Strike", is: Spending::Large };
/// The parry until the next turn, DRL-PAR-01.
pub static ONE_PARRY: Currency = Currency { name: "Parry", is: Spending::Reaction };

pub static WALK: OfferKind = OfferKind::new("walk", Move, 1, Approach).titled("Walk");
pub static STRIKE: OfferKind = OfferKind::new("strike", Attack, 1, Harm).rolls(ChanceOf::Hits).titled("Strike with {}");
pub static END_TURN: OfferKind = OfferKind::new("end", End, 1, Role::End).titled("End turn");

pub static PARRY: OfferKind = OfferKind::answer("parry", 1, Protect)
    .rolls(ChanceOf::Averted)
    .titled("Parry")
    .then("the skill or less averts the strike, else damage");
pub static DECLINE: OfferKind =
    OfferKind::answer("decline", 2, Pass).titled("Take the strike").then("the damage is rolled");
