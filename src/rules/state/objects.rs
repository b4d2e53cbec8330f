//! Board objects with their own numbers: powder kegs and charges, and the harm of pits. What happens to combatants near
//! them is up to the ruleset.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::Feature;
use crate::{
    dice::Throw,
    geometry::Square,
    rules::{account::counted, ids::CombatantId},
};

/// The most dice of harm.
const MOST_DICE: u8 = 12;
/// The fewest and the most faces of a die of harm.
const FACES: (u8, u8) = (2, 20);
/// The most that is added to the dice. A malus never makes the total negative.
const MOST_BONUS: i16 = 60;

/// Dice of one kind plus a number, as the level gives them: `4d6+6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HarmDice {
    /// How many dice, 1 to 12.
    pub count: u8,
    /// Faces of each, 2 to 20.
    pub sides: u8,
    /// What is added: at most 60, and not less than minus the number of dice.
    pub bonus: i16,
}

impl HarmDice {
    /// The harm of a pit unless the level says otherwise, RAT-ACT-02.
    pub const PIT: Self = Self { count: 2, sides: 10, bonus: 0 };
    /// The harm of a keg or a charge unless the level says otherwise, RAT-ACT-03.
    pub const BLAST: Self = Self { count: 4, sides: 6, bonus: 6 };

    /// The dice as a throw; [`Self::bonus`] is added to its sum.
    pub const fn throw(self) -> Throw {
        Throw::Sum { count: self.count, sides: self.sides }
    }

    /// The total for a sum of the dice, 0 or more.
    pub fn total(self, dice: i32) -> i32 {
        dice + i32::from(self.bonus)
    }

    /// Twice the average total, so that it is a whole number.
    pub fn twice_mean(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1) + 2 * i32::from(self.bonus)
    }
}

impl fmt::Display for HarmDice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}d{}", self.count, self.sides)?;
        if self.bonus == 0 { Ok(()) } else { write!(out, "{:+}", self.bonus) }
    }
}

impl FromStr for HarmDice {
    type Err = &'static str;

    /// Reads `4d6`, `4d6+6` or `2d10-1`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "1 to 12 dice with 2 to 20 faces, plus at most 60, never below 0: \"4d6+6\"";
        let (count, rest) = text.split_once('d').ok_or(wrong)?;
        let (sides, bonus) = match rest.find(['+', '-']) {
            Some(at) => (&rest[..at], rest[at..].parse().map_err(|_| wrong)?),
            None => (rest, 0),
        };
        let is_number = |part: &str| part.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number(count) || !is_number(sides) {
            return Err(wrong);
        }
        let (count, sides) = (count.parse().map_err(|_| wrong)?, sides.parse().map_err(|_| wrong)?);
        let fits = (1..=MOST_DICE).contains(&count)
            && (FACES.0..=FACES.1).contains(&sides)
            && (-i16::from(count)..=MOST_BONUS).contains(&bonus);
        fits.then_some(Self { count, sides, bonus }).ok_or(wrong)
    }
}

/// The kinds of explosives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ExplosiveKind {
    /// A powder keg, which fills its square: a crate under all rules, [`Feature::Keg`].
    Keg,
    /// A charge, which lies in a square and is in nobody's way.
    Charge,
}

impl ExplosiveKind {
    /// The name shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keg => "powder keg",
            Self::Charge => "charge",
        }
    }

    /// The feature that fills its square, if any.
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Self::Keg => Some(Feature::Keg),
            Self::Charge => None,
        }
    }
}

/// A keg or a charge on the board. There is at most one in a square, and none once it has exploded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Explosive {
    /// What it is.
    pub kind: ExplosiveKind,
    /// What it does to those within reach.
    pub harm: HarmDice,
    /// Its reach in squares.
    pub radius: u8,
    /// Rounds that its fuse burns after the one it is lit in; 0: it explodes at the end of that round.
    pub fuse: u8,
    /// Its burning fuse, once it is lit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lit: Option<Lit>,
}

/// A burning fuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lit {
    /// Who lit it.
    pub by: CombatantId,
    /// The round at whose end it explodes.
    pub round: u16,
    /// Its place among burning fuses, in the order they were lit.
    // Place 0 is not written, so that recordings made before places were kept have the same digests.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_first(place: &u8) -> bool {
    *place == 0
}

impl Explosive {
    /// An unlit keg or charge.
    pub const fn new(kind: ExplosiveKind, harm: HarmDice, radius: u8, fuse: u8) -> Self {
        Self { kind, harm, radius, fuse, lit: None }
    }

    /// The same, lit by a combatant in a round, at a place among burning fuses.
    #[must_use]
    pub fn lit(self, by: CombatantId, round: u16, place: u8) -> Self {
        Self { lit: Some(Lit { by, round: round.saturating_add(self.fuse.into()), place }), ..self }
    }

    /// What it is and does: "powder keg, 4d6+6 within 2 squares".
    pub fn words(&self) -> String {
        format!("{}, {} within {}", self.kind.name(), self.harm, counted(self.radius, "square"))
    }

    /// When it explodes, seen from a round: "its fuse burns: explodes at the end of this round".
    pub fn state(&self, round: u16) -> String {
        match (self.lit, self.fuse) {
            (Some(lit), _) if lit.round <= round => "its fuse burns: explodes at the end of this round".into(),
            (Some(lit), _) => format!("its fuse burns: explodes at the end of round {}", lit.round),
            (None, 0) => "once lit, explodes at the end of that round".into(),
            (None, 1) => "once lit, explodes at the end of the next round".into(),
            (None, fuse) => format!("once lit, explodes after {fuse} more rounds"),
        }
    }
}

/// Values at squares, sorted by square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AtSquares<T>(Vec<(Square, T)>);

impl<T> Default for AtSquares<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> AtSquares<T> {
    pub(super) fn get(&self, square: Square) -> Option<T> {
        self.0.binary_search_by_key(&square, |(known, _)| *known).ok().map(|place| self.0[place].1)
    }

    pub(super) fn set(&mut self, square: Square, value: Option<T>) {
        match (self.0.binary_search_by_key(&square, |(known, _)| *known), value) {
            (Ok(place), Some(value)) => self.0[place].1 = value,
            (Ok(place), None) => _ = self.0.remove(place),
            (Err(place), Some(value)) => self.0.insert(place, (square, value)),
            (Err(_), None) => {}
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (Square, T)> + '_ {
        self.0.iter().copied()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the squares are in order, each once, and all fit.
    pub(super) fn is_sound(&self, fits: impl Fn(Square) -> bool) -> bool {
        self.0.is_sorted_by(|entry, next| entry.0 < next.0) && self.0.iter().all(|(square, _)| fits(*square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harm_is_read_as_it_is_written() {
        for text in ["4d6+6", "2d10", "3d2-3", "12d20+60"] {
            assert_eq!(text.parse::<HarmDice>().map(|harm| harm.to_string()), Ok(text.into()));
        }
        for text in ["", "d6", "4d", "0d6", "13d6", "4d1", "4d21", "4d6+61", "4d6-5", "4d6+", "4d6+6+1", "+4d6", "4 d6"]
        {
            assert!(text.parse::<HarmDice>().is_err(), "{text}");
        }
        let harm: HarmDice = "2d6-2".parse().unwrap();
        assert_eq!([harm.total(2), harm.total(12), harm.twice_mean()], [0, 10, 10]);
    }

    #[test]
    fn a_fuse_says_when_it_explodes() {
        let keg = Explosive::new(ExplosiveKind::Keg, HarmDice::BLAST, 2, 1);
        assert_eq!(keg.words(), "powder keg, 4d6+6 within 2 squares");
        assert_eq!(keg.state(3), "once lit, explodes at the end of the next round");
        let lit = keg.lit(CombatantId(4), 3, 0);
        assert_eq!(lit.lit, Some(Lit { by: CombatantId(4), round: 4, place: 0 }));
        assert_eq!(
            [3, 4].map(|round| lit.state(round)),
            ["its fuse burns: explodes at the end of round 4", "its fuse burns: explodes at the end of this round"]
        );
    }
}
