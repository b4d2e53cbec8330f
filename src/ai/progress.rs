//! How far a thought has come, shared between the thread that thinks and the window that waits.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// How far a decision has come; whoever waits may read it and call it off.
#[derive(Debug, Default)]
pub struct Progress {
    cancelled: AtomicBool,
    done: AtomicU32,
    of: AtomicU32,
}

impl Progress {
    /// Asks the thinker to stop; it answers soon with the best it has found so far.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether it has been called off.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Positions looked at, and how many are expected in all.
    pub fn share(&self) -> (u32, u32) {
        let of = self.of.load(Relaxed);
        (self.done.load(Relaxed).min(of), of)
    }

    /// A new decision, nothing looked at.
    pub(super) fn start(&self) {
        self.done.store(0, Relaxed);
        self.of.store(0, Relaxed);
    }

    /// So many more positions are to be looked at.
    pub(super) fn expect(&self, more: usize) {
        self.of.fetch_add(more as u32, Relaxed);
    }

    /// One more position has been looked at; false once called off.
    pub(super) fn step(&self) -> bool {
        self.done.fetch_add(1, Relaxed);
        !self.is_cancelled()
    }
}
