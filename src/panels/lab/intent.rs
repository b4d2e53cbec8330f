//! What a person wants in the lab. Panels return it, the screen carries it out.

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

/// What a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Something could not be taken: it is said.
    Tell(String),
    /// Place somebody on a side.
    Muster(Team),
    /// Take a tool.
    Take(Tool),
    /// Open a page of the inspector.
    Turn(Page),
    /// Take back the last edit.
    Undo,
    /// Do it again.
    Redo,
    /// Another ruleset.
    Ruleset(RulesetId),
    /// Another ruleset, and what decides there between the two in question.
    Evidence(RulesetId),
    /// A setting of the ruleset.
    Set(usize, i32),
    /// All settings as printed.
    Defaults,
    /// Pick somebody alone.
    Pick(TokenKey),
    /// Pick the next one, or the one before.
    Cycle(isize),
    /// Pick everybody.
    All,
    /// Pick nobody, aim at nobody; then the menu.
    Back,
    /// Aim at somebody.
    Aim(Option<TokenKey>),
    /// Striker and target change places.
    Swap,
    /// Show another attack in full.
    Attempt(usize),
    /// Tint the board.
    Tint(Tint),
    /// Ask something for every square, or nothing.
    Field(Option<FieldKind>),
    /// Save the field that is shown.
    SaveField(ChartFile),
    /// Ask the next question for every square.
    NextField,
    /// Whose reach or threat is counted.
    Whose(Whose),
    /// Only the target is to be feared, or all enemies.
    Alone(bool),
    /// The curve that is shown is kept as B, or B is dropped.
    Compare(bool),
    /// Which chances a curve shows.
    Read(Reading),
    /// The curves that are shown are saved.
    SaveCurves(ChartFile),
    /// The attack is shown along a number, by its place in the list, or along none.
    Sweep(Option<usize>),
    /// Something else is shown of that.
    SweepMeasure(Measure),
    /// The sweep that is shown is kept to be compared with, or that is dropped.
    KeepSweep(bool),
    /// The sweep that is shown is saved.
    SaveSweep(ChartFile),
    /// The field that is shown is kept, so that the change since then is shown, or that is dropped.
    KeepField(bool),
    /// How opaque the field is, in per cent.
    Opacity(u8),
    /// Who is picked turns by so many eighths.
    TurnBy(i8),
    /// Who is picked looks there.
    Look(Direction),
    /// Who is picked goes a square.
    Nudge(Direction),
    /// Who is picked goes over to a side.
    Side(Team),
    /// Who is picked goes over to the next side.
    NextSide,
    /// Who is picked stands so.
    Posture(Posture),
    /// Who is picked is in the fight or out.
    Status(Status),
    /// Who is picked comes in that round, at the entrance with that place in the list; or is there from the start.
    Late(Option<(u16, usize)>),
    /// Enemies know of who is picked, or do not.
    Hidden(bool),
    /// Who is picked is called so.
    Name(String),
    /// Who is picked becomes one of another archetype.
    Archetype(String),
    /// A field of the sheet of who is picked, by where it stands.
    Sheet(String, RecordEdit),
    /// The sheet of who is picked as its archetype has it.
    AsPrinted,
    /// A total of who is picked.
    Vital(Vital, i16),
    /// A condition more, by its number.
    AddCondition(u8),
    /// A condition less, by its place.
    DropCondition(usize),
    /// The level of a condition, by its place.
    ConditionLevel(usize, i16),
    /// When a condition ends, by its place.
    ConditionEnd(usize, Until),
    /// Draw one line of sight alone, by its place, or all of them.
    PointLine(Option<usize>),
    /// A change is pointed at, by its place, or none is.
    PointChange(Option<usize>),
    /// A change is tried, by its place.
    TryChange(usize),
    /// Show the numbers of another thing of who is picked, by its place.
    ShowArm(usize),
    /// A field of the numbers of a thing of who is picked, by the place of the thing and where the field stands.
    Arm(usize, String, RecordEdit),
    /// A thing of who is picked is loaded, or not.
    Load(usize, bool),
    /// How many of a thing there are.
    Number(usize, u16),
    /// Something that who is picked has in a hand, or nothing.
    Hold(Hand, Option<usize>),
    /// A thing more.
    Give(String),
    /// A thing less, by its place.
    TakeAway(usize),
    /// Who is picked is taken away.
    Remove,
    /// Who is picked is there once more, beside.
    Copy,
    /// It is the turn of who is picked.
    Act,
    /// The archetype that is placed next.
    Kind(String),
    /// The side on which it is placed.
    Team(Team),
    /// Archetypes with such words in their names.
    Want(String),
    /// Bring a square into view.
    Show(Square),
    /// The name of the level.
    Title(String),
    /// What is said of it.
    About(String),
    /// The last round.
    Rounds(u16),
    /// How a side is called.
    SideName(Team, String),
    /// The ruleset that the level suggests.
    Suggest(RulesetId),
    /// A place more.
    AddZone,
    /// A place less.
    DropZone(usize),
    /// Another name for a place.
    NameZone(usize, String),
    /// What a side must do.
    Goals(Team, Vec<GoalModel>),
    /// A side more.
    AddSide,
    /// Columns and rows of the next empty board.
    NewSize(u16, u16),
    /// Play the level many times to see how even it is, or stop that.
    Fairness,
    /// Open the folder of what was saved last.
    OpenFolder,
    /// Say no more of what was saved.
    Heard,
    /// Show a rule.
    OpenRule(RuleId),
    /// Close it.
    CloseRule,
    /// Open something over the lab.
    Open(Dialog),
    /// Close it.
    Close,
    /// Change a setting of the player.
    Preference(settings::Intent),
    /// Begin with a level of the list.
    Level(usize),
    /// Begin with an empty board.
    NewLevel,
    /// The path of a file to open.
    Path(String),
    /// Open that file.
    OpenFile,
    /// Take a trial of the file that was opened.
    Trial(usize),
    /// Look at another moment of the recording that was opened.
    Moment(usize),
    /// Take that moment.
    TakeMoment,
    /// Save what is there where it came from, or ask where.
    Save,
    /// Write the file.
    Write(SaveAs),
    /// Step through the attack that is shown, or no longer.
    Roll,
    /// The next die shows this.
    Face(i32),
    /// The last die is taken back.
    Unroll,
    /// What is laid on the board.
    Lay(Laid),
    /// Its size in squares.
    Size(u16),
    /// The figure that is shown must hold, or need not any more.
    Pin,
    /// Something that is pinned need not hold any more.
    Unpin(String),
    /// Play a battle that begins with this position.
    Play,
    /// Leave for the title.
    Leave,
    /// Leave whatever would be lost.
    LeaveAnyway,
    /// Go back to the battle from which this position was taken.
    BackToBattle,
}
