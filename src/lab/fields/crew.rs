//! The workers on a field: one per core, up to a limit, each with its own copy of the position.

use std::{
    num::NonZero,
    sync::{
        Mutex, OnceLock,
        atomic::{
            AtomicBool, AtomicUsize,
            Ordering::{AcqRel, Relaxed},
        },
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Forecasts go deep.
const STACK: usize = 64 << 20;

/// The most workers on a field.
const MOST: usize = 8;

/// How many workers a field has.
pub(super) fn size() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get).min(MOST)
}

/// The workers' threads; `None` where the machine gives none.
fn threads() -> Option<&'static ThreadPool> {
    static THREADS: OnceLock<Option<ThreadPool>> = OnceLock::new();
    let make = || {
        let named = ThreadPoolBuilder::new().thread_name(|place| format!("field {place}"));
        named.num_threads(size()).stack_size(STACK).build().ok()
    };
    THREADS.get_or_init(make).as_ref()
}

/// Does tasks 0 up to but not including `count`, each by the next free worker, until told to stop. Returns how many
/// were begun, and all results: every task that was begun is finished.
pub(super) fn share<W: Send, T: Send>(
    crew: &mut [W],
    count: usize,
    stop: &AtomicBool,
    act: impl Fn(&mut W, usize) -> T + Sync,
) -> (usize, Vec<(usize, T)>) {
    let next = AtomicUsize::new(0);
    let take = || {
        if stop.load(Relaxed) { None } else { Some(next.fetch_add(1, AcqRel)).filter(|task| *task < count) }
    };
    let alone = |worker: &mut W| {
        let mut found = Vec::new();
        while let Some(task) = take() {
            found.push((task, act(worker, task)));
        }
        found
    };
    let found = match (threads(), crew) {
        (Some(threads), crew) if crew.len() > 1 && count > 1 => {
            let all = Mutex::new(Vec::with_capacity(count.min(1 << 16)));
            threads.scope(|scope| {
                for worker in crew {
                    scope.spawn(|_| {
                        let found = alone(worker);
                        all.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(found);
                    });
                }
            });
            all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
        }
        (_, crew) => crew.first_mut().map(alone).unwrap_or_default(),
    };
    (next.into_inner().min(count), found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_done_once_by_somebody() {
        let mut crew = vec![0_usize; 4];
        let (begun, mut found) = share(&mut crew, 1000, &AtomicBool::new(false), |done, task| {
            *done += 1;
            task * 2
        });
        found.sort_unstable();
        assert_eq!(begun, 1000);
        assert!(found.iter().enumerate().all(|(place, (task, twice))| (*task, *twice) == (place, place * 2)));
        assert_eq!(crew.iter().sum::<usize>(), 1000);
    }

    #[test]
    fn once_told_to_stop_nobody_begins_another() {
        let stop = AtomicBool::new(false);
        let mut crew = vec![(); 2];
        let (begun, found) = share(&mut crew, 1000, &stop, |(), task| stop.store(task >= 10, Relaxed));
        assert_eq!(begun, found.len(), "what was begun is done");
        assert!((11..20).contains(&begun), "{begun}");
        assert_eq!(share(&mut crew, 1000, &stop, |(), _| ()), (0, Vec::new()));
    }
}
