//! Streams of work over threads, answers in the order of the questions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use crate::platform::{HAS_THREADS, MAX_THREADS};

/// Takes items from `source` until it ends, does `work` on them in `jobs` threads, and hands the
/// results to `sink` in the order of the items, until it breaks. There are no more threads than
/// [`MAX_THREADS`], and no more than the system allows.
///
/// At most a few items a thread are under way at any time, so a slow item holds up the source
/// rather than piling up results. With one job, or where there are no threads, everything
/// happens in the calling thread. Items
/// should be chunks: handing over one costs about a microsecond.
///
/// # Panics
/// If `work` does, or if the system allows no thread at all.
///
/// ```
/// use std::{num::NonZeroUsize, ops::ControlFlow};
/// let mut numbers = 1..=5;
/// let mut squares = Vec::new();
/// satoku::jobs::batch::ordered(
///     NonZeroUsize::new(2).expect("two"),
///     || numbers.next(),
///     |n| n * n,
///     |square| {
///         squares.push(square);
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!(squares, [1, 4, 9, 16, 25]);
/// ```
pub fn ordered<T: Send, U: Send>(
    jobs: NonZeroUsize,
    mut source: impl FnMut() -> Option<T> + Send,
    work: impl Fn(T) -> U + Sync,
    mut sink: impl FnMut(U) -> ControlFlow<()>,
) {
    let jobs = jobs.get().min(MAX_THREADS);
    if jobs == 1 || !HAS_THREADS {
        while let Some(item) = source() {
            if sink(work(item)).is_break() {
                return;
            }
        }
        return;
    }
    let under_way = 4 * jobs;
    let (ticket_tx, ticket_rx) = mpsc::sync_channel::<()>(under_way);
    let (item_tx, item_rx) = mpsc::sync_channel::<(u64, T)>(under_way);
    let (result_tx, result_rx) = mpsc::channel::<(u64, thread::Result<U>)>();
    // Receivers belong to the threads that receive: when those end, their senders do.
    let item_rx = Arc::new(Mutex::new(item_rx));
    let (work, sink) = (&work, &mut sink);
    thread::scope(move |scope| {
        scope.spawn(move || {
            for number in 0.. {
                // A ticket comes back with every result that was delivered.
                let Some(item) = source() else { return };
                if ticket_tx.send(()).is_err() || item_tx.send((number, item)).is_err() {
                    return;
                }
            }
        });
        for number in 0..jobs {
            let (result_tx, item_rx) = (result_tx.clone(), Arc::clone(&item_rx));
            let work = move || {
                loop {
                    let next = item_rx.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((number, item)) = next else { return };
                    let result = catch_unwind(AssertUnwindSafe(|| work(item)));
                    if result_tx.send((number, result)).is_err() {
                        return;
                    }
                }
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(_) => {}
                // The system has no more: those that are there do it all.
                Err(_) if number > 0 => break,
                Err(error) => panic!("no thread can be started: {error}"),
            }
        }
        drop((result_tx, item_rx));
        let (ticket_rx, result_rx) = (ticket_rx, result_rx);
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for (number, result) in result_rx {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                // A panic goes on here, once the receivers are dropped on the way out.
                let result = result.unwrap_or_else(|panic| resume_unwind(panic));
                if sink(result).is_break() {
                    return;
                }
                let _ = ticket_rx.recv();
            }
        }
    });
}

/// Keeps memory that is freed at hand, where the allocator would not: for batches of short work.
///
/// glibc gives it back to the system after every chunk and takes it anew for the next, page by
/// page, until it has seen a large block come and go: that was a third of the time of `solve`. The
/// block is never written to, so it takes nothing.
pub fn keep_freed_memory() {
    const BYTES: usize = 16 << 20;
    drop(std::hint::black_box(Vec::<u8>::with_capacity(BYTES)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(jobs: usize, stop_at: Option<u64>) -> Vec<u64> {
        let mut numbers = 0..1000u64;
        let mut got = Vec::new();
        ordered(
            NonZeroUsize::new(jobs).unwrap(),
            || numbers.next(),
            |n| {
                if n % 7 == 0 {
                    thread::yield_now();
                }
                n * n
            },
            |square| {
                got.push(square);
                if stop_at.is_some_and(|stop| square >= stop) {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        got
    }

    #[test]
    fn results_come_in_order_for_any_number_of_jobs() {
        let expected: Vec<u64> = (0..1000).map(|n| n * n).collect();
        for jobs in [1, 2, 3, 8, usize::MAX] {
            assert_eq!(run(jobs, None), expected);
        }
    }

    #[test]
    fn a_panic_comes_out_instead_of_hanging() {
        for jobs in [1, 3] {
            let mut numbers = 0..1000u64;
            let run = || {
                let next = || numbers.next();
                let jobs = NonZeroUsize::new(jobs).unwrap();
                ordered(jobs, next, |n| assert!(n != 50, "fifty"), |()| ControlFlow::Continue(()));
            };
            assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
        }
    }

    #[test]
    fn a_sink_that_breaks_ends_the_run() {
        for jobs in [1, 4] {
            assert_eq!(run(jobs, Some(100)).len(), 11);
        }
    }
}
