//! The progress of a long command: a bar on a terminal, a line every few seconds elsewhere.

use std::{
    io::{self, IsTerminal as _},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::print::{complain, thousands};

/// The time between two lines.
const PAUSE: Duration = Duration::from_secs(4);

/// Counts what is done and reports it on standard error.
pub(super) struct Meter {
    bar: ProgressBar,
    /// Ends the thread that writes lines when dropped.
    lines: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Meter {
    /// Starts to count up to a number of battles.
    pub(super) fn start(battles: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(battles), ProgressDrawTarget::hidden());
        if io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:40} {pos} of {len} battles, {eta} to go");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            return Self { bar, lines: None };
        }
        let (end, ended) = mpsc::channel::<()>();
        let counted = bar.clone();
        let lines = thread::spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(PAUSE) {
                complain(&line(counted.position(), battles, counted.elapsed()));
            }
        });
        Self { bar, lines: Some((end, lines)) }
    }

    /// The time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.bar.elapsed()
    }

    /// Counts one more battle.
    pub(super) fn inc(&self) {
        self.bar.inc(1);
    }

    /// Ends, and returns how long it took.
    pub(super) fn finish(self) -> Duration {
        let time = self.bar.elapsed();
        self.bar.finish_and_clear();
        if let Some((end, lines)) = self.lines {
            drop(end);
            // A thread that only writes lines has nothing else to report.
            lines.join().ok();
        }
        time
    }
}

fn line(done: u64, battles: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let left = if done == 0 {
        String::new()
    } else {
        format!(", about {:.0} s to go", seconds / done as f64 * (battles - done.min(battles)) as f64)
    };
    format!("{} of {} battles after {seconds:.0} s{left}", thousands(done as usize), thousands(battles as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is() {
        let time = Duration::from_secs(8);
        assert_eq!(line(400, 1200, time), "400 of 1,200 battles after 8 s, about 16 s to go");
        assert_eq!(line(0, 1200, time), "0 of 1,200 battles after 8 s");
    }
}
