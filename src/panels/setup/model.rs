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
    /// Its description in one line: "Street, two houses, a canal with one bridge".
    pub about: String,
    /// "20 by 15 squares".
    pub squares: String,
    /// The goals, a line for each side, and who has the harder task.
    pub goals: Vec<String>,
    /// What the level lacks under the chosen ruleset, and what stands in, if anything does.
    pub lacking: Option<String>,
    /// What is wrong with the level's files.
    pub faults: Vec<FaultModel>,
    /// The rulesets to choose from.
    pub rulesets: Vec<RulesetModel>,
    /// The chosen one.
    pub ruleset: RulesetId,
    /// The setting that names the edition that is played, where the ruleset has several, with its place.
    pub edition: Option<(usize, SettingModel)>,
    /// Who plays each side.
    pub seats: Vec<SeatModel>,
    /// What mighty fighters have beyond the usual ones, where a side can have some.
    pub power: Option<String>,
    /// The seed as it is written.
    pub seed: String,
    /// What is wrong with the seed.
    pub seed_fault: Option<String>,
    /// Why it cannot start, if so.
    pub no_start: Option<String>,
    /// The ruleset's settings, while their dialog is open.
    pub settings: Option<Vec<SettingModel>>,
    /// The path typed in, while a level file is asked for.
    pub path: Option<String>,
}

/// A ruleset to choose.
#[derive(Clone, Debug)]
pub struct RulesetModel {
    /// Which.
    pub id: RulesetId,
    /// Its name.
    pub name: String,
    /// What it is like, in a sentence.
    pub about: String,
    /// Whether it is the one that is good to begin with.
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

/// Who answers for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at this machine.
    Person,
    /// The computer at its easiest: strikes what is near and makes mistakes.
    Easy,
    /// The computer that weighs each choice of its turn by itself, and answers everything else by default.
    Steady,
    /// The computer at its strongest: plans its turns and weighs every answer.
    Strong,
    /// The computer that plays batches of battles, if the command line has asked for it.
    Quick,
    /// The yardstick that computers are measured against, if the command line has asked for it.
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
    /// Whether its fighters are mighty; `None` if the rules make nothing of it.
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
