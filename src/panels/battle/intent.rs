//! What a person wants to do in battle. Panels return it, a screen carries it out.

use super::model::{Dialog, Standing};
use crate::panels::settings;
use crate::rules::{CombatantId, Group, RuleId};

/// What a person wants to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Open an offer.
    ChooseOffer(usize),
    /// List a group of offers; `None` for the few that matter now.
    List(Option<Group>),
    /// Unfold the refused rows, or fold them.
    Refused,
    /// Answer with an offer as it is set now.
    Answer(usize),
    /// Set how long the answer stands.
    Stand(Standing),
    /// Take back a standing answer, by its place among those shown.
    Unstand(usize),
    /// Set a parameter for somebody else who is asked the same.
    SettleTogether {
        /// For whom.
        who: CombatantId,
        /// Which parameter.
        key: &'static str,
        /// The number behind the value.
        value: i32,
    },
    /// Choose an answer for somebody else who is asked the same.
    AnswerTogether {
        /// For whom.
        who: CombatantId,
        /// The answer's place.
        place: usize,
    },
    /// Let go of the pinned target.
    Unpin,
    /// Aim an offer at somebody.
    SetTarget {
        /// Which offer.
        offer: usize,
        /// At whom.
        who: CombatantId,
    },
    /// Set a parameter of an offer.
    SetParameter {
        /// Which offer.
        offer: usize,
        /// Which parameter.
        key: &'static str,
        /// The number behind the value.
        value: i32,
    },
    /// Keep the current combination of parts as a favourite.
    KeepFavourite,
    /// Name the favourite in this place.
    NameFavourite(usize),
    /// The name being written.
    WriteName(String),
    /// Accept the name.
    EndNaming,
    /// Type a choice in its text form.
    BeginTyping,
    /// What has been typed so far.
    WriteTyped(String),
    /// Take what has been typed, or the suggestion in this place below it.
    TakeTyped(usize),
    /// Stop typing and take nothing.
    EndTyping,
    /// Leave the name as it was; a favourite kept only just now is dropped.
    CancelNaming,
    /// Take a favourite.
    TakeFavourite(usize),
    /// Go from the parts back to the rows.
    LeaveWorkbench,
    /// Ask the next question for every square; after the last, none.
    NextField,
    /// Ask what the computer would do, or close its advice.
    Advise,
    /// Draw one of the computer's choices on the board.
    MarkAdvice(usize),
    /// Lay one of the computer's choices as the plan, so that its forecast is shown and the button carries it out.
    LayAdvice(usize),
    /// Take an alternative of the forecast.
    TakeAlternative(usize),
    /// Confirm the choice.
    Commit,
    /// One step back; from the start, the menu.
    Back,
    /// Undo the last choice.
    Undo,
    /// End the turn.
    EndTurn,
    /// Go to the next target or combatant.
    Next,
    /// Go to the previous target or combatant.
    Previous,
    /// Inspect a combatant.
    Inspect(CombatantId),
    /// Pin the floating cards, or unpin them.
    Pin,
    /// Show a rule.
    OpenRule(RuleId),
    /// Close the rule.
    CloseRule,
    /// Open something over the battle.
    Open(Dialog),
    /// The notice has been read.
    Read,
    /// Close what is open over the battle.
    Close,
    /// Show the end of the battle again.
    ShowEnd,
    /// Change a setting.
    Set(settings::Intent),
    /// Take the seat handed over.
    TakeSeat,
    /// Go to an event of the recap.
    RecapTo(usize),
    /// The recap has been read: go to the board.
    CloseRecap,
    /// The result of an act has been read: go on.
    GoOn,
    /// Pause the play of others, or resume it.
    Pause,
    /// One act further.
    StepOn,
    /// Go to the moment after this many lines of the recording.
    Seek(usize),
    /// Show the result of the last act again, or close it.
    ShowAgain,
    /// Open the card of the last act, of which only the sentence is visible.
    OpenCard,
    /// Unfold the terms of an act's result, or fold them.
    Terms,
    /// Let the computer play the best choice found so far.
    PlayNow,
    /// Take the position to the lab; the battle waits.
    ToLab,
    /// Go back to the lab this battle was started from.
    BackToLab,
    /// Save and go to the title.
    SaveAndLeave,
    /// Give up, for the side that is asked.
    Concede,
    /// Select the round from which to play again.
    FromRound(u16),
    /// Play again from the beginning of a round.
    PlayFrom(u16),
    /// Play again with the same seed.
    PlayAgain,
    /// Play again with another seed.
    PlayAnew,
    /// Go back to the setup.
    Setup,
    /// Watch the recording.
    Watch,
}

impl Intent {
    /// Whether it answers a question, so that it is ignored until the question could be read.
    pub(super) const fn answers(&self) -> bool {
        matches!(
            self,
            Self::Commit
                | Self::Answer(_)
                | Self::EndTurn
                | Self::TakeSeat
                | Self::CloseRecap
                | Self::PlayAnew
                | Self::PlayAgain
                | Self::PlayFrom(_)
        )
    }
}
