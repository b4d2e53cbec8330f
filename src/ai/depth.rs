//! How thoroughly the computer thinks.

/// How thoroughly the computer thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// Compares sequences of choices and the answers to every question: the strongest play.
    #[default]
    Full,
    /// Compares single choices: for batches of battles and weak machines.
    Quick,
}
