//! Exchanges as situations: one small value holds everything that an attack and its consequences can depend on, and a
//! resumable machine runs over it. For exchanges written this way, play and forecast run the same machine; the other
//! rulesets solve their commonest steps separately, and the harness proves that both give the same results.
//!
//! A ruleset gathers a [`Situation`] from the battle, and puts a step on the agenda that holds it, its stage and who
//! takes part. Resolving that step calls [`advance`], which gives one throw, a question, or a result, which the ruleset
//! turns into effects. [`solve`] runs the same machine over every outcome at once, without a battle; a ruleset hands
//! the outcomes to forecasts through [`Play::solved`](crate::rules::Play::solved). Nothing in the machine reads the
//! battle, so equal situations have equal odds and are solved once ([`Known`]).
//!
//! A machine may ask several questions and throw as often as it likes. Where it can return to an earlier stage (a tie
//! is rolled again), [`Situation::may_return`] says so for that stage: outcomes that lead back to it are rolled again,
//! so their chance goes to the other outcomes in proportion.
//!
//! Where one attack has several targets, each with an answer of its own, their machines run side by side: [`several`].
//! Where the harm of several blows is taken together, one more machine follows from all of them: [`Together`], or
//! [`Followed`] for a single blow.

mod followed;
pub mod several;
mod solver;
mod together;

use std::{cell::RefCell, fmt::Debug, hash::Hash, mem, rc::Rc};

use rustc_hash::FxHashMap;

use crate::{
    dice::{Band, NEGLIGIBLE, Odds, Reading, Throw, Thrown},
    rules::flow::{SolvedStep, StepContext},
};
pub use followed::{Followed, FollowedStage, FollowedStageOf};
pub use several::Several;
pub use solver::{solve, solve_from};
pub use together::{StageOf, Together, TogetherQuestion, TogetherStage, Whole, shares};

/// Everything that an exchange can depend on, and the machine that runs over it.
pub trait Situation: Copy + Eq + Hash + Debug {
    /// Where the exchange stands. Keep it small: equal stages are explored once.
    type Stage: Copy + Eq + Hash + Debug;
    /// What somebody is asked.
    type Question: Copy;
    /// An answer to a question.
    type Answer: Copy;
    /// What came of it: a small value without ids.
    type Result: Copy + Eq + Hash + Ord + Debug;

    /// The first stage.
    fn begin(&self) -> Self::Stage;
    /// What comes next.
    fn next(&self, stage: Self::Stage) -> Next<Self>;
    /// The stage after a throw. It may depend only on the part of the reading named by the [`Reads`] that came with the
    /// throw.
    fn thrown(&self, stage: Self::Stage, reading: Reading) -> Self::Stage;
    /// The stage after an answer.
    fn answered(&self, stage: Self::Stage, answer: Self::Answer) -> Self::Stage;
    /// The answer that forecasts take for granted.
    fn assumed(&self, stage: Self::Stage) -> Self::Answer;
    /// A stage that stands for all stages from which equal sums lead to the same stage, whatever dice make the sums;
    /// they are solved together. Only for stages whose throws [read](Reads::Sum) nothing but the sum and that cannot be
    /// returned to.
    fn alike(&self, _: Self::Stage) -> Option<Self::Stage> {
        None
    }
    /// One stage for all stages with the same odds: it drops what tells blows apart where that makes no difference.
    /// Used only to work out odds; in play each die stays with its own blow.
    fn merged(&self, stage: Self::Stage) -> Self::Stage {
        stage
    }
    /// Whether later stages may lead back to this one, or to itself.
    fn may_return(&self, _: Self::Stage) -> bool {
        false
    }
}

/// What comes next in an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<S: Situation> {
    /// A throw, and the part of its reading that makes a difference.
    Throw(Throw, Reads),
    /// A question.
    Ask(S::Question),
    /// The end.
    Done(S::Result),
}

/// The part of a throw's reading that makes a difference. Less is quicker to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Of a pool: the successes, the successes among the first dice, and whether at least this many dice show 10, and
    /// at least this many show 1; how many more do so makes no difference.
    Criticals(u8),
    /// Like [`Self::Criticals`], but of the first dice only whether at least the second number of them succeed.
    CriticalsFirst(u8, u8),
    /// Whether the sum is above a number.
    Above(i32),
    /// The sum.
    Sum,
    /// Everything.
    All,
}

/// The result of one call of [`advance`].
#[derive(Clone, Debug)]
pub enum Advanced<S: Situation> {
    /// Dice were thrown; the exchange goes on from this stage.
    Thrown(Throw, Thrown, S::Stage),
    /// Somebody must answer.
    Ask(S::Question),
    /// It is over.
    Done(S::Result),
}

/// Advances an exchange by at most one throw.
pub fn advance<S: Situation>(situation: &S, stage: S::Stage, context: &mut StepContext<'_>) -> Advanced<S> {
    let (throw, reads) = match situation.next(stage) {
        Next::Throw(throw, reads) => (throw, reads),
        Next::Ask(question) => return Advanced::Ask(question),
        Next::Done(result) => return Advanced::Done(result),
    };
    let thrown = cast(throw, reads, |reading| situation.thrown(stage, reading), context);
    let stage = situation.thrown(stage, thrown.reading);
    Advanced::Thrown(throw, thrown, stage)
}

/// Throws the dice. Readings that lead to the same stage are one class.
pub fn cast<T: PartialEq>(
    throw: Throw,
    reads: Reads,
    after: impl Fn(Reading) -> T,
    context: &mut StepContext<'_>,
) -> Thrown {
    if let Reads::Above(number) = reads {
        return context.throw_in_bands(throw, &[Band { last: number, class: 0 }, Band { last: i32::MAX, class: 1 }]);
    }
    let stages: RefCell<Vec<T>> = RefCell::default();
    context.throw(throw, &|reading| {
        let (stage, mut stages) = (after(reading), stages.borrow_mut());
        let place = stages.iter().rposition(|known| *known == stage);
        place.unwrap_or_else(|| {
            stages.push(stage);
            stages.len() - 1
        }) as u32
    })
}

/// Every result of an exchange with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<R> {
    /// Each result once.
    pub ends: Vec<(R, u128)>,
    /// The sum of all weights, no more than 2^60.
    pub total: u128,
    /// A bound on the chance that is left out or misplaced, in parts of [`WHOLE`](crate::dice::WHOLE).
    pub missing: u64,
}

impl<R: Copy + Ord> Solved<R> {
    /// The results as odds.
    pub fn odds(&self) -> Odds<R> {
        Odds::new(self.ends.iter().copied())
    }

    /// The step with these results, each settled as the real step settles it.
    pub fn step(&self, settle: impl Fn(&R, &mut StepContext<'_>)) -> SolvedStep {
        let mut step = SolvedStep::new(self.total, self.missing).with_room(self.ends.len());
        self.ends.iter().for_each(|(result, ways)| step.add(*ways, |context| settle(result, context)));
        step
    }

    /// Whether the missing chance is [`NEGLIGIBLE`].
    pub const fn is_exact(&self) -> bool {
        self.missing < NEGLIGIBLE
    }
}

/// A cache of solved situations: it keeps those asked for recently.
#[derive(Debug)]
pub struct Known<S: Situation> {
    young: FxHashMap<S, Rc<Solved<S::Result>>>,
    old: FxHashMap<S, Rc<Solved<S::Result>>>,
    /// Ends of the younger half.
    ends: usize,
}

impl<S: Situation> Default for Known<S> {
    fn default() -> Self {
        Self { young: FxHashMap::default(), old: FxHashMap::default(), ends: 0 }
    }
}

impl<S: Situation> Known<S> {
    /// Once the younger half holds this many ends, situations not asked for since it was begun are forgotten.
    const MOST_ENDS: usize = 1 << 15;

    /// What each situation counts in addition to its ends.
    const OWN: usize = 8;

    /// The odds of a situation, solved now or before.
    pub fn solve(&mut self, situation: &S) -> Rc<Solved<S::Result>> {
        if let Some(known) = self.young.get(situation) {
            return Rc::clone(known);
        }
        let solved = self.old.remove(situation).unwrap_or_else(|| Rc::new(solve(situation)));
        if self.ends >= Self::MOST_ENDS {
            self.old = mem::take(&mut self.young);
            self.ends = 0;
        }
        self.ends += solved.ends.len() + Self::OWN;
        self.young.insert(*situation, Rc::clone(&solved));
        solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, Enumerated, Fraction};

    /// A tiny exchange: both throw a d6, ties again; the loser may pay to be spared, once; damage bursts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Duel {
        sides: u8,
        spared: bool,
        harm: Dice,
        bonus: Dice,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum At {
        Start,
        First(i32),
        Loses(bool),
        Struck(bool),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    enum Ended {
        Spared,
        Harmed(i32, bool),
    }

    impl Situation for Duel {
        type Stage = (At, Option<Ended>);
        type Question = ();
        type Answer = bool;
        type Result = (bool, Ended);

        fn begin(&self) -> Self::Stage {
            (At::Start, None)
        }

        fn next(&self, (at, came): Self::Stage) -> Next<Self> {
            let die = Throw::die(self.sides);
            match (at, came) {
                (At::Struck(first) | At::Loses(first), Some(came)) => Next::Done((first, came)),
                (At::Start | At::First(_), _) => Next::Throw(die, Reads::Sum),
                (At::Loses(_), None) => Next::Ask(()),
                (At::Struck(_), None) => {
                    Next::Throw(Throw::Burst { dice: self.harm, bonus: self.bonus, once: false }, Reads::All)
                }
            }
        }

        fn thrown(&self, (at, _): Self::Stage, reading: Reading) -> Self::Stage {
            match at {
                At::Start => (At::First(reading.sum), None),
                At::First(first) if first == reading.sum => (At::Start, None),
                At::First(first) => (At::Loses(first < reading.sum), None),
                At::Loses(first) | At::Struck(first) => {
                    (At::Struck(first), Some(Ended::Harmed(reading.sum.min(30), reading.bursts > 0)))
                }
            }
        }

        fn answered(&self, (at, _): Self::Stage, spared: bool) -> Self::Stage {
            match at {
                At::Loses(first) if spared => (At::Loses(first), Some(Ended::Spared)),
                At::Loses(first) => (At::Struck(first), None),
                at => (at, None),
            }
        }

        fn assumed(&self, (at, _): Self::Stage) -> bool {
            self.spared && at == At::Loses(true)
        }

        fn may_return(&self, (at, came): Self::Stage) -> bool {
            (at, came) == (At::Start, None)
        }
    }

    const PLAIN: Duel =
        Duel { sides: 6, spared: true, harm: Dice { count: 1, sides: 6 }, bonus: Dice { count: 0, sides: 4 } };

    #[test]
    fn a_tie_is_rolled_again_and_all_stays_exact() {
        let solved = solve(&PLAIN);
        assert_eq!((solved.missing, solved.ends.len()), (0, 7));
        let odds = solved.odds();
        assert_eq!(odds.chance(|(first, came)| *first && *came == Ended::Spared), Fraction::new(1, 2));
        assert_eq!(odds.chance(|(_, came)| *came == Ended::Harmed(3, false)), Fraction::new(1, 12));
        assert_eq!(solve(&Duel { spared: false, ..PLAIN }).odds().len(), 12);
    }

    #[test]
    fn bursts_are_exact_to_a_stated_bound() {
        for (harm, count, sides) in [(1, 2, 10), (2, 3, 4), (0, 1, 20)] {
            let duel =
                Duel { harm: Dice { count: harm, sides: 8 }, bonus: Dice { count, sides }, spared: false, ..PLAIN };
            let solved = solve(&duel);
            assert!(solved.is_exact() && solved.missing > 0, "{}", solved.missing);
            let odds = solved.odds();
            let bursts = odds.chance(|(_, came)| matches!(came, Ended::Harmed(_, true))).to_f64();
            let expected = 1.0 - (1.0 - 1.0 / f64::from(sides)).powi(count.into());
            assert!((bursts - expected).abs() < 1e-12, "{bursts} {expected}");
            let first = odds.chance(|(first, _)| *first).to_f64();
            assert!((first - 0.5).abs() < 1e-12, "{first}");
        }
    }

    /// A die whose face picks one of several bursting throws, each with a different total.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Fork;

    impl Situation for Fork {
        type Stage = (i32, Option<i32>);
        type Question = ();
        type Answer = ();
        type Result = (i32, i32);

        fn begin(&self) -> Self::Stage {
            (0, None)
        }

        fn next(&self, (first, then): Self::Stage) -> Next<Self> {
            let bonus = Dice { count: first as u8, sides: [4, 6, 8, 10][first as usize % 4] };
            match (first, then) {
                (0, _) => Next::Throw(Throw::die(6), Reads::Sum),
                (_, None) => Next::Throw(Throw::Burst { dice: Dice::default(), bonus, once: false }, Reads::Sum),
                (first, Some(sum)) => Next::Done((first, sum)),
            }
        }

        fn thrown(&self, (first, _): Self::Stage, reading: Reading) -> Self::Stage {
            if first == 0 { (reading.sum, None) } else { (first, Some(reading.sum.min(20))) }
        }

        fn answered(&self, stage: Self::Stage, (): ()) -> Self::Stage {
            stage
        }

        fn assumed(&self, _: Self::Stage) {}
    }

    #[test]
    fn throws_of_one_level_may_have_wholes_without_a_common_one() {
        let solved = solve(&Fork);
        assert!(solved.is_exact(), "{}", solved.missing);
        let odds = solved.odds();
        for first in 1..=6 {
            let chance = odds.chance(|(other, _)| *other == first).to_f64();
            assert!((chance - 1.0 / 6.0).abs() < 1e-12, "{first}: {chance}");
        }
        // A d6 that bursts shows less than its highest face first.
        let low = odds.chance(|(first, sum)| *first == 1 && *sum < 6).to_f64();
        assert!((low - 5.0 / 36.0).abs() < 1e-12, "{low}");
    }

    /// The ends reached by throwing every value one by one, each with its exact weight, except where a tie is rolled
    /// again.
    fn walked(duel: &Duel, mut source: Enumerated) -> Vec<((bool, Ended), f64)> {
        let mut ends: Vec<((bool, Ended), f64)> = Vec::new();
        loop {
            let mut stage = duel.begin();
            let end = loop {
                let mut context = StepContext::new(&mut source, false);
                match advance(duel, stage, &mut context) {
                    Advanced::Thrown(_, _, next) if next == duel.begin() => break None,
                    Advanced::Thrown(_, _, next) => stage = next,
                    Advanced::Ask(()) => stage = duel.answered(stage, duel.assumed(stage)),
                    Advanced::Done(end) => break Some(end),
                }
            };
            let (ways, of) = source.weight();
            if let Some(end) = end {
                let chance = ways as f64 / of as f64;
                match ends.iter_mut().find(|(known, _)| *known == end) {
                    Some((_, sum)) => *sum += chance,
                    None => ends.push((end, chance)),
                }
            }
            if !source.advance() {
                return ends;
            }
        }
    }

    #[test]
    fn the_solver_comes_to_what_stepping_comes_to() {
        for duel in [
            PLAIN,
            Duel { sides: 20, spared: false, ..PLAIN },
            Duel { bonus: Dice { count: 1, sides: 4 }, ..PLAIN },
            Duel { sides: 2, bonus: Dice { count: 2, sides: 10 }, ..PLAIN },
        ] {
            let solved = solve(&duel).odds();
            for source in [Enumerated::new(), Enumerated::of_every_value()] {
                let walked = walked(&duel, source);
                let all: f64 = walked.iter().map(|(_, chance)| chance).sum();
                assert_eq!(walked.len(), solved.len(), "{duel:?}");
                for (end, chance) in walked {
                    let solved = solved.chance(|other| *other == end).to_f64();
                    assert!((solved - chance / all).abs() < 1e-12, "{end:?}: {solved}, {chance} of {all}");
                }
            }
        }
    }

    #[test]
    fn equal_situations_are_solved_once() {
        let mut known = Known::default();
        let once = known.solve(&PLAIN);
        assert!(Rc::ptr_eq(&once, &known.solve(&Duel { ..PLAIN })));
        assert!(!Rc::ptr_eq(&once, &known.solve(&Duel { sides: 8, ..PLAIN })));
        assert_eq!(solve_from(&PLAIN, (At::Loses(true), None)).ends, [((true, Ended::Spared), 1)]);
    }
}
