//! What a person wants to do in the lab. Panels return it, the screen carries it out.

use super::{
    chart::ChartFile,
    curve::Reading,
    fields::Whose,
    model::{Dialog, GoalModel, Laid, Page, SaveAs, Tint, Tool},
    sweep::Measure,
};
use crate::{
    geometry::{Direction, Square},
    lab::FieldKind,
    levels::draft::{Hand, RecordEdit, TokenKey},
    panels::settings,
    rules::{Posture, RuleId, RulesetId, Status, Team, Until, Vital},
};

/// What a person wants to do. "The picked ones" are the picked fighters; "by its place" means by its index in the list
/// shown.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Show a message about refused input.
    Tell(String),
    /// Place somebody on a side.
    Muster(Team),
    /// Take a tool.
    Take(Tool),
    /// Open a page of the inspector.
    Turn(Page),
    /// Undo the last edit.
    Undo,
    /// Redo the last edit undone.
    Redo,
    /// Change the ruleset.
    Ruleset(RulesetId),
    /// Change the ruleset, and show what decides between striker and target there.
    Evidence(RulesetId),
    /// Change a setting of the ruleset, by its place.
    Set(usize, i32),
    /// Reset all settings to the printed rules.
    Defaults,
    /// Pick just this fighter.
    Pick(TokenKey),
    /// Pick the next or the previous fighter.
    Cycle(isize),
    /// Pick everybody.
    All,
    /// Drop the target or the pick; with neither, open the menu.
    Back,
    /// Aim at somebody, or at nobody.
    Aim(Option<TokenKey>),
    /// Swap striker and target.
    Swap,
    /// Show another attack in full, by its place.
    Attempt(usize),
    /// Tint the board.
    Tint(Tint),
    /// Ask a question for every square, or none.
    Field(Option<FieldKind>),
    /// Save the field shown.
    SaveField(ChartFile),
    /// Ask the next question for every square; after the last, none.
    NextField,
    /// Set whose reach or threat is counted.
    Whose(Whose),
    /// Count only the target as a danger, or all enemies.
    Alone(bool),
    /// Keep the curve shown as B, or drop B.
    Compare(bool),
    /// Set which chances a curve shows.
    Read(Reading),
    /// Save the curves shown.
    SaveCurves(ChartFile),
    /// Show the attack along a number, by its place, or along none.
    Sweep(Option<usize>),
    /// Set what is shown along the number.
    SweepMeasure(Measure),
    /// Keep the sweep shown for comparison, or drop the kept one.
    KeepSweep(bool),
    /// Save the sweep shown.
    SaveSweep(ChartFile),
    /// Keep the field shown, so that changes since then are shown, or drop the kept one.
    KeepField(bool),
    /// Set how opaque the field is, in per cent.
    Opacity(u8),
    /// Turn the picked ones by this many eighths of a circle.
    TurnBy(i8),
    /// Make the picked ones face this way.
    Look(Direction),
    /// Move the picked ones by one square.
    Nudge(Direction),
    /// Move the picked ones to a side.
    Side(Team),
    /// Move the picked ones to the next side.
    NextSide,
    /// Set the posture of the picked ones.
    Posture(Posture),
    /// Set whether the picked one is in the fight, down or dead.
    Status(Status),
    /// Let the picked one arrive in this round at the entrance in this place, or be there from the start.
    Late(Option<(u16, usize)>),
    /// Set whether the picked one is hidden from its enemies.
    Hidden(bool),
    /// Name the picked one.
    Name(String),
    /// Give the picked one another archetype.
    Archetype(String),
    /// Edit a field of the picked one's sheet, by its path.
    Sheet(String, RecordEdit),
    /// Reset the picked one's sheet to that of its archetype.
    AsPrinted,
    /// Set a vital of the picked one.
    Vital(Vital, i16),
    /// Add a condition, by its number.
    AddCondition(u8),
    /// Remove a condition, by its place.
    DropCondition(usize),
    /// Set the level of a condition, by its place.
    ConditionLevel(usize, i16),
    /// Set the end of a condition, by its place.
    ConditionEnd(usize, Until),
    /// Draw only one line of sight, by its place, or all of them.
    PointLine(Option<usize>),
    /// Point at a change, by its place, or at none.
    PointChange(Option<usize>),
    /// Try a change, by its place.
    TryChange(usize),
    /// Show the numbers of another of the picked one's things, by its place.
    ShowArm(usize),
    /// Edit a number of the picked one's thing in this place, by the path of its field.
    Arm(usize, String, RecordEdit),
    /// Set whether the picked one's thing in this place is loaded.
    Load(usize, bool),
    /// Set how many of the thing in this place there are.
    Number(usize, u16),
    /// Put the thing in this place into a hand of the picked one, or empty the hand.
    Hold(Hand, Option<usize>),
    /// Give the picked one a thing, by its tag.
    Give(String),
    /// Remove a thing, by its place.
    TakeAway(usize),
    /// Remove the picked ones.
    Remove,
    /// Copy the picked ones to squares beside them.
    Copy,
    /// Make it the picked one's turn.
    Act,
    /// Set the archetype to place next.
    Kind(String),
    /// Set the side to place it on.
    Team(Team),
    /// List only archetypes with these words in their names.
    Want(String),
    /// Bring a square into view.
    Show(Square),
    /// Name the level.
    Title(String),
    /// Describe the level.
    About(String),
    /// Set the last round.
    Rounds(u16),
    /// Name a side.
    SideName(Team, String),
    /// Set the ruleset that the level suggests.
    Suggest(RulesetId),
    /// Add a named place.
    AddZone,
    /// Remove a named place.
    DropZone(usize),
    /// Rename a named place.
    NameZone(usize, String),
    /// Set the goals of a side.
    Goals(Team, Vec<GoalModel>),
    /// Add a side.
    AddSide,
    /// Set columns and rows of the next empty board.
    NewSize(u16, u16),
    /// Play the level many times to see how fair it is, or stop that.
    Fairness,
    /// Open the folder of the file saved last.
    OpenFolder,
    /// Close the message about the saved file.
    Heard,
    /// Show a rule.
    OpenRule(RuleId),
    /// Close the rule.
    CloseRule,
    /// Open something over the lab.
    Open(Dialog),
    /// Close the dialog.
    Close,
    /// Change a player's setting.
    Preference(settings::Intent),
    /// Open a level of the list.
    Level(usize),
    /// Open an empty board.
    NewLevel,
    /// Set the path of the file to open or save.
    Path(String),
    /// Open that file.
    OpenFile,
    /// Take a trial from the opened file.
    Trial(usize),
    /// Look at another moment of the opened recording.
    Moment(usize),
    /// Take that moment.
    TakeMoment,
    /// Save to the file it came from, or ask where.
    Save,
    /// Write the file.
    Write(SaveAs),
    /// Begin or end stepping through the attack shown, die by die.
    Roll,
    /// Let the next die show this face.
    Face(i32),
    /// Take back the last die.
    Unroll,
    /// Set the shape laid on the board.
    Lay(Laid),
    /// Set its size in squares.
    Size(u16),
    /// Pin the figure shown, so that it must hold, or unpin it.
    Pin,
    /// Remove a pin, by its text.
    Unpin(String),
    /// Play a battle from this position.
    Play,
    /// Go to the title.
    Leave,
    /// Leave even if changes are lost.
    LeaveAnyway,
    /// Go back to the battle this position was taken from.
    BackToBattle,
}
