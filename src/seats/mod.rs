//! Who answers: persons and the computer. All their choices come in through here, with recording and undo.

mod game;
mod luck;
mod thinking;
mod watching;

pub use game::{Game, NoUndo};
pub use luck::{Counted, Luck, SideLuck, luck_of};
pub use thinking::{NoAnswer, Thinking};
pub use watching::Watching;

use crate::ai::Depth;

/// Who answers for a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person at this machine.
    #[default]
    Person,
    /// The computer, thinking at this depth.
    Computer(Depth),
}

impl Seat {
    /// All seats, in the order in which they are offered.
    pub const ALL: [Self; 6] = [
        Self::Person,
        Self::Computer(Depth::Full),
        Self::Computer(Depth::Quick),
        Self::Computer(Depth::Steady),
        Self::Computer(Depth::Easy),
        Self::Computer(Depth::Greedy),
    ];

    /// Its name in recordings and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Computer(Depth::Full) => "computer",
            Self::Computer(Depth::Quick) => "computer:quick",
            Self::Computer(Depth::Steady) => "computer:steady",
            Self::Computer(Depth::Easy) => "computer:easy",
            Self::Computer(Depth::Greedy) => "computer:greedy",
        }
    }

    /// The seat with a name; `computer:strong`, as the setup calls it, is `computer`.
    pub fn of(word: &str) -> Option<Self> {
        let word = if word == "computer:strong" { "computer" } else { word };
        Self::ALL.into_iter().find(|seat| seat.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::SEATS;

    #[test]
    fn every_seat_of_a_recording_can_be_taken() {
        assert_eq!(Seat::ALL.map(Seat::word), SEATS);
        assert_eq!(SEATS.map(Seat::of), Seat::ALL.map(Some));
        assert_eq!(Seat::of("computer:strong"), Seat::of("computer"));
        assert_eq!(Seat::of("computer:slow"), None);
    }
}
