//! What the setup shows, as plain values that a screen fills from levels and rulesets.

use bevy_egui::egui::{TextureId, Vec2};

use crate::rules::{Range, RuleId, RulesetId, Team};

/// Everything the setup shows.
#[derive(Clone, Debug)]
pub struct SetupModel {
    /// The levels to choose from.
    pub levels: Vec<LevelModel>,
    /// The place of the chosen level.
    pub level: usize,
    /// A picture of its map with its size in pixels.
    pub map: Option<(TextureId, Vec2)>,
    /// What it is, in a line: "Street, two houses, a canal with one bridge".
    pub about: String,
    /// "20 by 15 squares".
    pub squares: String,
    /// What wins, a line for each side.
    pub goals: Vec<String>,
    /// What is wrong with the level's files.
    pub faults: Vec<FaultModel>,
    /// The rulesets to choose from: name and what it is like.
    pub rulesets: Vec<(RulesetId, String, String)>,
    /// The chosen one.
    pub ruleset: RulesetId,
    /// Who plays each side.
    pub seats: Vec<SeatModel>,
    /// The seed as it is written.
    pub seed: String,
    /// What is wrong with the seed.
    pub seed_fault: Option<String>,
    /// Why it cannot start, if it cannot.
    pub no_start: Option<String>,
    /// The ruleset's settings, while their dialog is open.
    pub settings: Option<Vec<SettingModel>>,
    /// The path typed in, while a level file is asked for.
    pub path: Option<String>,
}

/// A level to choose.
#[derive(Clone, Debug)]
pub struct LevelModel {
    /// Its name.
    pub title: String,
    /// "20 by 15, 4 against 4".
    pub about: String,
}

/// Something wrong in a file.
#[derive(Clone, Debug)]
pub struct FaultModel {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub words: String,
}

/// Who answers for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at this machine.
    Person,
    /// The computer.
    Computer,
}

/// A side and who plays it.
#[derive(Clone, Debug)]
pub struct SeatModel {
    /// The side.
    pub team: Team,
    /// Who plays it.
    pub seat: Seat,
    /// "Street watch, 4".
    pub roster: String,
}

/// A switch of the ruleset.
#[derive(Clone, Debug)]
pub struct SettingModel {
    /// What it decides.
    pub label: String,
    /// What it may be.
    pub range: Range,
    /// What it is.
    pub value: i32,
    /// What it would be if nothing were said.
    pub default: i32,
    /// The rule it bends.
    pub rule: RuleId,
}

/// What a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Choose a level.
    Level(usize),
    /// Ask for a level file.
    AskFile,
    /// The path typed in.
    Path(String),
    /// Open the file that was asked for.
    OpenFile,
    /// Choose a ruleset.
    Ruleset(RulesetId),
    /// Seat somebody.
    Seat(Team, Seat),
    /// The seed typed in.
    Seed(String),
    /// Another seed.
    NewSeed,
    /// Open the ruleset's settings.
    OpenSettings,
    /// Set a switch of the ruleset, by its place.
    Set(usize, i32),
    /// All switches as they are if nothing is said.
    Defaults,
    /// Show a rule.
    OpenRule(RuleId),
    /// Close what is open over the setup.
    Close,
    /// Start the battle.
    Start,
}
