//! Lets the computer think off the main thread, with visible progress, and so that it can be stopped.

use std::sync::{
    Arc, Mutex,
    mpsc::{Receiver, TryRecvError, channel},
};

use crate::{
    ai::{Mind, Progress, Ranking},
    arena::SideView,
    dice::Stream,
    rules::{CombatantId, Offers},
};

/// The thinking has failed: its thread could not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the computer's thread has ended without an answer")]
pub struct NoAnswer;

/// The result of thinking, with the mind and the dice for the next time.
pub type Answer = (Ranking, Mind, Stream);

/// Thinking in progress. Dropping it cancels it.
#[derive(Debug)]
pub struct Thinking {
    /// Who decides.
    pub who: CombatantId,
    /// The revision of the battle; answers to an older revision are stale.
    pub revision: u64,
    progress: Arc<Progress>,
    /// Behind a lock only so that systems can share it.
    answer: Mutex<Receiver<Answer>>,
}

impl Thinking {
    /// Starts thinking on a thread of its own.
    pub fn start(
        view: SideView,
        offers: Arc<Offers>,
        (who, revision): (CombatantId, u64),
        mut mind: Mind,
        mut stream: Stream,
    ) -> Self {
        let progress = Arc::new(Progress::default());
        let (sender, answer) = channel();
        let watched = Arc::clone(&progress);
        let think = move || {
            let ranking = mind.decide(&view, &offers, &mut stream, &watched);
            // Nobody listens any more once the thought has been dropped.
            sender.send((ranking, mind, stream)).ok();
        };
        std::thread::Builder::new().name("computer".into()).spawn(think).ok();
        Self { who, revision, progress, answer: Mutex::new(answer) }
    }

    /// The answer, once there is one.
    ///
    /// # Errors
    /// When the thinking has failed.
    pub fn poll(&self) -> Result<Option<Answer>, NoAnswer> {
        let Ok(answer) = self.answer.lock() else { return Err(NoAnswer) };
        match answer.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(NoAnswer),
        }
    }

    /// The progress from 0 to 1, once it is known.
    pub fn share(&self) -> Option<f32> {
        let (done, of) = self.progress.share();
        (of > 0).then(|| done as f32 / of as f32)
    }

    /// Makes it answer with the best it has found so far.
    pub fn hurry(&self) {
        self.progress.cancel();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}
