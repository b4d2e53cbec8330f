//! The kinds of offers, in the order of their places, and what they are paid with. VIG-TURN-02.

use crate::rules::{
    Cost, Currency, Finality,
    Group::{End, Move},
    OfferKind,
    Role::{self, Approach, Pass, Prepare, Recover},
    Spending,
};

/// Actions of a turn, VIG-TURN-01.
pub static ACTION: Currency = Currency { name: "Action", is: Spending::Large };
/// Vigor, VIG-REACT-03.
pub static VIGOR: Currency = Currency { name: "Vigor", is: Spending::Points };

/// So many actions.
pub const fn actions(count: u8) -> Cost {
    Cost::of(&ACTION, count)
}

pub static MOVE: OfferKind = OfferKind::new("move", Move, 1, Approach).titled("Move");
pub static ESCAPE: OfferKind =
    OfferKind::new("escape", Move, 2, Approach).ranked(3).titled("Escape").about("opens to enemies in reach first");
pub static LEAVE: OfferKind = OfferKind::new("leave", Move, 3, Pass)
    .ranked(1)
    .for_comfort()
    .commits(Finality::Ends)
    .titled("Flee from the board")
    .about("out of the encounter, by the nearest edge");
pub static STAND: OfferKind =
    OfferKind::new("stand", Move, 4, Recover).titled("Stand up").about("opens to enemies in reach first");
pub static END_TURN: OfferKind = OfferKind::new("end", End, 1, Role::End).titled("End turn");

pub static ROLL: OfferKind =
    OfferKind::answer("roll", 1, Prepare).titled("All roll initiative").then("1d20 and initiative dice each");
pub static HOLD: OfferKind = OfferKind::answer("hold", 2, Pass)
    .for_comfort()
    .titled("Hold some back")
    .about("no turns, but reactions; may join in a later round")
    .then("the others roll");
