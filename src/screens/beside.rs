//! Work done beside the frames, on its own thread: one question at a time, shown as it grows, and told to stop as soon
//! as something else is asked.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
};

/// Forecasts recurse deeply.
const STACK: usize = 64 << 20;

/// A question under way, and the last answer.
pub(super) struct Beside<Q, A> {
    coming: Option<Coming<Q, A>>,
    answer: Option<(Q, A)>,
}

struct Coming<Q, A> {
    asked: Q,
    parts: Mutex<Receiver<A>>,
    stop: Arc<AtomicBool>,
}

impl<Q, A> Default for Beside<Q, A> {
    fn default() -> Self {
        Self { coming: None, answer: None }
    }
}

impl<Q, A> Drop for Coming<Q, A> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// Where the worker hands out partial results.
pub(super) struct Outlet<A> {
    parts: Sender<A>,
    stop: Arc<AtomicBool>,
}

impl<A> Outlet<A> {
    /// Becomes true once no more is wanted.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Hands out a partial result; returns whether more is wanted.
    pub(super) fn hand_out(&self, part: A) -> bool {
        self.parts.send(part).is_ok() && !self.stop.load(Relaxed)
    }
}

impl<Q: Clone + PartialEq, A: Send + 'static> Beside<Q, A> {
    /// Asks, unless the question is answered or being worked on already; `begin` makes the work. While another question
    /// is being worked on, tells its thread to stop and does no more: ask again in the next frame. `None` drops
    /// question and answer.
    pub(super) fn ask<W: FnOnce(&Outlet<A>) + Send + 'static>(
        &mut self,
        asked: Option<Q>,
        begin: impl FnOnce(&Q) -> W,
    ) {
        self.poll();
        let Some(asked) = asked else {
            (self.coming, self.answer) = (None, None);
            return;
        };
        match &self.coming {
            Some(coming) if coming.asked == asked => return,
            Some(coming) => return coming.stop.store(true, Relaxed),
            None if self.answer.as_ref().is_some_and(|(known, _)| *known == asked) => return,
            None => {}
        }
        let (parts, receiver) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (work, outlet) = (begin(&asked), Outlet { parts, stop: Arc::clone(&stop) });
        // If no thread can be started there is no answer: the panel goes on saying that it is being worked out.
        if thread::Builder::new().stack_size(STACK).spawn(move || work(&outlet)).is_ok() {
            self.coming = Some(Coming { asked, parts: Mutex::new(receiver), stop });
        }
    }

    fn poll(&mut self) {
        let Some(coming) = &mut self.coming else { return };
        let Ok(parts) = coming.parts.get_mut() else { return };
        loop {
            match parts.try_recv() {
                Ok(part) => self.answer = Some((coming.asked.clone(), part)),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        self.coming = None;
    }

    /// Whether more is on its way.
    pub(super) const fn is_busy(&self) -> bool {
        self.coming.is_some()
    }

    /// The last answer, if it is to that question.
    pub(super) fn answer(&self, asked: &Q) -> Option<&A> {
        self.answer.as_ref().filter(|(known, _)| known == asked).map(|(_, answer)| answer)
    }

    /// The last answer, if `is_such` holds for its question.
    pub(super) fn answer_to(&self, is_such: impl Fn(&Q) -> bool) -> Option<&A> {
        self.answer.as_ref().filter(|(known, _)| is_such(known)).map(|(_, answer)| answer)
    }

    /// The last answer, whatever its question.
    pub(super) fn latest(&self) -> Option<&A> {
        self.answer.as_ref().map(|(_, answer)| answer)
    }

    /// Waits for the complete answer, for tests and screenshots.
    pub(super) fn wait(&mut self) {
        let Some(mut coming) = self.coming.take() else { return };
        let last = coming.parts.get_mut().ok().and_then(|parts| parts.iter().last());
        if let Some(part) = last {
            self.answer = Some((coming.asked.clone(), part));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_grows_and_another_question_stops_it() {
        let mut beside: Beside<u8, u32> = Beside::default();
        let count = |outlet: &Outlet<u32>| _ = (1..=100).all(|part| outlet.hand_out(part));
        beside.ask(Some(1), |_| count);
        beside.wait();
        assert_eq!((beside.answer(&1), beside.is_busy()), (Some(&100), false));
        beside.ask(Some(1), |_| -> fn(&Outlet<u32>) { unreachable!("it is answered") });
        let endless = |outlet: &Outlet<u32>| while outlet.hand_out(7) {};
        beside.ask(Some(2), |_| endless);
        assert!(beside.is_busy());
        while beside.answer(&3).is_none() {
            beside.ask(Some(3), |_| count);
        }
        beside.wait();
        assert_eq!(beside.answer(&3), Some(&100));
        assert_eq!((beside.answer_to(|asked| *asked > 2), beside.answer_to(|asked| *asked < 3)), (Some(&100), None));
        beside.ask(None, |_| count);
        assert_eq!(beside.answer(&3), None);
    }
}
