//! What a person wants in the lab. Panels return it, the screen carries it out.

use super::model::{Dialog, Page, Tint, Tool};
use crate::{
    geometry::{Direction, Square},
    levels::draft::TokenKey,
    panels::settings,
    rules::{Posture, RuleId, RulesetId, Status, Team},
};

/// What a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
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
    /// Who is picked turns by so many eighths.
    TurnBy(i8),
    /// Who is picked looks there.
    Face(Direction),
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
    /// Enemies know of who is picked, or do not.
    Hidden(bool),
    /// Who is picked is called so.
    Name(String),
    /// Who is picked becomes one of another archetype.
    Archetype(String),
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
    /// Leave for the title.
    Leave,
    /// Leave whatever would be lost.
    LeaveAnyway,
    /// Go back to the battle from which this position was taken.
    BackToBattle,
}
