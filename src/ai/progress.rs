//! The progress of a decision, shared between the thread that thinks and the window that waits.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
};

/// The progress of a decision. Those who wait may read it and cancel the decision.
#[derive(Debug, Default)]
pub struct Progress {
    cancelled: Arc<AtomicBool>,
    done: AtomicU32,
    of: AtomicU32,
}

impl Progress {
    /// Progress that is cancelled as soon as a flag is set, for every decision from then on.
    pub fn until(flag: Arc<AtomicBool>) -> Self {
        Self { cancelled: flag, ..Self::default() }
    }

    /// Cancels: the thinker answers soon with the best it has found so far.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether it has been cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// The flag that is set on cancellation, for code that checks it often.
    pub(super) fn signal(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }

    /// How many positions have been examined, and how many are expected in all.
    pub fn share(&self) -> (u32, u32) {
        let of = self.of.load(Relaxed);
        (self.done.load(Relaxed).min(of), of)
    }

    /// Starts a new decision.
    pub(super) fn start(&self) {
        self.done.store(0, Relaxed);
        self.of.store(0, Relaxed);
    }

    /// Adds positions that are to be examined.
    pub(super) fn expect(&self, more: usize) {
        self.of.fetch_add(more as u32, Relaxed);
    }

    /// Counts an examined position; false once cancelled.
    pub(super) fn step(&self) -> bool {
        self.done.fetch_add(1, Relaxed);
        !self.is_cancelled()
    }
}
