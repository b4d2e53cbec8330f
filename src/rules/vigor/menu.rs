//! The kinds of offers, in the order of their places, and what they are paid with. VIG-TURN-02.

use crate::rules::{
    ChanceOf, Cost, Currency, Finality,
    Group::{Attack, End, Move},
    OfferKind,
    Role::{self, Approach, Harm, Pass, Prepare, Protect, Recover},
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

pub static STRIKE: OfferKind =
    OfferKind::new("strike", Attack, 1, Harm).rolls(ChanceOf::Hits).titled("Strike with {}").folded("Strike", "With");
pub static SHOOT: OfferKind =
    OfferKind::new("shoot", Attack, 2, Harm).rolls(ChanceOf::Hits).titled("Shoot with {}").folded("Shoot", "With");
pub static THROW: OfferKind =
    OfferKind::new("throw", Attack, 3, Harm).ranked(4).rolls(ChanceOf::Hits).titled("Throw {}").folded("Throw", "What");
pub static OFF_HAND: OfferKind = OfferKind::new("off-hand", Attack, 4, Harm)
    .rolls(ChanceOf::Hits)
    .titled("Off-hand attack with {}")
    .folded("Off-hand attack", "With")
    .about("in the same action: two Challenges to hit and to damage");
pub static BREAK: OfferKind = OfferKind::new("break", Attack, 5, Prepare)
    .ranked(3)
    .rolls(ChanceOf::Hits)
    .titled("Break something with {}")
    .folded("Break something", "With")
    .about("doors, barricades, pillars");

pub static DODGE: OfferKind =
    OfferKind::answer("dodge", 1, Protect).rolls(ChanceOf::Evaded).titled("Dodge").then("Rolls higher than the attack");
pub static DEFLECT: OfferKind = OfferKind::answer("deflect", 2, Protect)
    .rolls(ChanceOf::Averted)
    .titled("Deflect")
    .then("Rolls higher than the attack");
pub static BLOCK: OfferKind = OfferKind::answer("block", 3, Protect)
    .rolls(ChanceOf::Averted)
    .titled("Block")
    .then("Rolls higher than the attack");
pub static SPECIAL: OfferKind =
    OfferKind::answer("counter", 4, Protect).rolls(ChanceOf::Averted).titled("Special reaction");
pub static TAKE_OPENING: OfferKind = OfferKind::answer("opening", 5, Harm)
    .rolls(ChanceOf::Hits)
    .titled("Take the opening with {}")
    .folded("Take the opening", "With");
pub static DECLINE: OfferKind = OfferKind::answer("decline", 9, Pass).titled("Decline").about("keep the Vigor");
