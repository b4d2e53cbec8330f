//! What the fighter's page shows of who is picked.

use super::model::TokenModel;
use crate::{
    geometry::Direction,
    levels::draft::SheetField,
    rules::{Bar, Fact, Posture, RulesetId, Status, Until, Vital},
};

/// The fighter that is picked.
#[derive(Clone, Debug, PartialEq)]
pub struct FighterModel {
    /// In short.
    pub token: TokenModel,
    /// The name as it stands in the field.
    pub name: String,
    /// Where it stands, in words: "f11, grass, looks east".
    pub place: String,
    /// The archetype's tag.
    pub archetype: String,
    /// The archetype's name.
    pub kind: String,
    /// How it stands.
    pub posture: Posture,
    /// Which way it looks.
    pub facing: Direction,
    /// In the fight or out.
    pub status: Status,
    /// The round in which it comes, if it is not there from the start, and where, by the place in the list.
    pub late: Option<(u16, usize)>,
    /// Where somebody can come in: here, in places, at edges.
    pub entrances: Vec<String>,
    /// Whether its enemies do not know of it.
    pub hidden: bool,
    /// Whether hiding means anything under these rules.
    pub can_hide: bool,
    /// Health and what else is drawn as a bar.
    pub bars: Vec<Bar>,
    /// The ruleset in force.
    pub ruleset: RulesetId,
    /// Every field of the sheet.
    pub sheet: Vec<SheetField>,
    /// Every total that says something of it.
    pub vitals: Vec<VitalModel>,
    /// What holds of it.
    pub conditions: Vec<ConditionModel>,
    /// The conditions that there are, by number, each with what it does.
    pub kinds: Vec<(String, String)>,
    /// What it has.
    pub pieces: Vec<PieceModel>,
    /// The places of what is in the right hand and in the left.
    pub held: (Option<usize>, Option<usize>),
    /// The thing whose numbers are shown, and they.
    pub arm: Option<ArmModel>,
    /// Everything that it could have.
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

/// A total of a fighter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VitalModel {
    /// Which.
    pub vital: Vital,
    /// What it is called: "Damage".
    pub name: String,
    /// What it is now.
    pub now: i16,
    /// What it is at the start.
    pub start: i16,
    /// The lowest and the highest that it can be.
    pub range: (i16, i16),
}

/// Something that holds of a fighter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionModel {
    /// "Aiming".
    pub label: String,
    /// "at Krag, +10".
    pub words: String,
    /// Its strength or variant.
    pub level: i16,
    /// The lowest and the highest that it can be; equal where it has none.
    pub range: (i16, i16),
    /// When it ends.
    pub until: Until,
    /// The same in words, where it is none of the ends that can be chosen.
    pub ends: String,
    /// The round that is being played.
    pub round: u16,
}

/// The numbers of a thing that somebody has.
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

/// A thing that somebody has or could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceModel {
    /// The arm's tag.
    pub tag: String,
    /// Its name.
    pub name: String,
    /// Hands needed to use it; 0 for parts of a body.
    pub hands: u8,
}
