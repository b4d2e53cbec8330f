//! The contents of the page about the picked fighter.

use super::model::TokenModel;
use crate::{
    geometry::Direction,
    levels::draft::SheetField,
    rules::{Bar, Fact, Posture, RulesetId, Status, Until, Vital},
};

/// The picked fighter.
#[derive(Clone, Debug, PartialEq)]
pub struct FighterModel {
    /// The fighter as a chip.
    pub token: TokenModel,
    /// The name in the field.
    pub name: String,
    /// Where it stands, in words: "f11, grass, faces east".
    pub place: String,
    /// The archetype's tag.
    pub archetype: String,
    /// The archetype's name.
    pub kind: String,
    /// Its posture.
    pub posture: Posture,
    /// Its facing.
    pub facing: Direction,
    /// Whether it is in the fight, down or dead.
    pub status: Status,
    /// If it is not there from the start: the round in which it arrives, and the index of the entrance.
    pub late: Option<(u16, usize)>,
    /// The entrances: here, at named places, at edges.
    pub entrances: Vec<String>,
    /// Whether its enemies do not know of it.
    pub hidden: bool,
    /// Whether hiding means anything under these rules.
    pub can_hide: bool,
    /// Health and everything else drawn as a bar.
    pub bars: Vec<Bar>,
    /// The ruleset in force.
    pub ruleset: RulesetId,
    /// Every field of the sheet.
    pub sheet: Vec<SheetField>,
    /// Its vitals.
    pub vitals: Vec<VitalModel>,
    /// Its conditions.
    pub conditions: Vec<ConditionModel>,
    /// All conditions there are, by number: name and effect.
    pub kinds: Vec<(String, String)>,
    /// The things it has.
    pub pieces: Vec<PieceModel>,
    /// The indices of the things in the right hand and in the left.
    pub held: (Option<usize>, Option<usize>),
    /// The thing whose numbers are shown, with its numbers.
    pub arm: Option<ArmModel>,
    /// Everything it could have.
    pub all_pieces: Vec<PieceModel>,
    /// The sheet in short.
    pub facts: Vec<Fact>,
    /// What is in hand.
    pub gear: String,
    /// Why it cannot stand there.
    pub misfit: Option<String>,
    /// Whether it is its turn.
    pub acting: bool,
}

/// A vital of a fighter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VitalModel {
    /// The vital.
    pub vital: Vital,
    /// Its name: "Damage".
    pub name: String,
    /// Its value now.
    pub now: i16,
    /// Its value at the start.
    pub start: i16,
    /// Its lowest and highest value.
    pub range: (i16, i16),
}

/// A condition of a fighter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionModel {
    /// "Aiming".
    pub label: String,
    /// "at Krag, +10".
    pub words: String,
    /// Its strength or variant.
    pub level: i16,
    /// The lowest and highest level; equal if it has no levels.
    pub range: (i16, i16),
    /// When it ends.
    pub until: Until,
    /// The end in words, if it is not one of those that can be chosen.
    pub ends: String,
    /// The current round.
    pub round: u16,
}

/// The numbers of a thing a fighter has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmModel {
    /// Its place among the things.
    pub place: usize,
    /// Every field of its numbers under the ruleset in force.
    pub fields: Vec<SheetField>,
    /// Whether it is loaded, if it needs loading.
    pub loaded: Option<bool>,
    /// How many there are, if they are counted.
    pub count: Option<u16>,
}

/// A thing a fighter has or could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceModel {
    /// The arm's tag.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// Hands needed to use it; 0 for parts of a body.
    pub hands: u8,
}
