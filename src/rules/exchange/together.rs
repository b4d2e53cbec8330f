//! Several blows or attacks whose harm is taken together, as where armour counts once against all of them.
//!
//! Each part is a [`Member`] with its own stages, answers and result; their stages set the order. Once all are over, a
//! [`Whole`] is made from their results: the machine for everything rolled, asked and subtracted only once. The result
//! names both, so that each blow keeps its own fate.

use serde::{Deserialize, Serialize};

use super::{
    Next, Situation,
    several::{MOST_TARGETS, Member, Several, Stages},
};
use crate::dice::Reading;

/// What follows once from several parts together.
pub trait Whole: Situation {
    /// The parts.
    type Part: Member<Answer = Self::Answer>;

    /// The whole that follows from these results of the parts, in their order.
    #[must_use]
    fn of(&self, came: impl Iterator<Item = <Self::Part as Situation>::Result> + Clone) -> Self;
}

/// Several parts, and what follows from all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Together<P, W> {
    /// The parts in their order.
    pub parts: Several<P>,
    /// What follows, before the parts have results.
    pub whole: W,
}

/// The stage of several parts and what follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TogetherStage<P, R, W, T> {
    /// The parts are under way.
    Parts([Option<P>; MOST_TARGETS]),
    /// The parts have these results; what follows is under way.
    Whole([Option<R>; MOST_TARGETS], W, T),
}

/// A question about one of the parts, by its place, or about what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TogetherQuestion<P, W> {
    /// About the part at a place.
    Part(usize, P),
    /// About what follows from all parts.
    Whole(W),
}

type PartStage<W> = <<W as Whole>::Part as Situation>::Stage;
type PartResult<W> = <<W as Whole>::Part as Situation>::Result;

/// The stages of [`Together`] for what follows from the parts.
pub type StageOf<W> = TogetherStage<PartStage<W>, PartResult<W>, W, <W as Situation>::Stage>;

impl<W: Whole> Together<W::Part, W> {
    /// These parts in their order, and what follows from them; `None` if they are too many.
    pub fn new(parts: &[W::Part], whole: W) -> Option<Self> {
        Several::new(parts).map(|parts| Self { parts, whole })
    }

    /// The place of the part whose throw comes next; `None` if the whole throws next, the throw is shared, or none
    /// comes.
    pub fn thrower(&self, stage: StageOf<W>) -> Option<usize> {
        match stage {
            TogetherStage::Parts(stages) => self.parts.thrower(stages),
            TogetherStage::Whole(..) => None,
        }
    }

    /// These stages, or the stage of what follows once all parts are over.
    fn after(&self, stages: Stages<W::Part>) -> StageOf<W> {
        let Next::Done(came) = self.parts.next(stages) else { return TogetherStage::Parts(stages) };
        let whole = self.whole.of(came.iter().flatten().copied());
        TogetherStage::Whole(came, whole, whole.begin())
    }
}

impl<W: Whole> Situation for Together<W::Part, W> {
    type Stage = StageOf<W>;
    type Question = TogetherQuestion<<W::Part as Situation>::Question, W::Question>;
    type Answer = W::Answer;
    /// The results of each part and of the whole.
    type Result = ([Option<PartResult<W>>; MOST_TARGETS], W::Result);

    fn begin(&self) -> Self::Stage {
        self.after(self.parts.begin())
    }

    fn next(&self, stage: Self::Stage) -> Next<Self> {
        match stage {
            TogetherStage::Parts(stages) => match self.parts.next(stages) {
                Next::Throw(throw, reads) => Next::Throw(throw, reads),
                Next::Ask((place, question)) => Next::Ask(TogetherQuestion::Part(place, question)),
                Next::Done(_) => self.next(self.after(stages)),
            },
            TogetherStage::Whole(came, whole, stage) => match whole.next(stage) {
                Next::Throw(throw, reads) => Next::Throw(throw, reads),
                Next::Ask(question) => Next::Ask(TogetherQuestion::Whole(question)),
                Next::Done(result) => Next::Done((came, result)),
            },
        }
    }

    fn thrown(&self, stage: Self::Stage, reading: Reading) -> Self::Stage {
        match stage {
            TogetherStage::Parts(stages) => self.after(self.parts.thrown(stages, reading)),
            TogetherStage::Whole(came, whole, stage) => TogetherStage::Whole(came, whole, whole.thrown(stage, reading)),
        }
    }

    fn answered(&self, stage: Self::Stage, answer: W::Answer) -> Self::Stage {
        match stage {
            TogetherStage::Parts(stages) => self.after(self.parts.answered(stages, answer)),
            TogetherStage::Whole(came, whole, stage) => {
                TogetherStage::Whole(came, whole, whole.answered(stage, answer))
            }
        }
    }

    fn assumed(&self, stage: Self::Stage) -> W::Answer {
        match stage {
            TogetherStage::Parts(stages) => self.parts.assumed(stages),
            TogetherStage::Whole(_, whole, stage) => whole.assumed(stage),
        }
    }
}

/// Divides the harm that several blows did together in proportion to what each brought. The shares add up to the whole;
/// if nothing was brought, all are 0.
pub fn shares(whole: i32, brought: &[i32]) -> Vec<i32> {
    let sum: i64 = brought.iter().map(|part| i64::from(*part)).sum();
    let upto = |part: i64| if sum == 0 { 0 } else { (i64::from(whole) * part).div_euclid(sum) };
    let mut before = 0;
    let share = |part: &i32| {
        let first = upto(before);
        before += i64::from(*part);
        (upto(before) - first) as i32
    };
    brought.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::{Fraction, Scripted, Throw},
        rules::{
            StepContext,
            exchange::{Advanced, Reads, advance, several::Comes, solve},
        },
    };

    /// A blow: a roll, an answer to it, and damage.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Blow {
        least: i32,
        harm: i32,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum At {
        Rolling,
        Asked,
        Blocking,
        Harming,
        Over(Option<i32>),
    }

    impl Situation for Blow {
        type Stage = At;
        type Question = ();
        type Answer = bool;
        /// What it brings if it lands.
        type Result = Option<i32>;

        fn begin(&self) -> At {
            At::Rolling
        }

        fn next(&self, stage: At) -> Next<Self> {
            match stage {
                At::Rolling => Next::Throw(Throw::die(6), Reads::Above(self.least - 1)),
                At::Asked => Next::Ask(()),
                At::Blocking => Next::Throw(Throw::die(6), Reads::Above(3)),
                At::Harming => Next::Throw(Throw::die(4), Reads::Sum),
                At::Over(brought) => Next::Done(brought),
            }
        }

        fn thrown(&self, stage: At, reading: Reading) -> At {
            match stage {
                At::Rolling if reading.sum >= self.least => At::Asked,
                At::Blocking if reading.sum <= 3 => At::Harming,
                At::Harming => At::Over(Some(self.harm + reading.sum)),
                _ => At::Over(None),
            }
        }

        fn answered(&self, _: At, blocks: bool) -> At {
            if blocks { At::Blocking } else { At::Harming }
        }

        fn assumed(&self, _: At) -> bool {
            false
        }
    }

    impl Member for Blow {
        fn comes(&self, stage: At) -> Option<Comes> {
            Some(Comes::Own(match stage {
                At::Rolling => 0,
                At::Asked | At::Blocking => 1,
                At::Harming => 2,
                At::Over(_) => return None,
            }))
        }
    }

    /// RAT-ARM-01, RAT-ARM-02: takes off a percentage, then a number and a roll of the target, once. No die is rolled
    /// unless a blow lands.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Armour {
        percent: i32,
        defence: i32,
        strength: u8,
        /// RAT-DMG-08: the largest plus half of each other; if false the sum, RAT-DMG-09.
        halves: bool,
        total: Option<i32>,
    }

    /// Before the roll, then what gets through.
    type Through = Option<i32>;

    impl Situation for Armour {
        type Stage = Through;
        type Question = ();
        type Answer = bool;
        type Result = i32;

        fn begin(&self) -> Through {
            match (self.total, self.strength) {
                (None, _) => Some(0),
                (Some(_), 0) => self.thrown(None, Reading::of(0)),
                _ => None,
            }
        }

        fn next(&self, stage: Through) -> Next<Self> {
            let throw = Throw::Sum { count: self.strength, sides: 4 };
            stage.map_or(Next::Throw(throw, Reads::Sum), Next::Done)
        }

        fn thrown(&self, _: Through, reading: Reading) -> Through {
            let total = self.total.unwrap_or(0) * (100 - self.percent);
            Some(((total + 50) / 100 - self.defence - reading.sum).max(0))
        }

        fn answered(&self, stage: Through, _: bool) -> Through {
            stage
        }

        fn assumed(&self, _: Through) -> bool {
            false
        }
    }

    impl Whole for Armour {
        type Part = Blow;

        fn of(&self, came: impl Iterator<Item = Option<i32>> + Clone) -> Self {
            let landed = || came.clone().flatten();
            let largest = landed().max();
            let total = largest.map(|largest| match self.halves {
                false => landed().sum(),
                true => largest + landed().map(|brought| (brought + 1) / 2).sum::<i32>() - (largest + 1) / 2,
            });
            Self { total, ..*self }
        }
    }

    fn played(attack: &Together<Blow, Armour>, faces: &[i32], blocks: &[usize]) -> (Vec<Option<i32>>, i32) {
        let mut script = Scripted::new(faces.to_vec());
        let mut stage = attack.begin();
        let (came, through) = loop {
            let mut context = StepContext::new(&mut script, true);
            match advance(attack, stage, &mut context) {
                Advanced::Thrown(_, _, next) => stage = next,
                Advanced::Ask(TogetherQuestion::Part(place, ())) => {
                    stage = attack.answered(stage, blocks.contains(&place));
                }
                Advanced::Ask(TogetherQuestion::Whole(())) => unreachable!("armour asks nothing"),
                Advanced::Done(result) => break result,
            }
        };
        script.finish().expect("exactly these dice");
        (came.into_iter().flatten().collect(), through)
    }

    fn attack(harms: &[i32], whole: Armour) -> Together<Blow, Armour> {
        let blows: Vec<Blow> = harms.iter().map(|harm| Blow { least: 4, harm: *harm }).collect();
        Together::new(&blows, whole).expect("they are few")
    }

    const PLAIN: Armour = Armour { percent: 0, defence: 0, strength: 0, halves: false, total: None };

    #[test]
    fn armour_counts_once_against_all_that_land() {
        // RAT-DISC-02: 45 and 30, DR 20 %, defence 10, a Strength roll of 5.
        let armour = Armour { percent: 20, defence: 10, strength: 2, ..PLAIN };
        let dice = [4, 6, 1, 1, 2, 3];
        let newer = attack(&[44, 29], armour);
        assert_eq!(played(&newer, &dice, &[]), (vec![Some(45), Some(30)], 45));
        let older = attack(&[44, 29], Armour { halves: true, ..armour });
        assert_eq!(played(&older, &dice, &[]), (vec![Some(45), Some(30)], 33));
        // RAT-DISC-03: two times 50 against defence 30.
        let armour = Armour { defence: 30, ..PLAIN };
        assert_eq!(played(&attack(&[49, 49], armour), &[6, 6, 1, 1], &[]).1, 70);
        assert_eq!(played(&attack(&[49, 49], Armour { halves: true, ..armour }), &[6, 6, 1, 1], &[]).1, 45);
    }

    #[test]
    fn each_blow_has_a_fate_of_its_own() {
        let armour = Armour { defence: 3, strength: 1, ..PLAIN };
        // The first misses, the second is blocked, the third lands; both block rolls come before any damage.
        let blows = attack(&[5, 5, 5], armour);
        assert_eq!(played(&blows, &[3, 4, 4, 6, 3, 2, 1], &[1, 2]), (vec![None, None, Some(7)], 3));
        // Nothing lands: nothing is rolled for armour.
        assert_eq!(played(&blows, &[3, 3, 3], &[]), (vec![None; 3], 0));
    }

    #[test]
    fn the_odds_are_those_of_the_parts_and_the_whole() {
        let solved = solve(&attack(&[0, 0], Armour { defence: 4, ..PLAIN }));
        let odds = solved.odds();
        assert!(solved.is_exact());
        assert_eq!(odds.chance(|(came, _)| came[0].flatten().is_some()), Fraction::new(1, 2));
        assert_eq!(odds.chance(|(came, _)| came[..2].iter().all(|part| part.flatten().is_some())), Fraction::new(1, 4));
        // If both blows land, their two d4 make 5, 6, 7 or 8 in 4 + 3 + 2 + 1 of 16 ways; one blow alone never gets
        // through.
        assert_eq!(odds.chance(|(_, through)| *through > 0), Fraction::new(10, 64));
        assert_eq!(odds.chance(|(_, through)| *through == 4), Fraction::new(1, 64));
    }

    #[test]
    fn shares_add_up() {
        assert_eq!(shares(45, &[45, 30]), [27, 18]);
        assert_eq!(shares(10, &[1, 1, 1]), [3, 3, 4]);
        assert_eq!(shares(0, &[5, 0]), [0, 0]);
        assert_eq!(shares(7, &[0, 3]), [0, 7]);
        assert_eq!(shares(0, &[0, 0]), [0, 0]);
    }
}
