//! The words of choices and rolls in trials.

use super::menu;
use crate::rules::Vocabulary;

/// The words of choices and rolls. Trials and the battles of the harness stop where something comes that is missing here.
pub static VOCABULARY: Vocabulary = Vocabulary {
    verbs: &[
        menu::WALK.verb,
        menu::STRIKE.verb,
        menu::WAIT.verb,
        menu::END_TURN.verb,
        menu::PARRY.verb,
        menu::DECLINE.verb,
        menu::CUT_IN.verb,
    ],
    ways: &[menu::WALK.verb],
    parameters: &[],
    rolls: &["Strike", "Parry", "Damage"],
};
