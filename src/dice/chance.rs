//! The interface through which rules draw their throws, and the rolled and scripted sources of chance.

use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use serde::{Deserialize, Serialize};

use super::{Reading, Throw, Thrown};

/// Neighbouring sums of a throw that all lead to the same outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// The last sum of the band. The first follows on the previous band.
    pub last: i32,
    /// The class of its sums. Several bands may share a class.
    pub class: u32,
}

impl Band {
    /// The class of a sum.
    pub fn class_of(sum: i32, bands: &[Self]) -> u32 {
        bands.iter().find(|band| sum <= band.last).or(bands.last()).map_or(0, |band| band.class)
    }
}

/// The interface through which rules draw all their throws.
pub trait Chance {
    /// Throws. Results of equal `class` must lead to the same outcome: a source that explores every outcome may merge
    /// them, so a rule must use nothing of a result but its class.
    fn throw(&mut self, throw: Throw, class: &dyn Fn(Reading) -> u32) -> Thrown;

    /// Throws when every result may lead to a different outcome.
    fn throw_apart(&mut self, throw: Throw) -> Thrown;

    /// Whether the source has failed, such as a script that has run out. Its throws must not be played on from then.
    fn has_failed(&self) -> bool {
        false
    }

    /// Like [`Self::throw`] with classes that are a few ascending bands of sums, the last one open-ended; quicker to
    /// explore.
    fn throw_in_bands(&mut self, throw: Throw, bands: &[Band]) -> Thrown {
        self.throw(throw, &|reading| Band::class_of(reading.sum, bands))
    }

    /// Throws [`Throw::Marked`] dice when only the digits matter and whether the sum is above a number; quicker to
    /// explore. `classes` are by digits, each for sums up to that number and for sums above it.
    fn throw_split(&mut self, throw: Throw, above: i32, classes: [[u32; 2]; 3]) -> Thrown {
        self.throw(throw, &|reading| classes[reading.digits as usize][usize::from(reading.sum > above)])
    }

    /// Throws once, then makes the throw that `next` names for the result, if any. A source that explores every outcome
    /// may merge all pairs of equal class.
    fn throw_then(
        &mut self,
        first: Throw,
        next: &dyn Fn(Reading) -> Option<Throw>,
        _class: &dyn Fn(Reading, Option<Reading>) -> u32,
    ) -> (Thrown, Option<Thrown>) {
        let first = self.throw_apart(first);
        let second = next(first.reading).map(|throw| self.throw_apart(throw));
        (first, second)
    }
}

/// A seeded, portable random generator that can be saved. Battle, computer and decoration each have one.
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
    fn throw(&mut self, throw: Throw, _: &dyn Fn(Reading) -> u32) -> Thrown {
        self.throw_apart(throw)
    }

    fn throw_apart(&mut self, throw: Throw) -> Thrown {
        let faces = throw.draw(|low, high| low + self.stream.below(u32::from(high - low) + 1) as u8);
        self.faces.extend_from_slice(&faces);
        Thrown { reading: throw.read(&faces), faces: throw.faces(&faces) }
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

/// Dice whose faces are given by a script. The first fault is kept, and the lowest face is used instead.
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

    /// The next face of a die with this lowest and highest face.
    fn next(&mut self, lowest: u8, highest: u8) -> u8 {
        let (low, high) = (i32::from(lowest), i32::from(highest));
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
        face as u8
    }

    /// Ends the script.
    ///
    /// # Errors
    /// The first fault, or how many faces were not used.
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

    fn throw(&mut self, throw: Throw, _: &dyn Fn(Reading) -> u32) -> Thrown {
        self.throw_apart(throw)
    }

    fn throw_apart(&mut self, throw: Throw) -> Thrown {
        let faces = throw.draw(|low, high| self.next(low, high));
        Thrown { reading: throw.read(&faces), faces: throw.faces(&faces) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    fn shown(thrown: &Thrown) -> Vec<u8> {
        thrown.faces.iter().map(|face| face.shows).collect()
    }

    #[test]
    fn a_script_must_be_used_up_exactly() {
        let throw = |script: &mut Scripted| script.throw_apart(Throw::Percent).sum;
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
            (0..20).map(|_| dice.throw_apart(Throw::Percent).sum).collect::<Vec<_>>()
        };
        assert_eq!(roll(5), roll(5));
        assert_ne!(roll(5), roll(6));
    }

    /// A d20 and two bonus d4 that burst.
    const BURSTING: Throw =
        Throw::Burst { dice: Dice { count: 1, sides: 20 }, bonus: Dice { count: 2, sides: 4 }, once: false };

    #[test]
    fn scripts_give_every_face_of_a_burst() {
        let mut script = Scripted::new(vec![14, 4, 4, 1, 3]);
        let thrown = script.throw_apart(BURSTING);
        assert_eq!((thrown.sum, thrown.bursts, shown(&thrown)), (26, 2, vec![14, 4, 4, 1, 3]));
        assert_eq!(script.finish(), Ok(()));
        let mut short = Scripted::new(vec![14, 4, 4]);
        short.throw_apart(BURSTING);
        assert_eq!(short.finish(), Err(ScriptFault::TooFew { number: 4, low: 1, high: 4, given: 3 }));
    }

    #[test]
    fn rolled_dice_burst_on() {
        let mut dice = Rolled::new(3);
        let longest = (0..2_000).map(|_| dice.throw_apart(BURSTING)).inspect(|thrown| {
            assert_eq!(thrown.faces.len(), 3 + usize::from(thrown.bursts));
            assert_eq!(thrown.reading, BURSTING.read(&shown(thrown)));
        });
        let longest = longest.map(|thrown| thrown.bursts).max();
        // One in 4^5 for each of four thousand dice.
        assert!(longest >= Some(5), "{longest:?}");
    }
}
