//! What the list of a turn shows, and the button at its foot.

use super::{BodyModel, Prospect};
use crate::rules::Group;

/// What the list shows in one's own turn.
#[derive(Clone, Debug, Default)]
pub struct ListModel {
    /// The groups that this ruleset has.
    pub groups: Vec<Group>,
    /// The open group; nothing for the few rows that matter now.
    pub open: Option<Group>,
    /// The enemy that is pinned.
    pub pin: Option<BodyModel>,
    /// Whether nothing is left to spend.
    pub spent: bool,
    /// Whether the end of the turn is asked about, so that it takes two presses.
    pub asks: bool,
    /// What would be left if the turn ended now, once that has been asked about: "Standard left".
    pub left: Option<String>,
    /// Whether the refused rows are unfolded.
    pub refused: bool,
    /// Whether the odds by which rows are put in order are still being worked out.
    pub counting: bool,
    /// Whether one of the rows that matter now has been chosen, so that they all keep their places.
    pub held: bool,
    /// How often what is asked has become another: rows keep their places until it does.
    pub revision: u64,
    /// A way and the blow at its end that the board has laid, with the odds of the blow.
    pub laid: Option<LaidModel>,
    /// The answers that stand for this side: "Bero: let it pass, this round".
    pub standing: Vec<String>,
}

/// The button at the foot of the list: what pressing it does, as a sentence.
#[derive(Clone, Debug, Default)]
pub struct ActModel {
    /// "Strike Nib with sword, 3 AP"; what is missing if nothing can be done yet.
    pub words: String,
    /// Whether it does something.
    pub ready: bool,
    /// Whether it ends the turn.
    pub ends: bool,
    /// What is left for later after it: "Keeps 2 AP to defend".
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
