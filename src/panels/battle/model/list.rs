//! The contents of a turn's list, and the button at its foot.

use super::{BodyModel, Prospect};
use crate::rules::Group;

/// The contents of the list in one's own turn.
#[derive(Clone, Debug, Default)]
pub struct ListModel {
    /// The groups of this ruleset.
    pub groups: Vec<Group>,
    /// The open group; `None` for the few rows that matter now.
    pub open: Option<Group>,
    /// The pinned target.
    pub pin: Option<BodyModel>,
    /// Whether nothing is left to spend.
    pub spent: bool,
    /// Whether ending the turn needs a second press to confirm it.
    pub asks: bool,
    /// What would be left unused if the turn ended now, once confirmation has been asked for: "Standard left".
    pub left: Option<String>,
    /// Whether the refused rows are unfolded.
    pub refused: bool,
    /// Whether the odds that order the rows are still being worked out.
    pub counting: bool,
    /// Whether one of the rows that matter now has been chosen, so that they all keep their places.
    pub held: bool,
    /// How often the question has changed: rows keep their places until it does.
    pub revision: u64,
    /// A way and the blow at its end laid on the board, with the odds of the blow.
    pub laid: Option<LaidModel>,
    /// The answers that stand for this side: "Bero: let it pass, this round".
    pub standing: Vec<String>,
}

/// The button at the foot of the list: what pressing it does, as a sentence.
#[derive(Clone, Debug, Default)]
pub struct ActModel {
    /// "Strike Nib with sword, 3 AP"; or what is still missing.
    pub words: String,
    /// Whether it does something.
    pub ready: bool,
    /// Whether it ends the turn.
    pub ends: bool,
    /// What it leaves for later: "Keeps 2 AP to defend".
    pub keeps: String,
}

/// A way and the blow at its end, laid by a press on the board.
#[derive(Clone, Debug)]
pub struct LaidModel {
    /// "Walk to k8 and strike with sword".
    pub words: String,
    /// The odds of the blow from there.
    pub prospect: Option<Prospect>,
}
