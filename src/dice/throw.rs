//! Throws, and what rules read from them.

use std::{cell::RefCell, ops::Deref, rc::Rc};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::ways::Ways;

/// A throw that rules ask for.
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
    /// The sum of `count` d10. Two are also read as tens and units, a 10 as 0: see [`Digits`].
    Marked {
        /// How many dice are added up, at least one.
        count: u8,
        /// Whether two extra dice are read that are not added up. Otherwise the first two dice are read; a single die
        /// is read together with a marker die that is not added up.
        apart: bool,
    },
    /// The successes (faces 6 to 10) among `count` d10, with the number of tens and of ones.
    Pool {
        /// How many dice.
        count: u8,
        /// How many of them, rolled first, come from a source whose successes are also counted separately.
        first: u8,
    },
    /// The sum of some dice and of bonus dice that burst: a bonus die that shows its highest face is followed by
    /// another of its kind, which is added too.
    Burst {
        /// Dice that never burst, rolled first.
        dice: Dice,
        /// Bonus dice, each followed directly by the dice it bursts into.
        bonus: Dice,
        /// Whether a die added by a burst cannot burst in turn. Otherwise bursts go on without limit.
        once: bool,
    },
}

/// Dice of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Dice {
    /// How many.
    pub count: u8,
    /// Faces of each, 1..=`sides`.
    pub sides: u8,
}

/// What two dice show when read as tens and units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Digits {
    /// None of the others: 89 of 100.
    #[default]
    Plain,
    /// Equal digits, 00 to 99: 10 of 100.
    Double,
    /// 0, then 1: 1 of 100.
    ZeroOne,
}

impl Digits {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Double, Self::ZeroOne];

    /// What two faces show.
    pub const fn of(tens: u8, units: u8) -> Self {
        match (tens % 10, units % 10) {
            (0, 1) => Self::ZeroOne,
            (tens, units) if tens == units => Self::Double,
            _ => Self::Plain,
        }
    }
}

/// What rules read from a throw. Fields that a kind of throw does not have stay at 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reading {
    /// The number, or the sum of the dice that are added up; 0 for a [`Throw::Pool`].
    pub sum: i32,
    /// The dice of a pool that succeed.
    pub successes: u8,
    /// The successes among the first dice: see [`Throw::Pool::first`].
    pub first: u8,
    /// The dice of a pool that show 10.
    pub tens: u8,
    /// The dice of a pool that show 1.
    pub ones: u8,
    /// What the marked dice show.
    pub digits: Digits,
    /// How many dice bursts have added, at most 255.
    pub bursts: u8,
}

impl Reading {
    /// Just a number.
    pub const fn of(sum: i32) -> Self {
        Self { sum, successes: 0, first: 0, tens: 0, ones: 0, digits: Digits::Plain, bursts: 0 }
    }
}

/// The result of a throw: its reading and its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// What rules read.
    pub reading: Reading,
    /// All dice in the order rolled; none when enumerated.
    pub faces: Vec<Face>,
}

/// A rolled die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// What it shows.
    pub shows: u8,
    /// How many faces it has: 1 to this number, but 0 to 99 for a die with 100.
    pub sides: u8,
}

impl Face {
    /// A die with `sides` sides that shows `shows`.
    pub const fn new(shows: u8, sides: u8) -> Self {
        Self { shows, sides }
    }

    /// Lowest and highest face of a die with `sides` sides.
    pub const fn range(sides: u8) -> (u8, u8) {
        if sides == PERCENT { (0, PERCENT - 1) } else { (1, sides) }
    }

    /// The face as text, with two digits for a die with 100 faces.
    pub fn words(self) -> String {
        if self.sides == PERCENT { format!("{:02}", self.shows) } else { self.shows.to_string() }
    }
}

/// The sides of a die that is read as a percentage.
const PERCENT: u8 = 100;

impl Deref for Thrown {
    type Target = Reading;

    fn deref(&self) -> &Reading {
        &self.reading
    }
}

impl Throw {
    /// The lowest face of a pool die that is a success.
    pub const SUCCESS: u8 = 6;

    /// One die with faces 1..=`sides`.
    pub const fn die(sides: u8) -> Self {
        Self::Sum { count: 1, sides }
    }

    /// Draws its dice one by one. `die` is given the lowest and highest face of the next die and returns its face.
    pub fn draw(self, mut die: impl FnMut(u8, u8) -> u8) -> Vec<u8> {
        let Self::Burst { dice, bonus, once } = self else {
            let (low, high) = self.face_range();
            return (0..self.fixed_faces()).map(|_| die(low, high)).collect();
        };
        let mut faces: Vec<u8> = (0..dice.count).map(|_| die(1, dice.sides)).collect();
        for _ in 0..bonus.count {
            let mut face = die(1, bonus.sides);
            faces.push(face);
            let mut goes_on = bonus.sides > 1;
            while goes_on && face == bonus.sides {
                face = die(1, bonus.sides);
                faces.push(face);
                goes_on = !once;
            }
        }
        faces
    }

    /// How many dice a throw without bursts has.
    const fn fixed_faces(self) -> u8 {
        match self {
            Self::Percent => 1,
            Self::Marked { count, apart: true } => count + 2,
            Self::Marked { count: 1, .. } => 2,
            Self::Sum { count, .. } | Self::Marked { count, .. } | Self::Pool { count, .. } => count,
            Self::Burst { dice, bonus, .. } => dice.count + bonus.count,
        }
    }

    /// Reads faces that were drawn for this throw.
    pub fn read(self, faces: &[u8]) -> Reading {
        let sum = |faces: &[u8]| faces.iter().map(|face| i32::from(*face)).sum::<i32>();
        let count = |is: &dyn Fn(u8) -> bool, faces: &[u8]| faces.iter().filter(|face| is(**face)).count() as u8;
        match self {
            Self::Percent | Self::Sum { .. } => Reading::of(sum(faces)),
            Self::Marked { count, apart } => {
                let count = usize::from(count);
                let read = if apart { &faces[count..] } else { faces };
                Reading { digits: Digits::of(read[0], read[1]), ..Reading::of(sum(&faces[..count])) }
            }
            Self::Pool { first, .. } => Reading {
                successes: count(&|face| face >= Self::SUCCESS, faces),
                first: count(&|face| face >= Self::SUCCESS, &faces[..faces.len().min(first.into())]),
                tens: count(&|face| face == 10, faces),
                ones: count(&|face| face == 1, faces),
                ..Reading::default()
            },
            Self::Burst { dice, bonus, .. } => {
                let added = faces.len().saturating_sub(usize::from(dice.count) + usize::from(bonus.count));
                Reading { bursts: added.min(255) as u8, ..Reading::of(sum(faces)) }
            }
        }
    }

    /// Lowest and highest face of one die of a throw without bursts.
    pub(super) const fn face_range(self) -> (u8, u8) {
        match self {
            Self::Sum { sides, .. } => (1, sides),
            _ => Face::range(self.sides()),
        }
    }

    /// The sides of one die of a throw without bursts.
    const fn sides(self) -> u8 {
        match self {
            Self::Percent => PERCENT,
            Self::Sum { sides, .. } => sides,
            Self::Marked { .. } | Self::Pool { .. } | Self::Burst { .. } => 10,
        }
    }

    /// The dice with faces that were drawn for this throw.
    pub(super) fn faces(self, drawn: &[u8]) -> Vec<Face> {
        let sides = |index: usize| match self {
            Self::Burst { dice, .. } if index < usize::from(dice.count) => dice.sides,
            Self::Burst { bonus, .. } => bonus.sides,
            _ => self.sides(),
        };
        drawn.iter().enumerate().map(|(index, shows)| Face::new(*shows, sides(index))).collect()
    }

    /// Whether results are plain numbers, all equally likely.
    pub(super) const fn is_even(self) -> bool {
        matches!(self, Self::Percent | Self::Sum { count: 1, .. })
    }

    /// Every result with the number of equally likely ways to it, ascending.
    pub fn ways(self) -> Rc<Ways> {
        // A forecast asks for the same few throws over and over.
        WAYS.with_borrow_mut(|known| Rc::clone(known.entry(self).or_insert_with(|| Rc::new(Ways::of(self)))))
    }

    /// Every sum with the number of ways to it, and to it or a lower one, ascending.
    pub fn sums(self) -> Rc<[SumWays]> {
        let make = || {
            let mut sums: Vec<SumWays> = Vec::new();
            let mut each: Vec<(i32, u64)> = self.ways().iter().map(|(reading, ways)| (reading.sum, *ways)).collect();
            each.sort_unstable();
            for (sum, ways) in each {
                let upto = sums.last().map_or(0, |last| last.upto) + ways;
                match sums.last_mut().filter(|last| last.sum == sum) {
                    Some(last) => *last = SumWays { sum, ways: last.ways + ways, upto },
                    None => sums.push(SumWays { sum, ways, upto }),
                }
            }
            Rc::from(sums)
        };
        SUMS.with_borrow_mut(|known| Rc::clone(known.entry(self).or_insert_with(make)))
    }

    /// For a pool: every result with the ways to it, as [`Self::ways`], but tens and ones are only told apart as
    /// `count` or more and fewer. The same goes for successes among the first dice if `least_first` is given.
    pub fn criticals(self, count: u8, least_first: Option<u8>) -> Rc<Ways> {
        let Self::Pool { count: dice, first } = self else { return self.ways() };
        let make = || Rc::new(Ways::of_criticals((dice, first.min(dice)), count, least_first));
        let key = (self, count, least_first);
        CRITICALS.with_borrow_mut(|known| Rc::clone(known.entry(key).or_insert_with(make)))
    }

    /// For [`Self::Marked`], by digits: every sum with the number of ways to it or a lower one, ascending.
    pub(super) fn tallies(self) -> Rc<Tallies> {
        let tally = || {
            let mut tallies: Tallies = <_>::default();
            for (reading, ways) in self.ways().iter() {
                let tally = &mut tallies[reading.digits as usize];
                let before = tally.last().map_or(0, |(_, ways)| *ways);
                tally.push((reading.sum, before + ways));
            }
            Rc::new(tallies)
        };
        TALLIES.with_borrow_mut(|known| Rc::clone(known.entry(self).or_insert_with(tally)))
    }
}

/// By [`Digits`]: sums with the number of ways to them or lower ones.
pub(super) type Tallies = [Vec<(i32, u64)>; 3];

/// A sum of a throw, whatever else is read from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumWays {
    /// The sum.
    pub sum: i32,
    /// The number of ways to it.
    pub ways: u64,
    /// The number of ways to it or a lower one.
    pub upto: u64,
}

thread_local! {
    static SUMS: RefCell<FxHashMap<Throw, Rc<[SumWays]>>> = RefCell::default();
    static WAYS: RefCell<FxHashMap<Throw, Rc<Ways>>> = RefCell::default();
    static CRITICALS: RefCell<FxHashMap<(Throw, u8, Option<u8>), Rc<Ways>>> = RefCell::default();
    static TALLIES: RefCell<FxHashMap<Throw, Rc<Tallies>>> = RefCell::default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_dice_are_added_up_and_read() {
        let read = |count, apart, faces: &[u8]| {
            let reading = Throw::Marked { count, apart }.read(faces);
            (reading.sum, reading.digits)
        };
        assert_eq!(read(3, false, &[10, 10, 3]), (23, Digits::Double));
        assert_eq!(read(3, false, &[10, 1, 8]), (19, Digits::ZeroOne));
        assert_eq!(read(3, false, &[1, 10, 8]), (19, Digits::Plain));
        assert_eq!(read(1, false, &[6, 6]), (6, Digits::Double));
        assert_eq!(read(1, false, &[10, 1]), (10, Digits::ZeroOne));
        assert_eq!(read(2, true, &[5, 5, 10, 1]), (10, Digits::ZeroOne));
    }

    #[test]
    fn sums_forget_what_else_is_read() {
        let burst = Throw::Burst { dice: Dice::default(), bonus: Dice { count: 2, sides: 4 }, once: true };
        for throw in [Throw::Percent, Throw::Marked { count: 2, apart: false }, burst] {
            let (ways, sums) = (throw.ways(), throw.sums());
            assert_eq!(sums.last().map(|last| last.upto), Some(ways.total()), "{throw:?}");
            assert!(sums.is_sorted_by(|entry, next| entry.sum < next.sum && entry.upto + next.ways == next.upto));
            let of_7: u64 = ways.iter().filter(|(reading, _)| reading.sum == 7).map(|(_, ways)| ways).sum();
            assert_eq!(sums.iter().find(|sum| sum.sum == 7).map(|sum| sum.ways), Some(of_7), "{throw:?}");
        }
    }

    #[test]
    fn a_die_that_fell_says_how_many_sides_it_has() {
        let sides = |throw: Throw, faces: &[u8]| throw.faces(faces).iter().map(|face| face.sides).collect::<Vec<_>>();
        assert_eq!(sides(Throw::Percent, &[0]), [100]);
        assert_eq!((Face::range(100), Face::range(20)), ((0, 99), (1, 20)));
        assert_eq!((Throw::Percent.face_range(), Throw::die(100).face_range()), ((0, 99), (1, 100)));
        assert_eq!((Face::new(7, 100).words(), Face::new(7, 20).words()), ("07".into(), "7".into()));
        assert_eq!(sides(Throw::Sum { count: 2, sides: 6 }, &[6, 1]), [6, 6]);
        assert_eq!(sides(Throw::Marked { count: 1, apart: false }, &[3, 10]), [10, 10]);
        let dice = |count, sides| Dice { count, sides };
        let attack = Throw::Burst { dice: dice(1, 20), bonus: dice(2, 4), once: false };
        assert_eq!(sides(attack, &[14, 4, 2, 1]), [20, 4, 4, 4]);
    }

    #[test]
    fn pools_count_successes_by_source() {
        // POO-ROLL-01; POO-DEF-08: E 7, 8, 6 and R 2.
        let pool = Throw::Pool { count: 5, first: 0 }.read(&[6, 5, 10, 1, 7]);
        assert_eq!((pool.successes, pool.tens, pool.ones, pool.sum), (3, 1, 1, 0));
        let guard = Throw::Pool { count: 4, first: 3 }.read(&[7, 8, 2, 9]);
        assert_eq!((guard.successes, guard.first), (3, 2));
    }

    /// Draws from given faces, with the ranges that were asked for.
    fn drawn(throw: Throw, faces: &[u8]) -> (Vec<(u8, u8)>, Reading) {
        let mut asked = Vec::new();
        let drawn = throw.draw(|low, high| {
            asked.push((low, high));
            faces[asked.len() - 1]
        });
        assert_eq!(drawn, faces);
        (asked, throw.read(&drawn))
    }

    #[test]
    fn bursts_go_on_for_as_long_as_the_highest_face_comes() {
        let bonus = |count, sides, once| Throw::Burst { dice: Dice::default(), bonus: Dice { count, sides }, once };
        // VIG-ROLL-07.
        let (asked, reading) = drawn(bonus(1, 10, false), &[10, 10, 3]);
        assert_eq!((asked.len(), reading.sum, reading.bursts), (3, 23, 2));
        assert_eq!(drawn(bonus(1, 4, false), &[4, 1]).1, Reading { bursts: 1, ..Reading::of(5) });
        assert_eq!(drawn(bonus(1, 10, true), &[10, 10]).1, Reading { bursts: 1, ..Reading::of(20) });
        // VIG-ROLL-08: the action die, then each bonus die with what it bursts into.
        let attack =
            Throw::Burst { dice: Dice { count: 1, sides: 20 }, bonus: Dice { count: 2, sides: 10 }, once: false };
        let (asked, reading) = drawn(attack, &[14, 10, 4, 7]);
        assert_eq!((asked, reading.sum), (vec![(1, 20), (1, 10), (1, 10), (1, 10)], 35));
        // VIG-ROLL-01: the action die never bursts.
        let bare = Throw::Burst { dice: Dice { count: 1, sides: 20 }, bonus: Dice::default(), once: false };
        assert_eq!(drawn(bare, &[20]).1, Reading::of(20));
    }
}
