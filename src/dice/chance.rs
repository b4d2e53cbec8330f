//! Throws, the interface through which rules draw them, and the rolled and scripted sources of chance.

use std::{cell::RefCell, rc::Rc};

use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A throw that rules ask for. Sums are aggregated: no rule reads the single dice of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Throw {
    /// D%: one number 0..=99.
    Percent,
    /// The sum of `count` dice with faces 1..=`sides`.
    Sum {
        /// How many dice.
        count: u8,
        /// Faces of each.
        sides: u8,
    },
    /// The sum of `count` d10, two of which are also read as tens and units (a 10 as 0): see [`Digits`].
    Marked {
        /// How many dice are added up, at least one.
        count: u8,
        /// Whether two extra dice are read, which are not added up. Otherwise the first two dice are read; a single die
        /// is read together with a marker die, which is not added up either.
        apart: bool,
    },
}

/// What two dice show when read as tens and units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Digits {
    /// Neither of the others: 89 of 100.
    Plain,
    /// Equal digits, 00 to 99: 10 of 100.
    Double,
    /// 0, then 1: 1 of 100.
    ZeroOne,
}

impl Digits {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Double, Self::ZeroOne];

    /// What two faces show.
    pub const fn of(tens: u8, units: u8) -> Self {
        match (tens % 10, units % 10) {
            (0, 1) => Self::ZeroOne,
            (tens, units) if tens == units => Self::Double,
            _ => Self::Plain,
        }
    }

    const fn from_value(value: i32) -> Self {
        match value & 3 {
            0 => Self::Plain,
            1 => Self::Double,
            _ => Self::ZeroOne,
        }
    }
}

impl Throw {
    /// How many faces a script must give for this throw.
    pub const fn faces(self) -> u8 {
        match self {
            Self::Percent => 1,
            Self::Marked { count, apart: true } => count + 2,
            Self::Marked { count: 1, .. } => 2,
            Self::Sum { count, .. } | Self::Marked { count, .. } => count,
        }
    }

    /// The value of faces: their sum; for [`Self::Marked`] sum and digits in one number, see [`Thrown::marked`].
    pub fn value(self, faces: &[u8]) -> i32 {
        let sum = |faces: &[u8]| faces.iter().map(|face| i32::from(*face)).sum::<i32>();
        let Self::Marked { count, apart } = self else { return sum(faces) };
        let count = usize::from(count);
        let read = if apart { &faces[count..] } else { faces };
        sum(&faces[..count]) * 4 + Digits::of(read[0], read[1]) as i32
    }

    /// Lowest and highest face of one die.
    pub const fn face_range(self) -> (i32, i32) {
        match self {
            Self::Percent => (0, 99),
            Self::Sum { sides, .. } => (1, sides as i32),
            Self::Marked { .. } => (1, 10),
        }
    }

    /// Whether [`Self::ways`] gives exact counts and not rounded proportions.
    pub const fn is_exact(self) -> bool {
        self.faces() <= MOST_DICE
    }

    /// Every value with the number of equally likely ways to it, ascending.
    pub fn ways(self) -> Rc<[(i32, u64)]> {
        // A forecast asks for the same few throws over and over.
        WAYS.with_borrow_mut(|known| Rc::clone(known.entry(self).or_insert_with(|| self.count().into())))
    }

    /// For [`Self::Marked`], by digits: every sum with the number of ways to it or a lower one, ascending.
    pub fn tallies(self) -> Rc<Tallies> {
        let tally = || {
            let mut tallies: Tallies = <_>::default();
            for (value, ways) in self.ways().iter() {
                let (sum, digits) = marked(*value);
                let tally = &mut tallies[digits as usize];
                let before = tally.last().map_or(0, |(_, ways)| *ways);
                tally.push((sum, before + ways));
            }
            Rc::new(tallies)
        };
        TALLIES.with_borrow_mut(|known| Rc::clone(known.entry(self).or_insert_with(tally)))
    }

    fn count(self) -> Vec<(i32, u64)> {
        match self {
            Self::Percent => (0..100).map(|value| (value, 1)).collect(),
            Self::Sum { count, sides } => {
                let mut ways = vec![1u64];
                for dice in 0..count {
                    let mut next = vec![0u64; ways.len() + usize::from(sides) - 1];
                    for (sum, way) in ways.iter().enumerate() {
                        for slot in &mut next[sum..sum + usize::from(sides)] {
                            *slot += way;
                        }
                    }
                    if dice >= MOST_DICE {
                        let half = u64::from(sides) / 2;
                        next.iter_mut().for_each(|ways| *ways = (*ways + half) / u64::from(sides));
                    }
                    ways = next;
                }
                (i32::from(count)..).zip(ways).filter(|(_, ways)| *ways > 0).collect()
            }
            Self::Marked { count, apart } => marked_ways(count, apart),
        }
    }
}

/// Sums with the number of ways to them or lower ones, by [`Digits`].
pub type Tallies = [Vec<(i32, u64)>; 3];

thread_local! {
    static WAYS: RefCell<FxHashMap<Throw, Rc<[(i32, u64)]>>> = RefCell::default();
    static TALLIES: RefCell<FxHashMap<Throw, Rc<Tallies>>> = RefCell::default();
}

/// The most dice whose ways can be counted exactly; of more, only proportions are kept.
const MOST_DICE: u8 = 16;

/// The ways of marked dice, by sum and digits.
fn marked_ways(count: u8, apart: bool) -> Vec<(i32, u64)> {
    let rest = Throw::Sum { count: if apart { count } else { count.saturating_sub(2) }, sides: 10 }.count();
    let mut ways = vec![0; 4 * (10 * usize::from(count) + 1)];
    for (tens, units) in (1..=10).flat_map(|tens| (1..=10).map(move |units| (tens, units))) {
        let own = match (apart, count) {
            (true, _) => 0,
            (false, 1) => tens,
            (false, _) => tens + units,
        };
        for (sum, count) in &rest {
            ways[(4 * (sum + i32::from(own)) + Digits::of(tens, units) as i32) as usize] += count;
        }
    }
    (0..).zip(ways).filter(|(_, ways)| *ways > 0).collect()
}

/// The result of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The number, or the sum.
    pub value: i32,
    /// The faces of the dice; empty when enumerated.
    pub faces: Vec<u8>,
}

impl Thrown {
    /// Sum and digits of a [`Throw::Marked`].
    pub const fn marked(&self) -> (i32, Digits) {
        marked(self.value)
    }
}

/// Sum and digits of the value of a [`Throw::Marked`].
pub const fn marked(value: i32) -> (i32, Digits) {
    (value >> 2, Digits::from_value(value))
}

/// Neighbouring values of a throw that all lead to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The last value of the band. The first follows on the previous band.
    pub last: i32,
    /// The class of its values. Several bands may have the same class.
    pub class: u32,
}

impl Band {
    /// The class of a value.
    pub fn class_of(value: i32, bands: &[Self]) -> u32 {
        bands.iter().find(|band| value <= band.last).or(bands.last()).map_or(0, |band| band.class)
    }
}

/// What opposes a value of a first throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// No second throw; the class of the value alone.
    Nothing(u32),
    /// A second throw in bands. Their classes are those of both throws together.
    Bands([Band; 4]),
}

/// The interface through which rules draw all their throws.
pub trait Chance {
    /// Throws. `class` promises which values lead to the same: a source that explores every outcome may merge values of
    /// equal class, so a rule may use nothing of the value but its class.
    fn throw(&mut self, throw: Throw, class: &dyn Fn(i32) -> u32) -> Thrown;

    /// Whether the source has failed, such as a script that has run out; nothing should go on by its throws then.
    fn has_failed(&self) -> bool {
        false
    }

    /// Throws with classes that are a few ascending bands of values, the last one open: the same as [`Self::throw`],
    /// but quicker to explore.
    fn throw_in_bands(&mut self, throw: Throw, bands: &[Band]) -> Thrown {
        self.throw(throw, &|value| Band::class_of(value, bands))
    }

    /// Throws [`Throw::Marked`] dice where only the digits matter and whether the sum is above a number: quicker to
    /// explore. `classes` are by digits, for sums up to that number and for those above it.
    fn throw_split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Thrown {
        self.throw(throw, &|value| {
            let (sum, digits) = marked(value);
            classes[digits as usize][usize::from(sum > above)]
        })
    }

    /// Throws once and, if `plan` says so for its value, a second time against it. A source that explores every outcome
    /// may merge all pairs of equal class.
    fn throw_against(&mut self, throws: [Throw; 2], plan: &dyn Fn(i32) -> Against) -> (Thrown, Option<Thrown>) {
        one_by_one(self, throws, plan)
    }

    /// Throws once and then the throw that `next` names for the value, if any. A source that explores every outcome may
    /// merge all pairs of equal class.
    fn throw_then(
        &mut self,
        first: Throw,
        next: &dyn Fn(i32) -> Option<Throw>,
        _class: &dyn Fn(i32, Option<i32>) -> u32,
    ) -> (Thrown, Option<Thrown>) {
        let first = self.throw(first, &|value| value as u32);
        let second = next(first.value).map(|throw| self.throw(throw, &|value| value as u32));
        (first, second)
    }
}

/// Throws the first and then what opposes it, without merging.
pub(super) fn one_by_one<C: Chance + ?Sized>(
    chance: &mut C,
    throws: [Throw; 2],
    plan: &dyn Fn(i32) -> Against,
) -> (Thrown, Option<Thrown>) {
    let first = chance.throw(throws[0], &|value| value as u32);
    let second = match plan(first.value) {
        Against::Nothing(_) => None,
        Against::Bands(bands) => Some(chance.throw_in_bands(throws[1], &bands)),
    };
    (first, second)
}

/// A seeded, portable random generator that can be saved. Battle, computer and decoration have one each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream of a seed; `lane` keeps the streams of one seed apart.
    pub fn new(seed: u64, lane: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed ^ lane.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// A number below `bound`, which must be at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.random_range(0..bound)
    }
}

/// Dice that are rolled. Every face is kept until it is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    stream: Stream,
    faces: Vec<u8>,
}

impl Rolled {
    /// The battle's dice for a seed.
    pub fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, 0), faces: Vec::new() }
    }

    /// Takes the faces rolled since the last call, in order.
    pub fn take_faces(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.faces)
    }
}

impl Chance for Rolled {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(i32) -> u32) -> Thrown {
        let (low, high) = throw.face_range();
        let faces: Vec<u8> =
            (0..throw.faces()).map(|_| (low + self.stream.below((high - low + 1) as u32) as i32) as u8).collect();
        self.faces.extend_from_slice(&faces);
        Thrown { value: throw.value(&faces), faces }
    }
}

/// What went wrong with scripted dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    /// The script ended too early.
    #[error("the dice ran out: the rules ask for die {number}, a face {low} to {high}, but only {given} are given")]
    TooFew {
        /// Which die, from 1.
        number: usize,
        /// Lowest face.
        low: i32,
        /// Highest face.
        high: i32,
        /// How many faces the script has.
        given: usize,
    },
    /// A face that does not exist on the die.
    #[error("die {number} shows {face}, but must show {low} to {high}")]
    NoSuchFace {
        /// Which die, from 1.
        number: usize,
        /// The face given.
        face: i32,
        /// Lowest face.
        low: i32,
        /// Highest face.
        high: i32,
    },
    /// Faces were left over.
    #[error("{left} of {given} dice were not used, from die {next} on")]
    TooMany {
        /// How many are left.
        left: usize,
        /// How many faces the script has.
        given: usize,
        /// The first unused die, from 1.
        next: usize,
    },
}

/// Dice whose faces are given by a script. The first fault is kept, and the lowest face is used in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scripted {
    faces: Vec<i32>,
    used: usize,
    fault: Option<ScriptFault>,
}

impl Scripted {
    /// A script of faces in the order of the throws.
    pub const fn new(faces: Vec<i32>) -> Self {
        Self { faces, used: 0, fault: None }
    }

    /// The first fault so far.
    pub const fn fault(&self) -> Option<&ScriptFault> {
        self.fault.as_ref()
    }

    /// How many faces have been used.
    pub const fn used(&self) -> usize {
        self.used
    }

    /// Ends the script.
    ///
    /// # Errors
    /// The first fault, or the faces that were not used.
    pub fn finish(self) -> Result<(), ScriptFault> {
        let left = self.faces.len().saturating_sub(self.used);
        match self.fault {
            Some(fault) => Err(fault),
            None if left > 0 => Err(ScriptFault::TooMany { left, given: self.faces.len(), next: self.used + 1 }),
            None => Ok(()),
        }
    }
}

impl Chance for Scripted {
    fn has_failed(&self) -> bool {
        self.fault.is_some()
    }

    fn throw(&mut self, throw: Throw, _: &dyn Fn(i32) -> u32) -> Thrown {
        let (low, high) = throw.face_range();
        let mut faces = Vec::new();
        for _ in 0..throw.faces() {
            let number = self.used + 1;
            let face = self.faces.get(self.used).copied();
            self.used += 1;
            let fault = match face {
                None => Some(ScriptFault::TooFew { number, low, high, given: self.faces.len() }),
                Some(face) if face < low || face > high => Some(ScriptFault::NoSuchFace { number, face, low, high }),
                Some(_) => None,
            };
            let face = if fault.is_some() { low } else { face.unwrap_or(low) };
            self.fault = self.fault.take().or(fault);
            faces.push(face as u8);
        }
        Thrown { value: throw.value(&faces), faces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_two_dice() {
        let ways = Throw::Sum { count: 2, sides: 6 }.ways();
        assert_eq!(ways.first(), Some(&(2, 1)));
        assert_eq!(ways[5], (7, 6));
        assert_eq!(ways.iter().map(|(_, way)| way).sum::<u64>(), 36);
        assert_eq!(*Throw::Sum { count: 0, sides: 6 }.ways(), [(0, 1)]);
    }

    #[test]
    fn marked_dice_are_added_up_and_read() {
        let read = |count, apart, faces: &[u8]| marked(Throw::Marked { count, apart }.value(faces));
        assert_eq!(read(3, false, &[10, 10, 3]), (23, Digits::Double));
        assert_eq!(read(3, false, &[10, 1, 8]), (19, Digits::ZeroOne));
        assert_eq!(read(3, false, &[1, 10, 8]), (19, Digits::Plain));
        assert_eq!(read(1, false, &[6, 6]), (6, Digits::Double));
        assert_eq!(read(1, false, &[10, 1]), (10, Digits::ZeroOne));
        assert_eq!(read(2, true, &[5, 5, 10, 1]), (10, Digits::ZeroOne));
    }

    #[test]
    fn one_in_ten_is_a_double_whatever_the_dice() {
        for throw in (1..=5).flat_map(|count| [true, false].map(|apart| Throw::Marked { count, apart })) {
            let (mut all, mut doubles, mut fumbles, mut sum) = (0, 0, 0, 0);
            for (value, ways) in throw.ways().iter().copied() {
                let (total, digits) = marked(value);
                all += ways;
                sum += ways * total as u64;
                doubles += if digits == Digits::Double { ways } else { 0 };
                fumbles += if digits == Digits::ZeroOne { ways } else { 0 };
            }
            let Throw::Marked { count, .. } = throw else { continue };
            assert_eq!((doubles * 10, fumbles * 100), (all, all), "{throw:?}");
            assert_eq!(sum * 2, all * 11 * u64::from(count), "{throw:?}");
            assert_eq!(all, 10u64.pow(u32::from(throw.faces())), "{throw:?}");
        }
    }

    #[test]
    fn a_script_must_be_used_up_exactly() {
        let throw = |script: &mut Scripted| script.throw(Throw::Percent, &|value| value as u32).value;
        let mut short = Scripted::new(vec![7]);
        assert_eq!((throw(&mut short), throw(&mut short)), (7, 0));
        assert_eq!(short.finish(), Err(ScriptFault::TooFew { number: 2, low: 0, high: 99, given: 1 }));
        let mut long = Scripted::new(vec![7, 8]);
        throw(&mut long);
        assert_eq!(long.finish(), Err(ScriptFault::TooMany { left: 1, given: 2, next: 2 }));
        let mut odd = Scripted::new(vec![100]);
        throw(&mut odd);
        assert!(matches!(odd.finish(), Err(ScriptFault::NoSuchFace { face: 100, .. })));
    }

    #[test]
    fn equal_seeds_roll_equal_dice() {
        let roll = |seed| {
            let mut dice = Rolled::new(seed);
            (0..20).map(|_| dice.throw(Throw::Percent, &|value| value as u32).value).collect::<Vec<_>>()
        };
        assert_eq!(roll(5), roll(5));
        assert_ne!(roll(5), roll(6));
    }
}
