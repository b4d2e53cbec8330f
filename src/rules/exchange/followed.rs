//! One part, and what follows from it once: like [`Together`](super::Together) with a single part, but with small
//! stages. Several can run side by side as [`Member`]s.

use serde::{Deserialize, Serialize};

use super::{
    Next, Situation, TogetherQuestion, Whole,
    several::{Comes, Member},
};
use crate::dice::Reading;

/// A part, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Followed<P, W> {
    /// The part.
    pub part: P,
    /// What follows, before the part has a result.
    pub whole: W,
}

/// The stage of a part and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FollowedStage<P, R, T> {
    /// The part is under way.
    Part(P),
    /// The part has this result; what follows is under way.
    Whole(R, T),
}

type Part<W> = <W as Whole>::Part;

/// The stages of [`Followed`] for what follows from the part.
pub type FollowedStageOf<W> =
    FollowedStage<<Part<W> as Situation>::Stage, <Part<W> as Situation>::Result, <W as Situation>::Stage>;

impl<W: Whole> Followed<W::Part, W> {
    /// What follows from this result of the part.
    pub fn whole(&self, came: <W::Part as Situation>::Result) -> W {
        self.whole.of(std::iter::once(came))
    }

    /// This stage of the part, or what follows once it is over.
    fn after(&self, stage: <W::Part as Situation>::Stage) -> FollowedStageOf<W> {
        match self.part.next(stage) {
            Next::Done(came) => FollowedStage::Whole(came, self.whole(came).begin()),
            _ => FollowedStage::Part(stage),
        }
    }
}

impl<W: Whole> Situation for Followed<W::Part, W> {
    type Stage = FollowedStageOf<W>;
    type Question = TogetherQuestion<<W::Part as Situation>::Question, W::Question>;
    type Answer = W::Answer;
    /// The results of the part and of what follows.
    type Result = (<W::Part as Situation>::Result, W::Result);

    fn begin(&self) -> Self::Stage {
        self.after(self.part.begin())
    }

    fn next(&self, stage: Self::Stage) -> Next<Self> {
        match stage {
            FollowedStage::Part(stage) => match self.part.next(stage) {
                Next::Throw(throw, reads) => Next::Throw(throw, reads),
                Next::Ask(question) => Next::Ask(TogetherQuestion::Part(0, question)),
                Next::Done(_) => self.next(self.after(stage)),
            },
            FollowedStage::Whole(came, stage) => match self.whole(came).next(stage) {
                Next::Throw(throw, reads) => Next::Throw(throw, reads),
                Next::Ask(question) => Next::Ask(TogetherQuestion::Whole(question)),
                Next::Done(result) => Next::Done((came, result)),
            },
        }
    }

    fn merged(&self, stage: Self::Stage) -> Self::Stage {
        match stage {
            FollowedStage::Part(stage) => FollowedStage::Part(self.part.merged(stage)),
            FollowedStage::Whole(came, stage) => FollowedStage::Whole(came, self.whole(came).merged(stage)),
        }
    }

    fn thrown(&self, stage: Self::Stage, reading: Reading) -> Self::Stage {
        match stage {
            FollowedStage::Part(stage) => self.after(self.part.thrown(stage, reading)),
            FollowedStage::Whole(came, stage) => FollowedStage::Whole(came, self.whole(came).thrown(stage, reading)),
        }
    }

    fn answered(&self, stage: Self::Stage, answer: W::Answer) -> Self::Stage {
        match stage {
            FollowedStage::Part(stage) => self.after(self.part.answered(stage, answer)),
            FollowedStage::Whole(came, stage) => FollowedStage::Whole(came, self.whole(came).answered(stage, answer)),
        }
    }

    fn assumed(&self, stage: Self::Stage) -> W::Answer {
        match stage {
            FollowedStage::Part(stage) => self.part.assumed(stage),
            FollowedStage::Whole(came, stage) => self.whole(came).assumed(stage),
        }
    }
}

/// What follows takes a place of its own, after everything that the parts of all members still need.
impl<W: Whole> Member for Followed<W::Part, W> {
    fn comes(&self, stage: Self::Stage) -> Option<Comes> {
        match stage {
            FollowedStage::Part(stage) => self.part.comes(stage),
            FollowedStage::Whole(came, stage) => {
                let is_over = matches!(self.whole(came).next(stage), Next::Done(_));
                (!is_over).then_some(Comes::Own(u8::MAX))
            }
        }
    }
}
