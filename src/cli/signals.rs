//! The signals that end a batch early: Ctrl-C, and those that batch queues and closed terminals send.

use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use signal_hook::{consts, flag};

/// What shells add to a signal's number to make an exit code.
const BY_SIGNAL: u8 = 128;

/// Whether a signal has asked to stop, and which.
#[derive(Clone, Debug, Default)]
pub(super) struct Stopping {
    /// The signal's number; 0 before there is one.
    signal: Arc<AtomicUsize>,
    /// Whether there has been one, for code that polls a flag.
    flag: Arc<AtomicBool>,
}

impl Stopping {
    /// Listens from now on. A signal that cannot be listened to ends the program as usual.
    pub(super) fn listen() -> Self {
        let heard = Self::default();
        for signal in SIGNALS {
            // The number first: it must be there when the flag is seen.
            flag::register_usize(*signal, Arc::clone(&heard.signal), *signal as usize).ok();
            flag::register(*signal, Arc::clone(&heard.flag)).ok();
        }
        heard
    }

    /// Whether to stop.
    pub(super) fn is_asked(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// A flag that is set once a signal has come.
    pub(super) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// The exit code for the signal: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
    pub(super) fn code(&self) -> ExitCode {
        let signal = u8::try_from(self.signal.load(Ordering::Relaxed)).unwrap_or_default();
        ExitCode::from(BY_SIGNAL.saturating_add(signal))
    }
}

#[cfg(unix)]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM];
