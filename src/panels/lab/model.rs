//! What the lab's panels show: plain values that the screen fills.

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
    /// Takes away what lies on top.
    Erase,
    /// Measures from where it was put down.
    Measure,
    /// Draws a place with a name, by its place in the list.
    Zone(usize),
}

/// What the inspector shows while nothing is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Who is picked.
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
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::Fighter, Self::Odds, Self::Fields, Self::Level, Self::Rules];

    /// As it is written.
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

/// What is tinted on the board for who is picked.
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
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::None, Self::Moves, Self::Reach, Self::Threat, Self::Enemies];

    /// As it is written.
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

/// A fighter in short: for chips and lists.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenModel {
    /// Which.
    pub key: TokenKey,
    /// What it is called.
    pub name: String,
    /// How it looks.
    pub look: TokenLook,
    /// On which side.
    pub team: Team,
}

/// Several fighters that are picked.
#[derive(Clone, Debug, PartialEq)]
pub struct SeveralModel {
    /// They.
    pub tokens: Vec<TokenModel>,
}

/// An attack, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct AttemptModel {
    /// "Shoot crossbow".
    pub title: String,
    /// The chance with its word, "hits", as its forecast heads it, and the mean damage; or the refusal with its rule.
    pub outcome: Result<(Fraction, String, Fraction), (String, RuleId)>,
}

/// An attack that is stepped through with dice that somebody chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RolledModel {
    /// The dice that have been chosen.
    pub faces: Vec<i32>,
    /// The lowest and the highest face of the next one.
    pub next: Option<(i32, i32)>,
    /// What that is for: "Damage, Cale, die 2 of 3".
    pub asked: String,
    /// What has happened so far.
    pub told: Vec<String>,
    /// Why it cannot be played out.
    pub fault: Option<String>,
}

/// What is laid on the board while it is measured.
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
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::Ruler, Self::Blast, Self::Cone, Self::Line];

    /// As it is written.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Ruler => "Ruler",
            Self::Blast => "Blast",
            Self::Cone => "Cone",
            Self::Line => "Line",
        }
    }
}

/// What is measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureModel {
    /// What is laid.
    pub laid: Laid,
    /// Its size in squares.
    pub size: u16,
    /// The same in the ruleset's unit.
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
    /// Each with where it ends, what it meets, and the rule that says so.
    pub rows: Vec<Fact>,
    /// What they come to, and the rule that decides.
    pub verdict: Option<Fact>,
    /// The one that is drawn alone.
    pub alone: Option<usize>,
}

/// A part of all that can be rolled, in whole per cent that add up.
#[derive(Clone, Debug, PartialEq)]
pub struct ShareModel {
    /// What becomes of the attack there: "Dodged, Fray 45".
    pub words: String,
    /// How much of all that is, in per cent.
    pub percent: u32,
    /// Whether the attack lands there.
    pub lands: bool,
    /// The rule that decides.
    pub rule: Option<RuleId>,
}

/// What one is to the other.
#[derive(Clone, Debug)]
pub struct PairModel {
    /// Distance, sight, cover, reach, threat: each with words and rule.
    pub facts: Vec<Fact>,
    /// All attacks, the best first.
    pub attempts: Vec<AttemptModel>,
    /// Which of them is shown in full.
    pub chosen: usize,
    /// Its odds with every term.
    pub forecast: Option<ForecastModel>,
    /// The way from the numbers to the chance.
    pub shares: Vec<ShareModel>,
    /// What decides cover, line by line.
    pub lines: LinesModel,
    /// The attack that is shown, as it is stepped through; nothing while it is not.
    pub rolled: Option<RolledModel>,
    /// Whether the attack that is shown is pinned; nothing if its odds are not exact.
    pub pinned: Option<bool>,
    /// What else is to be said: a way from which there is an attack.
    pub note: String,
    /// The whole outcome of the attack that is shown, as a curve.
    pub curves: Option<CurvesModel>,
}

/// What can be done to or by somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceModel {
    /// The other.
    pub token: TokenModel,
    /// The chance, or why there is none.
    pub chance: Result<Fraction, String>,
}

/// The page about who hits whom.
#[derive(Clone, Debug, Default)]
pub struct OddsModel {
    /// Who strikes.
    pub by: Option<TokenModel>,
    /// Whom.
    pub on: Option<TokenModel>,
    /// From which other square.
    pub from: Option<Square>,
    /// Whether the answer is still on its way.
    pub busy: bool,
    /// The answer about two of them.
    pub pair: Option<PairModel>,
    /// The best attack at each enemy, for one alone.
    pub at: Vec<ChanceModel>,
    /// What each enemy could do to one alone.
    pub danger: Vec<ChanceModel>,
    /// What is tinted on the board.
    pub tint: Tint,
    /// The same two under every ruleset.
    pub verdicts: Vec<VerdictModel>,
    /// What would change the attack most.
    pub changes: ChangesModel,
    /// The attack along a number; nothing without a target.
    pub sweep: Option<SweepModel>,
}

/// An archetype that can be placed.
#[derive(Clone, Debug, PartialEq)]
pub struct KindModel {
    /// Its tag.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// What is said of it.
    pub about: String,
    /// How it looks on the chosen side.
    pub look: TokenLook,
}

/// A paint of the palette.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrushModel {
    /// What it is.
    pub brush: Brush,
    /// Its place in the palette.
    pub place: usize,
}

/// A goal of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalModel {
    /// Which of [`GOALS`].
    pub kind: usize,
    /// The place it speaks of.
    pub zone: Option<usize>,
    /// How many rounds or fighters.
    pub number: u16,
}

/// What a side can be told to do.
pub const GOALS: [&str; 4] = ["Defeat all", "Hold", "Reach", "Survive"];

/// A side of the level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideModel {
    /// Which.
    pub team: Team,
    /// A name of its own.
    pub name: String,
    /// How many it has.
    pub count: usize,
    /// What it must do: one of these.
    pub goals: Vec<GoalModel>,
}

/// The level around the position.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelModel {
    /// Its name.
    pub name: String,
    /// What is said of it.
    pub about: String,
    /// The last round.
    pub rounds: u16,
    /// The size in words.
    pub size: String,
    /// The ruleset that it suggests.
    pub suggests: RulesetId,
    /// Places with their names and how many squares they have.
    pub zones: Vec<(String, usize)>,
    /// Its sides.
    pub sides: Vec<SideModel>,
}

/// How even the level is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairnessModel {
    /// Wins of each side that takes part.
    pub wins: Vec<u32>,
    /// How many battles are over, and of how many.
    pub over: (u32, u32),
    /// How many rounds have been played, also in battles that are not over.
    pub rounds: u32,
    /// How many seconds the rest takes, about, once that can be said.
    pub left: Option<u64>,
    /// Whether more are being played.
    pub running: bool,
    /// Whether something has changed since it was begun.
    pub stale: bool,
}

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongModel {
    /// Where on the board.
    pub at: Option<Square>,
    /// The side that lacks somebody.
    pub side: Option<Team>,
    /// Whether a battle can begin all the same: only something that was pinned does not hold.
    pub is_pin: bool,
    /// In words.
    pub words: String,
}

impl WrongModel {
    /// Something that is wrong, in a square if it is there.
    pub fn new(at: Option<Square>, words: impl Into<String>) -> Self {
        Self { at, side: None, is_pin: false, words: words.into() }
    }
}

/// Something that must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinModel {
    /// As trials write it.
    pub text: String,
    /// In words: "Archer: shoot Swordsman 1 bow, 55 %, mean 5.3".
    pub words: String,
    /// Whether it holds in the position as it is; nothing while that is not known.
    pub holds: Option<bool>,
}

/// What is open over the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The menu.
    Menu,
    /// Keys.
    Help,
    /// Settings of the player.
    Settings,
    /// Something would be lost: leave all the same?
    Leave,
    /// How large an empty board is to be.
    New,
    /// Pick a level to begin with.
    Open,
    /// Of what is in a file: which trial, or which moment of a recording.
    Choose,
    /// Where to save, and as what.
    Save(SaveAs),
}

/// What a draft is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveAs {
    /// A level, to be played.
    Level,
    /// A trial, to be checked.
    Trial,
    /// A roster: fighters and arms with numbers of their own, to be placed elsewhere.
    Roster,
}

impl SaveAs {
    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Trial => "trial",
            Self::Roster => "roster",
        }
    }
}

/// What is in a file that holds more than one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChooseModel {
    /// The file.
    pub file: String,
    /// The names of its trials.
    pub trials: Vec<String>,
    /// The moments of a recording: which, and how many there are after the first.
    pub moment: Option<(usize, usize)>,
    /// What has just happened there.
    pub words: String,
}

/// What saving would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaveModel {
    /// What would not be kept.
    pub lost: Vec<String>,
    /// Why it cannot be saved so.
    pub faults: Vec<String>,
    /// Whether there is such a file, which would be overwritten.
    pub exists: bool,
}

/// Where the handles of who is picked are, and what they may not cover.
#[derive(Clone, Debug, PartialEq)]
pub struct HandlesModel {
    /// The body on screen.
    pub body: bevy_egui::egui::Rect,
    /// Bodies of others on screen.
    pub others: Vec<bevy_egui::egui::Rect>,
    /// The squares on screen: the letters and numbers around them are left free where that can be.
    pub map: bevy_egui::egui::Rect,
    /// The middle of whoever is aimed at: the lines there are left free where that can be.
    pub aim: Option<bevy_egui::egui::Pos2>,
}

/// All that the lab's panels show.
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
    /// Where it lies and whether it has changed.
    pub kept: String,
    /// What would be taken back.
    pub undo: Option<String>,
    /// What would be done again.
    pub redo: Option<String>,
    /// The tool in hand.
    pub tool: Tool,
    /// The page of the inspector.
    pub page: Page,
    /// The palette.
    pub brushes: Vec<Brush>,
    /// Who can be placed, as far as they fit the words that are looked for.
    pub kinds: Vec<KindModel>,
    /// The words that are looked for.
    pub wanted: String,
    /// The archetype that is placed next.
    pub kind: String,
    /// The side on which.
    pub team: Team,
    /// Who is picked, if it is one.
    pub fighter: Option<FighterModel>,
    /// Who is picked, if they are several.
    pub several: Option<SeveralModel>,
    /// Who hits whom.
    pub odds: OddsModel,
    /// The field that is shown.
    pub field: FieldModel,
    /// The level.
    pub level: LevelModel,
    /// The settings of the ruleset.
    pub rules: Vec<SettingModel>,
    /// What is measured.
    pub measure: MeasureModel,
    /// What is wrong.
    pub wrong: Vec<WrongModel>,
    /// Whether the level as it is now has been looked at.
    pub checked: bool,
    /// How even the level is, once that has been asked.
    pub fairness: Option<FairnessModel>,
    /// Columns and rows of the next empty board.
    pub new_size: (u16, u16),
    /// Where the pointer is and what it does there.
    pub pointed: String,
    /// Where handles are wanted.
    pub handles: Option<HandlesModel>,
    /// A brief word, with a rule.
    pub toast: Option<(String, Option<RuleId>)>,
    /// The whole path of the file that has just been saved: the brief word is about that.
    pub saved: Option<String>,
    /// The rule that is shown.
    pub rule: Option<&'static crate::rules::Rule>,
    /// What is open over the lab.
    pub dialog: Option<Dialog>,
    /// Levels that can be opened, by name.
    pub levels: Vec<(String, String)>,
    /// What is wrong with the file that was to be opened.
    pub faults: Vec<FaultModel>,
    /// What is in the file that was opened.
    pub choose: ChooseModel,
    /// What saving would do.
    pub save: SaveModel,
    /// What has been pinned.
    pub pins: Vec<PinModel>,
    /// The path as it stands in the field.
    pub path: String,
    /// Whether there is a battle to go back to.
    pub back: bool,
    /// What becomes of the battle that waits, while it is asked whether to leave; empty where none does.
    pub leaving: String,
}
