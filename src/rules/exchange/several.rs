//! One attack on several targets: shared rolls are made once, and each target answers for itself.
//!
//! Each target has a situation and a stage of its own. A [`Member`] says for each stage when its turn comes among those
//! of the other targets, and whether its roll is shared by all who wait for it; then one machine runs over all of them.
//! A ruleset's step keeps any number of targets in a list, and advances with [`next`], [`throw`] and [`came`].
//! [`Several`] is the same machine over a few targets, which forecasts solve at once.

use serde::{Deserialize, Serialize};

use super::{Next, Reads, Situation, cast};
use crate::{
    dice::{Reading, Throw, Thrown},
    rules::flow::StepContext,
};

/// The most targets whose odds are solved at once. Attacks on more are explored step by step.
pub const MOST_TARGETS: usize = 8;

/// A situation that can be one of several under the same rolls.
pub trait Member: Situation {
    /// When the turn of a stage comes among those of the other targets; `None` once it is over.
    fn comes(&self, stage: Self::Stage) -> Option<Comes>;
}

/// When the turn of a stage comes: all with a lower number before any with a higher one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// By itself; those with the same number go in order.
    Own(u8),
    /// Together with all others that share this roll. The throw of the first is used: a ruleset sees to it that they
    /// are equal.
    Shared(u8),
}

impl Comes {
    const fn number(self) -> u8 {
        match self {
            Self::Own(number) | Self::Shared(number) => number,
        }
    }
}

/// Whom a throw is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrownFor {
    /// For the target at this place.
    One(usize),
    /// For all targets that share the roll with this number.
    All(u8),
}

/// What comes next for several targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeveralNext<Q> {
    /// The target at a place is asked.
    Ask(usize, Q),
    /// A throw, and the part of its reading that makes a difference.
    Throw(ThrownFor, Throw, Reads),
    /// All are done.
    Done,
}

/// What comes next for these targets, in their order.
pub fn next<'a, S: Member + 'a>(all: impl Iterator<Item = (&'a S, S::Stage)> + Clone) -> SeveralNext<S::Question> {
    let mut first: Option<(u8, SeveralNext<S::Question>)> = None;
    for (place, (situation, stage)) in all.clone().enumerate() {
        let Some(comes) = situation.comes(stage) else { continue };
        if first.as_ref().is_some_and(|(number, _)| *number <= comes.number()) {
            continue;
        }
        let next = match (situation.next(stage), comes) {
            (Next::Ask(question), _) => SeveralNext::Ask(place, question),
            (Next::Throw(throw, reads), Comes::Own(_)) => SeveralNext::Throw(ThrownFor::One(place), throw, reads),
            (Next::Throw(throw, _), Comes::Shared(number)) => {
                SeveralNext::Throw(ThrownFor::All(number), throw, shared_reads(all.clone(), number))
            }
            (Next::Done(_), _) => continue,
        };
        first = Some((comes.number(), next));
    }
    first.map_or(SeveralNext::Done, |(_, next)| next)
}

/// The part of a shared reading that makes a difference to any target. `Above` becomes `Sum`, as each target has its
/// own number.
fn shared_reads<'a, S: Member + 'a>(all: impl Iterator<Item = (&'a S, S::Stage)>, number: u8) -> Reads {
    let shares = |(situation, stage): &(&S, S::Stage)| situation.comes(*stage) == Some(Comes::Shared(number));
    let reads = all.filter(shares).filter_map(|(situation, stage)| match situation.next(stage) {
        Next::Throw(_, reads @ (Reads::All | Reads::Criticals(_))) => Some(reads),
        _ => None,
    });
    reads.reduce(|one, other| if one == other { one } else { Reads::All }).unwrap_or(Reads::Sum)
}

/// The stages of these targets after a throw.
pub fn thrown<'a, S: Member + 'a>(
    all: impl Iterator<Item = (&'a S, S::Stage)>,
    whose: ThrownFor,
    reading: Reading,
) -> impl Iterator<Item = S::Stage> {
    let takes_part = move |place: usize, situation: &S, stage: S::Stage| match whose {
        ThrownFor::One(own) => own == place,
        ThrownFor::All(number) => situation.comes(stage) == Some(Comes::Shared(number)),
    };
    all.enumerate().map(
        move |(place, (situation, stage))| {
            if takes_part(place, situation, stage) { situation.thrown(stage, reading) } else { stage }
        },
    )
}

/// Makes the next throw; gives it and the stages after it.
pub fn throw<'a, S: Member + 'a>(
    all: impl Iterator<Item = (&'a S, S::Stage)> + Clone,
    (whose, throw, reads): (ThrownFor, Throw, Reads),
    context: &mut StepContext<'_>,
) -> (Thrown, Vec<S::Stage>) {
    let after = |reading| thrown(all.clone(), whose, reading).collect::<Vec<_>>();
    let thrown = cast(throw, reads, after, context);
    let stages = after(thrown.reading);
    (thrown, stages)
}

/// The result for each target, once all are done.
pub fn came<'a, S: Member + 'a>(
    all: impl Iterator<Item = (&'a S, S::Stage)> + Clone,
) -> impl Iterator<Item = S::Result> + Clone {
    all.filter_map(|(situation, stage)| if let Next::Done(came) = situation.next(stage) { Some(came) } else { None })
}

/// A few targets of one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Several<S>([Option<S>; MOST_TARGETS]);

/// The stages of a few targets.
pub(super) type Stages<S> = [Option<<S as Situation>::Stage>; MOST_TARGETS];

impl<S: Member> Several<S> {
    /// These targets in their order; `None` if they are too many.
    pub fn new(targets: &[S]) -> Option<Self> {
        let mut all = [None; MOST_TARGETS];
        let room = all.get_mut(..targets.len())?;
        room.iter_mut().zip(targets).for_each(|(room, target)| *room = Some(*target));
        Some(Self(all))
    }

    /// The targets in their order.
    pub fn members(&self) -> impl Iterator<Item = &S> {
        self.0.iter().flatten()
    }

    /// The place of the target whose own throw comes next; `None` if no throw comes next or it is shared.
    pub(super) fn thrower(&self, stages: Stages<S>) -> Option<usize> {
        match next(self.all(&stages)) {
            SeveralNext::Throw(ThrownFor::One(place), ..) => Some(place),
            _ => None,
        }
    }

    /// The target at a place.
    pub const fn get(&self, place: usize) -> Option<&S> {
        if place < MOST_TARGETS { self.0[place].as_ref() } else { None }
    }

    fn all<'a>(&'a self, stages: &'a Stages<S>) -> impl Iterator<Item = (&'a S, S::Stage)> + Clone {
        self.0.iter().flatten().zip(stages.iter().flatten().copied())
    }
}

impl<S: Member> Situation for Several<S> {
    type Stage = Stages<S>;
    type Question = (usize, S::Question);
    type Answer = S::Answer;
    /// The result for each target.
    type Result = [Option<S::Result>; MOST_TARGETS];

    fn begin(&self) -> Stages<S> {
        self.0.map(|target| target.map(|target| target.begin()))
    }

    fn next(&self, stages: Stages<S>) -> Next<Self> {
        match next(self.all(&stages)) {
            SeveralNext::Ask(place, question) => Next::Ask((place, question)),
            SeveralNext::Throw(_, throw, reads) => Next::Throw(throw, reads),
            SeveralNext::Done => {
                let mut all = [None; MOST_TARGETS];
                all.iter_mut().zip(came(self.all(&stages))).for_each(|(room, came)| *room = Some(came));
                Next::Done(all)
            }
        }
    }

    fn thrown(&self, mut stages: Stages<S>, reading: Reading) -> Stages<S> {
        let before = stages;
        if let SeveralNext::Throw(whose, ..) = next(self.all(&before)) {
            let after = thrown(self.all(&before), whose, reading);
            stages.iter_mut().zip(after).for_each(|(stage, after)| *stage = Some(after));
        }
        stages
    }

    fn answered(&self, mut stages: Stages<S>, answer: S::Answer) -> Stages<S> {
        if let SeveralNext::Ask(place, _) = next(self.all(&stages))
            && let (Some(situation), Some(stage)) = (&self.0[place], &mut stages[place])
        {
            *stage = situation.answered(*stage, answer);
        }
        stages
    }

    /// Replaces the stage of the target whose own throw comes next.
    fn alike(&self, mut stages: Stages<S>) -> Option<Stages<S>> {
        let place = self.thrower(stages)?;
        stages[place] = Some(self.get(place)?.alike(stages[place]?)?);
        Some(stages)
    }

    /// # Panics
    /// If nobody is asked.
    fn assumed(&self, stages: Stages<S>) -> S::Answer {
        let SeveralNext::Ask(place, _) = next(self.all(&stages)) else { unreachable!("only who is asked answers") };
        let asked = self.all(&stages).nth(place);
        asked.map(|(situation, stage)| situation.assumed(stage)).expect("whoever is asked is a target")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dice::{Fraction, Scripted},
        rules::exchange::solve,
    };

    /// A target that chooses before any die whether to brace, meets a roll that all share, and takes damage of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Target {
        least: i32,
        braces: bool,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum At {
        Choosing,
        Attacked(bool),
        Bracing(i32),
        Harmed,
        Over(i32),
    }

    impl Situation for Target {
        type Stage = At;
        type Question = ();
        type Answer = bool;
        type Result = i32;

        fn begin(&self) -> At {
            At::Choosing
        }

        fn next(&self, stage: At) -> Next<Self> {
            match stage {
                At::Choosing => Next::Ask(()),
                At::Attacked(true) => Next::Throw(Throw::die(6), Reads::Sum),
                At::Attacked(false) => Next::Throw(Throw::die(6), Reads::Above(self.least - 1)),
                At::Bracing(total) => Next::Throw(Throw::die(6), Reads::Above(total)),
                At::Harmed => Next::Throw(Throw::die(4), Reads::Sum),
                At::Over(harm) => Next::Done(harm),
            }
        }

        fn thrown(&self, stage: At, reading: Reading) -> At {
            match stage {
                At::Attacked(_) if reading.sum < self.least => At::Over(0),
                At::Attacked(true) => At::Bracing(reading.sum),
                At::Bracing(total) if reading.sum > total => At::Over(0),
                At::Harmed => At::Over(reading.sum),
                _ => At::Harmed,
            }
        }

        fn answered(&self, _: At, braces: bool) -> At {
            At::Attacked(braces)
        }

        fn assumed(&self, _: At) -> bool {
            self.braces
        }
    }

    impl Member for Target {
        fn comes(&self, stage: At) -> Option<Comes> {
            Some(match stage {
                At::Choosing => Comes::Own(0),
                At::Attacked(_) => Comes::Shared(1),
                At::Bracing(_) => Comes::Own(2),
                At::Harmed => Comes::Own(3),
                At::Over(_) => return None,
            })
        }
    }

    const TARGETS: [Target; 3] =
        [Target { least: 3, braces: false }, Target { least: 3, braces: true }, Target { least: 5, braces: true }];

    /// The results with these dice, and whom each die was for.
    fn played(targets: &[Target], faces: &[i32]) -> (Vec<i32>, Vec<ThrownFor>) {
        let mut script = Scripted::new(faces.to_vec());
        let mut stages: Vec<At> = targets.iter().map(Target::begin).collect();
        let mut rolls = Vec::new();
        let came = loop {
            let all = || targets.iter().zip(stages.iter().copied());
            let mut context = StepContext::new(&mut script, true);
            match next(all()) {
                SeveralNext::Ask(place, ()) => {
                    stages[place] = targets[place].answered(stages[place], targets[place].braces);
                }
                SeveralNext::Throw(whose, dice, reads) => {
                    rolls.push(whose);
                    stages = throw(all(), (whose, dice, reads), &mut context).1;
                }
                SeveralNext::Done => break came(all()).collect(),
            }
        };
        script.finish().expect("exactly these dice");
        (came, rolls)
    }

    #[test]
    fn each_answers_for_itself_under_the_roll_that_all_share() {
        use ThrownFor::{All, One};
        // 5 reaches all; the second braces in vain, the third does not; then each rolls its own damage.
        let (came, rolls) = played(&TARGETS, &[5, 2, 6, 4, 1]);
        assert_eq!((came, rolls), (vec![4, 1, 0], vec![All(1), One(1), One(2), One(0), One(1)]));
        // 3 does not reach the third.
        let (came, rolls) = played(&TARGETS, &[3, 4, 2]);
        assert_eq!((came, rolls), (vec![2, 0, 0], vec![All(1), One(1), One(0)]));
        assert_eq!(played(&TARGETS, &[2]), (vec![0, 0, 0], vec![All(1)]));
        // More targets than can be solved at once.
        let many = [TARGETS[0]; MOST_TARGETS + 1];
        let (came, rolls) = played(&many, &[6, 1, 2, 3, 4, 1, 2, 3, 4, 1]);
        assert_eq!((came, rolls.len()), (vec![1, 2, 3, 4, 1, 2, 3, 4, 1], 10));
        assert_eq!(Several::new(&many), None);
    }

    #[test]
    fn the_odds_of_all_targets_are_tied_by_the_roll_they_share() {
        let odds = solve(&Several::new(&TARGETS).expect("they are few")).odds();
        let harmed = |place: usize| odds.chance(|came| came[place].is_some_and(|harm| harm > 0));
        assert_eq!(harmed(0), Fraction::new(2, 3));
        // 3, 4, 5 or 6, each braced against with what is above it.
        assert_eq!(harmed(1), Fraction::new(3 + 4 + 5 + 6, 36));
        assert_eq!(harmed(2), Fraction::new(5 + 6, 36));
        assert_eq!(odds.chance(|came| came[1] > Some(0) && came[0] == Some(0)), Fraction::new(0, 1));
        assert_eq!(odds.chance(|came| came[1] > Some(0) && came[2] > Some(0)), Fraction::new(25 + 36, 216));
        assert!(odds.iter().all(|(came, _)| came[3..] == [None; MOST_TARGETS - 3]));
    }
}
