//! Who answers: persons and the computer. All their choices come in through here, with recording and undo.

mod game;
mod thinking;
mod watching;

pub use game::{Game, NoUndo};
pub use thinking::{NoAnswer, Thinking};
pub use watching::Watching;

/// Who answers for a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person at this machine.
    #[default]
    Person,
    /// The computer.
    Computer,
}

impl Seat {
    /// Its name in recordings and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Computer => "computer",
        }
    }

    /// The seat with a name.
    pub fn of(word: &str) -> Option<Self> {
        [Self::Person, Self::Computer].into_iter().find(|seat| seat.word() == word)
    }
}
