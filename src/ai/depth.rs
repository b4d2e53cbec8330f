//! How thoroughly the computer thinks.

/// How thoroughly the computer thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// Compares sequences of choices, plays on after the best of them, and compares the answers to every question: the
    /// strongest play.
    #[default]
    Full,
    /// Compares single choices and looks no further ahead: for batches of battles and weak machines.
    Quick,
    /// Like [`Self::Quick`], made easier for a person to play against: danger counts half, dangerous enemies count no
    /// more than others, and every question out of turn gets the default answer.
    Steady,
    /// The yardstick: strikes where it does the most harm now, or else walks up to the nearest enemy. Its play never
    /// changes, so that others can be measured against it.
    Greedy,
    /// The yardstick with mistakes, for beginners.
    Easy,
}

impl Depth {
    /// Whether it compares single choices.
    pub(super) const fn is_single(self) -> bool {
        matches!(self, Self::Quick | Self::Steady)
    }
}
