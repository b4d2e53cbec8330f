//! The contents of the setup as plain values, filled by a screen from levels and rulesets.

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
    /// Its description in one line: "Street, two houses, a canal with one bridge".
    pub about: String,
    /// "20 by 15 squares".
    pub squares: String,
    /// The goals, a line for each side, and who has the harder task.
    pub goals: Vec<String>,
    /// What the level lacks under the chosen ruleset, and what replaces it, if anything.
    pub lacking: Option<String>,
    /// What is wrong with the level's files.
    pub faults: Vec<FaultModel>,
    /// The rulesets to choose from.
    pub rulesets: Vec<RulesetModel>,
    /// The chosen one.
    pub ruleset: RulesetId,
    /// If the ruleset has several editions: the setting that selects one, with its place.
    pub edition: Option<(usize, SettingModel)>,
    /// Who plays each side.
    pub seats: Vec<SeatModel>,
    /// What mighty fighters have beyond the usual ones, if a side can have them.
    pub power: Option<String>,
    /// The seed as typed.
    pub seed: String,
    /// What is wrong with the seed.
    pub seed_fault: Option<String>,
    /// Why the battle cannot start, if it cannot.
    pub no_start: Option<String>,
    /// The ruleset's settings, while their dialog is open.
    pub settings: Option<Vec<SettingModel>>,
    /// The path typed in, while a level file is asked for.
    pub path: Option<String>,
}

/// A ruleset to choose.
#[derive(Clone, Debug)]
pub struct RulesetModel {
    /// The ruleset.
    pub id: RulesetId,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub about: String,
    /// Whether it is the one recommended to beginners.
    pub is_first: bool,
}

impl From<RulesetId> for RulesetModel {
    fn from(id: RulesetId) -> Self {
        Self { id, name: id.name().into(), about: id.rules().about().into(), is_first: id.is_first() }
    }
}

/// A level to choose.
#[derive(Clone, Debug)]
pub struct LevelModel {
    /// Its name.
    pub title: String,
    /// "20 by 15, 4 against 4".
    pub about: String,
}

/// A fault in a file.
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

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at this machine.
    Person,
    /// The computer at its easiest: it strikes what is near and makes mistakes.
    Easy,
    /// The computer that weighs each choice of its turn separately, and gives default answers to everything else.
    Steady,
    /// The computer at its strongest: it plans its turns and weighs every answer.
    Strong,
    /// The computer that plays batches of battles, if requested on the command line.
    Quick,
    /// The yardstick that the computers are measured against, if requested on the command line.
    Greedy,
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
    /// Whether its fighters are mighty; `None` if the rules do not distinguish that.
    pub mighty: Option<bool>,
}

/// A setting of the ruleset.
#[derive(Clone, Debug)]
pub struct SettingModel {
    /// What it decides.
    pub label: String,
    /// Its values.
    pub range: Range,
    /// Its value.
    pub value: i32,
    /// Its default value.
    pub default: i32,
    /// The rule it changes.
    pub rule: RuleId,
}

/// What a person wants to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Choose a level.
    Level(usize),
    /// Ask for a level file.
    AskFile,
    /// The path typed in.
    Path(String),
    /// Open the file at the path typed in.
    OpenFile,
    /// Choose a ruleset.
    Ruleset(RulesetId),
    /// Choose who plays a side.
    Seat(Team, Seat),
    /// Choose whether the fighters of a side are mighty.
    Mighty(Team, bool),
    /// The seed typed in.
    Seed(String),
    /// Another seed.
    NewSeed,
    /// Open the ruleset's settings.
    OpenSettings,
    /// Change a setting of the ruleset, by its place.
    Set(usize, i32),
    /// Reset all settings to their defaults.
    Defaults,
    /// Show a rule.
    OpenRule(RuleId),
    /// Close the dialog over the setup.
    Close,
    /// Start the battle.
    Start,
}
