//! What a person wants in battle. Panels return it, a screen carries it out.

use super::model::{Dialog, Standing};
use crate::panels::settings;
use crate::rules::{CombatantId, Group, RuleId};

/// What a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Open an offer.
    ChooseOffer(usize),
    /// List a group of offers; nothing for the few that matter now.
    List(Option<Group>),
    /// Unfold the refused rows, or fold them.
    Refused,
    /// Answer with an offer as it is settled.
    Answer(usize),
    /// How long the answer stands.
    Stand(Standing),
    /// An answer that stands is taken back, by its place among those that are shown.
    Unstand(usize),
    /// Settle a parameter for somebody else who is asked the same.
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
    /// Settle a parameter of an offer.
    SetParameter {
        /// Which offer.
        offer: usize,
        /// Which parameter.
        key: &'static str,
        /// The number behind the value.
        value: i32,
    },
    /// Keep the present combination of parts as a favourite.
    KeepFavourite,
    /// Name the favourite in a place.
    NameFavourite(usize),
    /// Its name as it is being written.
    WriteName(String),
    /// Its name is as it should be.
    EndNaming,
    /// Type a choice in its text form.
    BeginTyping,
    /// What has been typed so far.
    WriteTyped(String),
    /// Choose what has been typed, or what stands in this place below it.
    TakeTyped(usize),
    /// Leave what has been typed.
    EndTyping,
    /// Leave its name as it was, and not keep what has only just been kept.
    CancelNaming,
    /// Take a combination that has been kept.
    TakeFavourite(usize),
    /// From the parts back to the rows.
    LeaveWorkbench,
    /// Ask the next question for every square, or none any more.
    NextField,
    /// Ask what the computer would do, or put that away.
    Advise,
    /// Draw one of the computer's choices on the board.
    MarkAdvice(usize),
    /// Lay one of the computer's choices, so that its forecast is in view and the button does it.
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
    /// Look at a combatant.
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
    /// Take the seat that was handed over.
    TakeSeat,
    /// Go to an event of what happened while another sat at the screen.
    RecapTo(usize),
    /// What happened has been read: go to the board.
    CloseRecap,
    /// What came of an act has been read: go on.
    GoOn,
    /// Pause what is played by others, or let it run again.
    Pause,
    /// One act further.
    StepOn,
    /// Go to the moment after so many lines of the recording.
    Seek(usize),
    /// Show what came of the last act again, or no longer.
    ShowAgain,
    /// Open the card of the last act, of which only the sentence is in view.
    OpenCard,
    /// Unfold the terms of what came of an act, or fold them.
    Terms,
    /// Let the computer play what it has found so far.
    PlayNow,
    /// Take the position to the lab; the battle waits.
    ToLab,
    /// Back to the lab from which this is played.
    BackToLab,
    /// Save and go to the title.
    SaveAndLeave,
    /// Give up, for the side that is asked.
    Concede,
    /// Set the round from which to play again.
    FromRound(u16),
    /// Play again from the beginning of a round.
    PlayFrom(u16),
    /// Play again with the same seed.
    PlayAgain,
    /// Play again with another seed.
    PlayAnew,
    /// Back to the setup.
    Setup,
    /// Watch the recording.
    Watch,
}

impl Intent {
    /// Whether it answers what is asked, so that it must not be heard before that could be read.
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
