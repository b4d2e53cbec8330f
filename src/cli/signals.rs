//! The signals that end a batch early: Ctrl-C, and those that batch queues and closed terminals send.

use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use signal_hook::{consts, flag};

/// What shells add to a signal's number to make an exit code.
const BY_SIGNAL: u8 = 128;

/// Whether a signal has asked to stop, and which.
#[derive(Clone, Debug, Default)]
pub(super) struct Stopping(Arc<AtomicUsize>);

impl Stopping {
    /// Listens from now on. A signal that cannot be heard ends the program as ever.
    pub(super) fn listen() -> Self {
        let heard = Self::default();
        for signal in SIGNALS {
            flag::register_usize(*signal, Arc::clone(&heard.0), *signal as usize).ok();
        }
        heard
    }

    /// Whether to stop.
    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// The exit code for the signal: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
    pub(super) fn code(&self) -> ExitCode {
        let signal = u8::try_from(self.0.load(Ordering::Relaxed)).unwrap_or_default();
        ExitCode::from(BY_SIGNAL.saturating_add(signal))
    }
}

#[cfg(unix)]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM];
