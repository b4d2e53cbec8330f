//! Objects of the board with numbers of their own: powder kegs and charges, and the harm of pits. What becomes of whoever
//! is near is the ruleset's affair.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::Feature;
use crate::{dice::Throw, geometry::Square, rules::ids::CombatantId};

/// The most dice of a harm.
const MOST_DICE: u8 = 12;
/// The fewest and the most faces of a die of it.
const FACES: (u8, u8) = (2, 20);
/// The most that is added to the dice; what is taken away leaves nothing negative.
const MOST_BONUS: i16 = 60;

/// Dice of one kind and a number, added up, as the level gives them: `4d6+6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HarmDice {
    /// How many dice, 1 to 12.
    pub count: u8,
    /// Faces of each, 2 to 20.
    pub sides: u8,
    /// What is added, at most 60; negative at most as much as the dice show at least.
    pub bonus: i16,
}

impl HarmDice {
    /// What a pit does if the level says nothing else, RAT-ACT-02.
    pub const PIT: Self = Self { count: 2, sides: 10, bonus: 0 };
    /// What a keg or a charge does if the level says nothing else, RAT-ACT-03.
    pub const BLAST: Self = Self { count: 4, sides: 6, bonus: 6 };

    /// The dice as a throw; [`Self::bonus`] is added to its sum.
    pub const fn throw(self) -> Throw {
        Throw::Sum { count: self.count, sides: self.sides }
    }

    /// What a sum of the dice comes to, 0 or more.
    pub fn total(self, dice: i32) -> i32 {
        dice + i32::from(self.bonus)
    }

    /// Twice what it comes to on average, so that halves stay whole.
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
        let wrong = "1 to 12 dice with 2 to 20 faces and up to 60 more, nothing negative: \"4d6+6\"";
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

/// What explodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ExplosiveKind {
    /// A powder keg, which fills its square: to all rules a crate, [`Feature::Keg`].
    Keg,
    /// A charge that lies in a square and is in nobody's way.
    Charge,
}

impl ExplosiveKind {
    /// The words a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keg => "powder keg",
            Self::Charge => "charge",
        }
    }

    /// What it fills its square with.
    pub const fn feature(self) -> Option<Feature> {
        match self {
            Self::Keg => Some(Feature::Keg),
            Self::Charge => None,
        }
    }
}

/// A keg or a charge on the board. There is one in a square at most, and none once it has exploded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Explosive {
    /// What it is.
    pub kind: ExplosiveKind,
    /// What it does to whoever is near.
    pub harm: HarmDice,
    /// How far it reaches, in squares.
    pub radius: u8,
    /// Rounds that its fuse burns after the one in which it is lit; 0: it explodes as that round ends.
    pub fuse: u8,
    /// Once it is lit: who has done so, and as which round ends it explodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lit: Option<Lit>,
}

/// A fuse that burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Lit {
    /// Who lit it.
    pub by: CombatantId,
    /// It explodes as this round ends.
    pub round: u16,
    /// Its place among those that burn, by when they were lit.
    // The first one's is not written, so that recordings made before places were kept have the same digests.
    #[serde(default, skip_serializing_if = "is_first")]
    pub place: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_first(place: &u8) -> bool {
    *place == 0
}

impl Explosive {
    /// One that nobody has lit.
    pub const fn new(kind: ExplosiveKind, harm: HarmDice, radius: u8, fuse: u8) -> Self {
        Self { kind, harm, radius, fuse, lit: None }
    }

    /// The same, lit by somebody in a round, at a place among those that burn.
    #[must_use]
    pub fn lit(self, by: CombatantId, round: u16, place: u8) -> Self {
        Self { lit: Some(Lit { by, round: round.saturating_add(self.fuse.into()), place }), ..self }
    }

    /// What it is and how things stand with it: "powder keg, 4d6+6 within 2 squares".
    pub fn words(&self) -> String {
        let squares = if self.radius == 1 { "square" } else { "squares" };
        format!("{}, {} within {} {squares}", self.kind.name(), self.harm, self.radius)
    }

    /// When it explodes, seen from a round: "its fuse burns: explodes as this round ends".
    pub fn state(&self, round: u16) -> String {
        match (self.lit, self.fuse) {
            (Some(lit), _) if lit.round <= round => "its fuse burns: explodes as this round ends".into(),
            (Some(lit), _) => format!("its fuse burns: explodes as round {} ends", lit.round),
            (None, 0) => "explodes as the round ends in which it is lit".into(),
            (None, 1) => "explodes as the round ends after the one in which it is lit".into(),
            (None, fuse) => format!("explodes {fuse} rounds after the one in which it is lit"),
        }
    }
}

/// Values at squares, in the order of the squares.
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
        assert_eq!(keg.state(3), "explodes as the round ends after the one in which it is lit");
        let lit = keg.lit(CombatantId(4), 3, 0);
        assert_eq!(lit.lit, Some(Lit { by: CombatantId(4), round: 4, place: 0 }));
        assert_eq!(
            [3, 4].map(|round| lit.state(round)),
            ["its fuse burns: explodes as round 4 ends", "its fuse burns: explodes as this round ends"]
        );
    }
}
