//! The contents of the lab's panels as plain values, filled by the screen.

pub use super::fighter_model::{ArmModel, ConditionModel, FighterModel, PieceModel, VitalModel};

use super::{changes::ChangesModel, curve::CurvesModel, fields::FieldModel, sweep::SweepModel, verdicts::VerdictModel};
use crate::{
    board::art::token::TokenLook,
    dice::Fraction,
    geometry::Square,
    levels::draft::{Brush, TokenKey},
    panels::{
        battle::model::ForecastModel,
        settings::SettingsModel,
        setup::model::{FaultModel, SettingModel},
    },
    rules::{Fact, RuleId, RulesetId, Team},
};

/// What the pointer does on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Picks, drags and turns what is there.
    #[default]
    Pick,
    /// Places fighters of an archetype.
    Token,
    /// Paints, by the place in the palette.
    Brush(usize),
    /// Removes what is on top.
    Erase,
    /// Measures from the square clicked.
    Measure,
    /// Draws a named place, by its index in the list.
    Zone(usize),
}

/// The pages of the inspector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The picked fighters.
    #[default]
    Fighter,
    /// Who hits whom.
    Odds,
    /// One question for every square.
    Fields,
    /// The level around the position.
    Level,
    /// The settings of the ruleset.
    Rules,
}

impl Page {
    /// All of them, in the order shown.
    pub const ALL: [Self; 5] = [Self::Fighter, Self::Odds, Self::Fields, Self::Level, Self::Rules];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Fighter => "Fighter",
            Self::Odds => "Odds",
            Self::Fields => "Squares",
            Self::Level => "Level",
            Self::Rules => "Rules",
        }
    }
}

/// What is tinted on the board for the picked fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Nothing.
    #[default]
    None,
    /// Where it can go in a turn.
    Moves,
    /// What it can strike from where it stands.
    Reach,
    /// What it threatens.
    Threat,
    /// What its enemies threaten.
    Enemies,
}

impl Tint {
    /// All of them, in the order shown.
    pub const ALL: [Self; 5] = [Self::None, Self::Moves, Self::Reach, Self::Threat, Self::Enemies];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::None => "Nothing",
            Self::Moves => "Moves",
            Self::Reach => "Reach",
            Self::Threat => "Threat",
            Self::Enemies => "Enemies",
        }
    }
}

/// A fighter in short, for chips and lists.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenModel {
    /// Its key.
    pub key: TokenKey,
    /// Its name.
    pub name: String,
    /// How it looks.
    pub look: TokenLook,
    /// Its side.
    pub team: Team,
}

/// Several picked fighters.
#[derive(Clone, Debug, PartialEq)]
pub struct SeveralModel {
    /// The fighters.
    pub tokens: Vec<TokenModel>,
}

/// An attack, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct AttemptModel {
    /// "Shoot crossbow".
    pub title: String,
    /// The chance, its word as in the forecast's heading ("hits"), and the mean damage; or the refusal with its rule.
    pub outcome: Result<(Fraction, String, Fraction), (String, RuleId)>,
}

/// An attack stepped through with chosen dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolledModel {
    /// The faces chosen so far.
    pub faces: Vec<i32>,
    /// The lowest and highest face of the next die.
    pub next: Option<(i32, i32)>,
    /// What the next die is for: "Damage, Cale, die 2 of 3".
    pub asked: String,
    /// What has happened so far.
    pub told: Vec<String>,
    /// Why it cannot be played out.
    pub fault: Option<String>,
}

/// A shape laid on the board to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Laid {
    /// A ruler.
    #[default]
    Ruler,
    /// A disc.
    Blast,
    /// A quarter cone.
    Cone,
    /// A line of squares.
    Line,
}

impl Laid {
    /// All of them, in the order shown.
    pub const ALL: [Self; 4] = [Self::Ruler, Self::Blast, Self::Cone, Self::Line];

    /// Its label.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Ruler => "Ruler",
            Self::Blast => "Blast",
            Self::Cone => "Cone",
            Self::Line => "Line",
        }
    }
}

/// The measurement shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureModel {
    /// The shape laid.
    pub laid: Laid,
    /// Its size in squares.
    pub size: u16,
    /// The size in the ruleset's unit.
    pub words: String,
    /// Whom it covers.
    pub covered: Vec<TokenModel>,
    /// How many squares it covers.
    pub squares: usize,
}

/// The lines that decide sight and cover.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinesModel {
    /// Where they begin: "Lines from the north-east corner of k8".
    pub heading: String,
    /// One row per line: where it ends, what it meets, and the rule behind that.
    pub rows: Vec<Fact>,
    /// The result, and the rule that decides.
    pub verdict: Option<Fact>,
    /// The only line drawn on the board, if not all are.
    pub alone: Option<usize>,
}

/// A share of all possible rolls, in whole per cent; the shares add up to 100.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareModel {
    /// What happens to the attack there: "Dodged, Fray 45".
    pub words: String,
    /// The share in per cent.
    pub percent: u32,
    /// Whether the attack lands there.
    pub lands: bool,
    /// The rule that decides.
    pub rule: Option<RuleId>,
}

/// How striker and target relate.
#[derive(Clone, Debug)]
pub struct PairModel {
    /// Distance, sight, cover, reach and threat, each with words and rule.
    pub facts: Vec<Fact>,
    /// All attacks, best first.
    pub attempts: Vec<AttemptModel>,
    /// The attack shown in full.
    pub chosen: usize,
    /// Its odds with every term.
    pub forecast: Option<ForecastModel>,
    /// The way from the numbers to the chance.
    pub shares: Vec<ShareModel>,
    /// The lines that decide cover.
    pub lines: LinesModel,
    /// The attack shown, while it is stepped through die by die.
    pub rolled: Option<RolledModel>,
    /// Whether the attack shown is pinned; `None` if its odds are not exact.
    pub pinned: Option<bool>,
    /// A further remark: a square from which there would be an attack.
    pub note: String,
    /// All outcomes of the attack shown, as a curve.
    pub curves: Option<CurvesModel>,
}

/// The chance of an attack on or by another fighter.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceModel {
    /// The other fighter.
    pub token: TokenModel,
    /// The chance, or why there is none.
    pub chance: Result<Fraction, String>,
}

/// The page about who hits whom.
#[derive(Clone, Debug, Default)]
pub struct OddsModel {
    /// Who strikes.
    pub by: Option<TokenModel>,
    /// The target.
    pub on: Option<TokenModel>,
    /// The square it strikes from, if not its own.
    pub from: Option<Square>,
    /// Whether the odds are still being worked out.
    pub busy: bool,
    /// The odds between striker and target.
    pub pair: Option<PairModel>,
    /// Without a target: the best attack at each enemy.
    pub at: Vec<ChanceModel>,
    /// Without a target: the best attack of each enemy.
    pub danger: Vec<ChanceModel>,
    /// What is tinted on the board.
    pub tint: Tint,
    /// The same two fighters under every ruleset.
    pub verdicts: Vec<VerdictModel>,
    /// What would change the attack most.
    pub changes: ChangesModel,
    /// The attack along a number; `None` without a target.
    pub sweep: Option<SweepModel>,
}

/// An archetype that can be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct KindModel {
    /// Its tag.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
    /// How it looks on the chosen side.
    pub look: TokenLook,
}

/// A goal of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalModel {
    /// Which of [`GOALS`].
    pub kind: usize,
    /// The named place it is about.
    pub zone: Option<usize>,
    /// The number of rounds or fighters.
    pub number: u16,
}

/// The goals a side can have.
pub const GOALS: [&str; 4] = ["Defeat all", "Hold", "Reach", "Survive"];

/// A side of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideModel {
    /// The side.
    pub team: Team,
    /// Its name.
    pub name: String,
    /// The number of its fighters.
    pub count: usize,
    /// Its goals; one of them is enough to win.
    pub goals: Vec<GoalModel>,
}

/// The level around the position.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelModel {
    /// Its name.
    pub name: String,
    /// Its description.
    pub about: String,
    /// The last round.
    pub rounds: u16,
    /// The size in words.
    pub size: String,
    /// The ruleset that it suggests.
    pub suggests: RulesetId,
    /// Named places, with the number of their squares.
    pub zones: Vec<(String, usize)>,
    /// Its sides.
    pub sides: Vec<SideModel>,
}

/// How fair the level is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairnessModel {
    /// Wins of each side that takes part.
    pub wins: Vec<u32>,
    /// The number of battles over, and of battles in all.
    pub over: (u32, u32),
    /// The number of rounds played, including those of battles still going on.
    pub rounds: u32,
    /// About how many seconds the rest takes, once that is known.
    pub left: Option<u64>,
    /// Whether battles are still being played.
    pub running: bool,
    /// Whether the level has changed since the count began.
    pub stale: bool,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongModel {
    /// The square it is in, if any.
    pub at: Option<Square>,
    /// The side that lacks fighters, if that is the problem.
    pub side: Option<Team>,
    /// Whether it is just a pin that does not hold; a battle can begin all the same.
    pub is_pin: bool,
    /// The problem in words.
    pub words: String,
}

impl WrongModel {
    /// A problem, with the square it is in.
    pub fn new(at: Option<Square>, words: impl Into<String>) -> Self {
        Self { at, side: None, is_pin: false, words: words.into() }
    }
}

/// A figure that must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinModel {
    /// Its text in a trial file.
    pub text: String,
    /// In words: "Archer: shoot Swordsman 1 bow, 55 %, mean 5.3".
    pub words: String,
    /// Whether it holds in the current position; `None` while that is not known.
    pub holds: Option<bool>,
}

/// A dialog over the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The menu.
    Menu,
    /// Keys.
    Help,
    /// Settings of the player.
    Settings,
    /// Changes would be lost: leave all the same?
    Leave,
    /// The size of a new empty board.
    New,
    /// The choice of a level or file to open.
    Open,
    /// The choice of a trial, or of a moment of a recording, from a file.
    Choose,
    /// Where to save, and as what.
    Save(SaveAs),
}

/// The kinds of file a draft can be saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveAs {
    /// A level, to be played.
    Level,
    /// A trial, to be checked.
    Trial,
    /// A roster: fighters and arms with their own numbers, for use elsewhere.
    Roster,
}

impl SaveAs {
    /// Its name in sentences.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Trial => "trial",
            Self::Roster => "roster",
        }
    }
}

/// The contents of a file that holds more than one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChooseModel {
    /// The file.
    pub file: String,
    /// The names of its trials.
    pub trials: Vec<String>,
    /// For a recording: the current moment, and the number of the last one.
    pub moment: Option<(usize, usize)>,
    /// What has just happened at that moment.
    pub words: String,
}

/// What saving would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaveModel {
    /// What would be lost.
    pub lost: Vec<String>,
    /// Why it cannot be saved like this.
    pub faults: Vec<String>,
    /// Whether the file exists and would be overwritten.
    pub exists: bool,
}

/// What decides where the handles of the picked fighter go.
#[derive(Clone, Debug, PartialEq)]
pub struct HandlesModel {
    /// The fighter on screen.
    pub body: bevy_egui::egui::Rect,
    /// Other fighters on screen, which are never covered.
    pub others: Vec<bevy_egui::egui::Rect>,
    /// The squares on screen: the letters and numbers around them are left free if possible.
    pub map: bevy_egui::egui::Rect,
    /// The centre of the target on screen: the lines to it are left free if possible.
    pub aim: Option<bevy_egui::egui::Pos2>,
}

/// Everything the lab's panels show.
#[derive(Clone, Debug)]
pub struct LabModel {
    /// The player's settings.
    pub settings: SettingsModel,
    /// The rulesets on offer.
    pub rulesets: Vec<RulesetId>,
    /// The one in force.
    pub ruleset: RulesetId,
    /// The name of the level.
    pub title: String,
    /// Its file, and whether it has changed.
    pub kept: String,
    /// The edit that undo would take back.
    pub undo: Option<String>,
    /// The edit that redo would repeat.
    pub redo: Option<String>,
    /// The tool in hand.
    pub tool: Tool,
    /// The page of the inspector.
    pub page: Page,
    /// The palette.
    pub brushes: Vec<Brush>,
    /// The archetypes that can be placed and match the words searched for.
    pub kinds: Vec<KindModel>,
    /// The words searched for.
    pub wanted: String,
    /// The archetype to place next.
    pub kind: String,
    /// The side to place it on.
    pub team: Team,
    /// The picked fighter, if there is just one.
    pub fighter: Option<FighterModel>,
    /// The picked fighters, if there are several.
    pub several: Option<SeveralModel>,
    /// Who hits whom.
    pub odds: OddsModel,
    /// The field shown.
    pub field: FieldModel,
    /// The level.
    pub level: LevelModel,
    /// The settings of the ruleset.
    pub rules: Vec<SettingModel>,
    /// The measurement shown.
    pub measure: MeasureModel,
    /// The problems.
    pub wrong: Vec<WrongModel>,
    /// Whether the current level has been checked.
    pub checked: bool,
    /// How fair the level is, once that has been asked.
    pub fairness: Option<FairnessModel>,
    /// Columns and rows of the next empty board.
    pub new_size: (u16, u16),
    /// Where the pointer is and what it does there.
    pub pointed: String,
    /// What decides where the handles go; `None` without handles.
    pub handles: Option<HandlesModel>,
    /// A brief message, with a rule.
    pub toast: Option<(String, Option<RuleId>)>,
    /// The full path of the file just saved: the brief message is then about that.
    pub saved: Option<String>,
    /// The rule shown.
    pub rule: Option<&'static crate::rules::Rule>,
    /// The dialog open over the lab.
    pub dialog: Option<Dialog>,
    /// Levels that can be opened: name and description.
    pub levels: Vec<(String, String)>,
    /// The errors of the file that was to be opened.
    pub faults: Vec<FaultModel>,
    /// The contents of the opened file.
    pub choose: ChooseModel,
    /// What saving would do.
    pub save: SaveModel,
    /// The pins.
    pub pins: Vec<PinModel>,
    /// The path in the field.
    pub path: String,
    /// Whether there is a battle to go back to.
    pub back: bool,
    /// What happens to the waiting battle if one leaves; empty if none waits.
    pub leaving: String,
}
