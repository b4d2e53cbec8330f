//! Forecast of an attack on a place: squares reached, where it may land, and each victim's odds.

use super::Verdict;
use crate::{dice::Odds, geometry::Square, rules::ids::CombatantId};

/// A combatant whom the attack may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caught {
    /// Who.
    pub who: CombatantId,
    /// How far from the place aimed at, in the ruleset's unit.
    pub metres: u16,
    /// Whether the attack spares them if it lands where it was aimed.
    pub spared: bool,
    /// The odds of what happens to them, over all places where it may land: the grade of
    /// [`crate::rules::ruleset::Appraise::grade`] and the damage; a damage of -1 means that the attack does not reach
    /// them.
    pub ends: Odds<(u8, i16)>,
}

/// An attack on a place, before any die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The place.
    pub aim: Square,
    /// The squares it reaches if it lands there, with average dice.
    pub squares: Vec<Square>,
    /// The number needed to land there, with its terms; `None` if the attack cannot miss.
    pub number: Option<Verdict>,
    /// Where it may land, with exact chances.
    pub places: Odds<Square>,
    /// Whom it may reach, by id.
    pub caught: Vec<Caught>,
}

impl Caught {
    /// The end for a loss of `lost` out of `left`: grade 0 for no loss, 1 for less than half, 2 for half or more, 3 for
    /// all of it.
    pub const fn end(lost: i16, left: i16) -> (u8, i16) {
        match lost {
            _ if lost <= 0 => (0, lost),
            _ if lost >= left => (3, lost),
            _ if lost * 2 >= left => (2, lost),
            _ => (1, lost),
        }
    }
}

impl Area {
    /// The chance to land where aimed.
    pub fn lands(&self) -> f64 {
        self.places.chance(|at| *at == self.aim).to_f64()
    }
}
