//! One attack roll and one damage roll for everybody in an area, each of whom may defend. VIG-ATK-08.

use super::{Ended, Outcome, Situation, Stage};
use crate::{
    dice::{Reading, Throw},
    rules::exchange::{Next, Reads, Situation as Machine},
};

/// The most targets whose odds are solved at once. Areas with more are explored step by step.
pub const MOST_TARGETS: usize = 8;

/// What comes next for the targets of an area; of several the first in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaNext {
    /// A target is asked.
    Ask(usize, i16),
    /// A throw for that target, or for all that wait for it: the attack, or the damage once all Defences are made.
    Throw(Option<usize>, Throw, Reads),
    /// All are done.
    Done,
}

/// Whether a stage waits for a roll that all targets share.
pub const fn is_shared(stage: Stage) -> bool {
    matches!(stage, Stage::Attack | Stage::Damage(..))
}

/// Whether a stage waits for a Resistance check against what a hit brings with it.
const fn is_check(stage: Stage) -> bool {
    matches!(stage, Stage::Check(..))
}

/// What comes next for these targets, in initiative order; Resistance comes last of all rolls, VIG-ROLL-08.
pub fn next<'a>(all: impl Iterator<Item = (&'a Situation, Stage)> + Clone) -> AreaNext {
    let own = |checks: bool| {
        let own = |stage: Stage| !is_shared(stage) && is_check(stage) == checks;
        let mut each = all.clone().enumerate().filter(|(_, (_, stage))| own(*stage));
        each.find_map(|(place, (situation, stage))| match situation.next(stage) {
            Next::Ask(question) => Some(AreaNext::Ask(place, question)),
            Next::Throw(throw, reads) => Some(AreaNext::Throw(Some(place), throw, reads)),
            Next::Done(_) => None,
        })
    };
    let shared = || {
        let mut shared = all.clone().filter(|(_, stage)| is_shared(*stage));
        shared.find_map(|(situation, stage)| match situation.next(stage) {
            Next::Throw(throw, Reads::Above(_)) => Some(AreaNext::Throw(None, throw, Reads::Sum)),
            Next::Throw(throw, reads) => Some(AreaNext::Throw(None, throw, reads)),
            Next::Ask(_) | Next::Done(_) => None,
        })
    };
    own(false).or_else(shared).or_else(|| own(true)).unwrap_or(AreaNext::Done)
}

/// The stages of these targets after a throw for one of them or for all that wait for it.
pub fn thrown<'a>(
    all: impl Iterator<Item = (&'a Situation, Stage)>,
    own: Option<usize>,
    reading: Reading,
) -> impl Iterator<Item = Stage> {
    let takes_part = move |place: usize, stage: Stage| own.map_or(is_shared(stage), |own| own == place);
    all.enumerate().map(
        move |(place, (situation, stage))| {
            if takes_part(place, stage) { situation.thrown(stage, reading) } else { stage }
        },
    )
}

/// A few targets of one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area([Option<Situation>; MOST_TARGETS]);

/// The stages of all of them; those that are not there are done.
pub type AreaStage = [Stage; MOST_TARGETS];

/// What comes of an attack on nobody.
pub const NOTHING: Outcome = Outcome::new(Ended::Missed, None);

impl Area {
    /// The targets of an area in initiative order; `None` if they are too many.
    pub fn new(targets: &[Situation]) -> Option<Self> {
        let mut all = [None; MOST_TARGETS];
        let room = all.get_mut(..targets.len())?;
        room.iter_mut().zip(targets).for_each(|(room, target)| *room = Some(*target));
        Some(Self(all))
    }

    fn all<'a>(&'a self, stages: &'a AreaStage) -> impl Iterator<Item = (&'a Situation, Stage)> + Clone {
        self.0.iter().flatten().zip(stages.iter().copied())
    }

    /// The stages with these instead of the first.
    fn with(mut stages: AreaStage, new: impl Iterator<Item = Stage>) -> AreaStage {
        stages.iter_mut().zip(new).for_each(|(stage, new)| *stage = new);
        stages
    }
}

impl Machine for Area {
    type Stage = AreaStage;
    type Question = (usize, i16);
    type Answer = Option<u8>;
    type Result = [Outcome; MOST_TARGETS];

    fn begin(&self) -> AreaStage {
        Self::with([Stage::Done(NOTHING); MOST_TARGETS], self.0.iter().flatten().map(Machine::begin))
    }

    fn next(&self, stages: AreaStage) -> Next<Self> {
        match next(self.all(&stages)) {
            AreaNext::Ask(place, question) => Next::Ask((place, question)),
            AreaNext::Throw(_, throw, reads) => Next::Throw(throw, reads),
            AreaNext::Done => {
                let came = |stage| if let Stage::Done(came) = stage { came } else { NOTHING };
                Next::Done(stages.map(came))
            }
        }
    }

    fn thrown(&self, stages: AreaStage, reading: Reading) -> AreaStage {
        let AreaNext::Throw(own, ..) = next(self.all(&stages)) else { return stages };
        Self::with(stages, thrown(self.all(&stages), own, reading))
    }

    fn answered(&self, mut stages: AreaStage, form: Option<u8>) -> AreaStage {
        if let AreaNext::Ask(place, _) = next(self.all(&stages))
            && let Some(situation) = &self.0[place]
        {
            stages[place] = situation.answered(stages[place], form);
        }
        stages
    }

    fn assumed(&self, stages: AreaStage) -> Option<u8> {
        match next(self.all(&stages)) {
            AreaNext::Ask(place, _) => self.0[place].and_then(|situation| situation.assumed(stages[place])),
            _ => None,
        }
    }
}
