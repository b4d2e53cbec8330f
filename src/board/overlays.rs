//! What is drawn over the ground for the choice at hand, as plain values that a screen fills.

use std::sync::Arc;

use crate::{
    geometry::{Footprint, Point, Square},
    lab::fields::Shade,
    rules::{CombatantId, Line, Site, Team},
};

/// Everything drawn over terrain and around tokens. The default is nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlays {
    /// One question answered for every square.
    pub field: Option<FieldShown>,
    /// Squares in the first band of reach.
    pub base: Vec<Square>,
    /// Squares in the second band.
    pub full: Vec<Square>,
    /// Squares in which an enemy threatens.
    pub threat: Vec<Square>,
    /// The places of goals: whose, where, and the label.
    pub zones: Vec<(Team, Vec<Square>, String)>,
    /// The way to be walked.
    pub path: Option<PathShown>,
    /// Steps that give somebody an attack.
    pub provoked: Vec<MarkShown>,
    /// Steps after which somebody can be struck in passing.
    pub passing: Vec<MarkShown>,
    /// Lines that decide cover or sight.
    pub lines: Vec<Line>,
    /// The corner those lines start from, in eighths of a square.
    pub corner: Option<Point>,
    /// Whom the open offer is aimed at.
    pub target: Option<TargetShown>,
    /// Whom else it is aimed at, where one choice names several.
    pub also: Vec<CombatantId>,
    /// What burning fuses will reach: the squares, and words for what explodes and when.
    pub fuses: Vec<(Vec<Square>, String)>,
    /// What an attack on a place would do.
    pub area: Option<AreaShown>,
    /// Squares that the open offer can be aimed at.
    pub aims: Vec<Square>,
    /// Things on the board that it can be aimed at.
    pub marks: Vec<Site>,
    /// The one of them that is pointed at, with the words for it: "Door breaks 83 %".
    pub marked: Option<(Site, String)>,
    /// Whose turn it is.
    pub acting: Option<CombatantId>,
    /// Whose card is held open.
    pub selected: Option<CombatantId>,
    /// Those who are picked together.
    pub picked: Vec<CombatantId>,
    /// Who is asked for a decision out of turn.
    pub asked: Option<CombatantId>,
    /// The square under the pointer or the cursor.
    pub hover: Option<Square>,
    /// Whether that square was chosen by keys.
    pub by_keys: bool,
    /// Those who would be attacked on the way or stay threatened.
    pub warned: Vec<CombatantId>,
    /// Who acts on whom: in the result of an act, or in what is asked about.
    pub arrows: Vec<ArrowShown>,
    /// The results of an act, beside those it happened to.
    pub results: Vec<ResultShown>,
    /// The places where the one who acts has been in this turn, from the first to the present one.
    pub trail: Vec<Footprint>,
    /// What a press at the pointer does.
    pub plate: Option<PlateShown>,
    /// Whether the board is dimmed because something lies over it.
    pub dimmed: bool,
}

/// Somebody who acts on somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrowShown {
    /// Who acts.
    pub by: CombatantId,
    /// On whom.
    pub on: CombatantId,
    /// Where the two stood at that moment, if it is past; `None` for where they stand now.
    pub stood: Option<(Footprint, Footprint)>,
}

impl ArrowShown {
    /// An arrow from where one combatant stands now to where another does.
    pub const fn now(by: CombatantId, on: CombatantId) -> Self {
        Self { by, on, stood: None }
    }
}

/// A field over the ground.
#[derive(Clone, Debug)]
pub struct FieldShown {
    /// How each square is shown, row by row; `None` while it is not worked out.
    pub shades: Arc<Vec<Option<Shade>>>,
    /// Squares in a row.
    pub width: u16,
    /// How opaque it is, in per cent.
    pub opacity: u8,
}

impl FieldShown {
    /// How a square is shown.
    pub fn at(&self, square: Square) -> Option<&Shade> {
        let (x, y) = (usize::try_from(square.x).ok()?, usize::try_from(square.y).ok()?);
        let width = usize::from(self.width);
        if x >= width { None } else { self.shades.get(y * width + x)?.as_ref() }
    }
}

/// Shades are made anew whenever an answer changes, so the same list means the same field.
impl PartialEq for FieldShown {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shades, &other.shades) && self.opacity == other.opacity
    }
}

/// A way to be walked.
#[derive(Clone, Debug, PartialEq)]
pub struct PathShown {
    /// Where it starts.
    pub from: Square,
    /// From the first step to the last.
    pub squares: Vec<Square>,
    /// The first step past the first band, counted from 0.
    pub run_from: Option<usize>,
    /// Who is drawn pale at its end.
    pub ghost: Option<CombatantId>,
}

/// A step of a way at which something may happen.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkShown {
    /// The square that is left, or from which one strikes.
    pub square: Square,
    /// Who, and with which chance: "Mott hits 56 %".
    pub plate: Option<String>,
}

/// What an attack on a place would do.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaShown {
    /// The square it is aimed at.
    pub aim: Square,
    /// The squares it reaches from there.
    pub squares: Vec<Square>,
    /// Chance to land there, in words.
    pub plate: String,
    /// Where else it may land, with the chance in percent, rounded, at least 1.
    pub places: Vec<(Square, u32)>,
    /// Whom it may hurt, with the words for it: "reaches Lysk 51 %".
    pub caught: Vec<(CombatantId, String)>,
}

/// Whom an attack is aimed at.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetShown {
    /// Who.
    pub who: CombatantId,
    /// The chance in percent as it is written everywhere (">99") and what it is the chance of ("hits"), once it is
    /// known.
    pub chance: Option<(String, String)>,
    /// Class of the cover: 0 none, 1 the least, 2 half, 3 total; `None` where there are no classes.
    pub cover: Option<u8>,
    /// What the cover changes.
    pub modifier: i32,
    /// Why it cannot be done; empty where the plate at the pointer says so.
    pub refusal: Option<String>,
}

/// The result of an act for a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultShown {
    /// For whom.
    pub on: CombatantId,
    /// "−13", "parried".
    pub words: String,
    /// Whether it hurt.
    pub hurts: bool,
}

/// What a press at the pointer does, in words beside what is pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlateShown {
    /// What is pointed at.
    pub at: Footprint,
    /// "Walk here, 5.5 m".
    pub words: String,
    /// A second line, smaller: "press to choose it".
    pub second: String,
    /// Whether nothing can be done there.
    pub refused: bool,
}
