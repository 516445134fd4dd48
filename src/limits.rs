//! When to give up: a moment, a request to stop, an amount of effort. And how far a search has
//! come, for those who wait.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::platform::Instant;

/// Bounds on a search. None by default; each that is set can end a search with an unknown answer,
/// never with a wrong one.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    time: Option<Duration>,
    deadline: Option<Instant>,
    stops: Vec<Arc<AtomicBool>>,
    effort: Option<u64>,
    memory: Option<u64>,
    gauge: Option<Arc<Gauge>>,
    watch: Option<Arc<Watch>>,
}

/// An observer of a search: called with its progress; returns `false` to stop it.
pub type Observer = dyn Fn(&Gauge) -> bool + Send + Sync;

/// An observer, and when it is next due.
struct Watch {
    observer: Arc<Observer>,
    begun: Instant,
    /// Milliseconds after `begun` at which the observer is next called.
    next: AtomicU64,
    stopped: AtomicBool,
}

/// Milliseconds between two calls of an observer.
const LOOKS: u64 = 50;

impl Limits {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// The same, ending after this time from now. The answer then depends on the machine's speed.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.renewed()
    }

    /// The same, with the time counted from now.
    #[must_use]
    pub fn renewed(mut self) -> Self {
        if let Some(time) = self.time {
            self.deadline = Instant::now().checked_add(time);
        }
        self
    }

    /// The same, with a moment to end at that is not [renewed](Limits::renewed) any more: for work
    /// in parts that have the time together.
    #[must_use]
    pub(crate) fn fixed(mut self) -> Self {
        self.time = None;
        self
    }

    /// The same, ending also soon after this flag is raised (from another thread or a signal
    /// handler).
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stops.push(stop);
        self
    }

    /// The same, giving up after this much effort without a solution: search nodes (lanes and
    /// native), roughly conflicts (embedded SAT backends) or turns of 2¹⁵ steps (local). It does
    /// not depend on the machine.
    #[must_use]
    pub fn with_effort(mut self, effort: u64) -> Self {
        self.effort = Some(effort);
        self
    }

    /// The same, with a bound in bytes on the memory to set up a search: one whose estimate exceeds
    /// it gives up at once. Memory taken later is not bounded.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// A number of bytes as it is written, such as `500M` or `4G`: K, M, G and T are powers of 1024.
    pub fn parse_memory(text: &str) -> Option<u64> {
        let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(unit);
        let power = match unit.to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
            "" => 0,
            "K" => 10,
            "M" => 20,
            "G" => 30,
            "T" => 40,
            _ => return None,
        };
        let bytes = number.parse::<f64>().ok()? * 2f64.powi(power);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        (1.0..1e18).contains(&bytes).then_some(bytes as u64)
    }

    /// The same, counting work on this gauge.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Arc<Gauge>) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// The same, with an observer that is called with the progress, on the searching thread, at
    /// most every 50 ms; the search ends soon after it returns `false`.
    #[must_use]
    pub fn with_watch(mut self, observer: Arc<Observer>) -> Self {
        self.gauge.get_or_insert_default();
        self.watch = Some(Arc::new(Watch {
            observer,
            begun: Instant::now(),
            next: AtomicU64::new(LOOKS),
            stopped: AtomicBool::new(false),
        }));
        self
    }

    /// The bound on effort, if any.
    pub fn effort(&self) -> Option<u64> {
        self.effort
    }

    /// Whether a search may be set up that needs this many bytes.
    pub(crate) fn allow(&self, bytes: u64) -> bool {
        self.memory.is_none_or(|memory| bytes <= memory)
    }

    /// Whether the deadline has passed or a stop was requested.
    pub fn expired(&self) -> bool {
        self.is_stopped_by_watch()
            || self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Calls the observer if it is due.
    fn is_stopped_by_watch(&self) -> bool {
        let (Some(watch), Some(gauge)) = (&self.watch, &self.gauge) else { return false };
        watch.looks(gauge)
    }

    /// Counts work on the gauge, if there is one.
    pub(crate) fn count(&self, work: Work, amount: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.count(work, amount);
        }
    }
}

impl Watch {
    /// Calls the observer if it is due; returns whether it stopped the search.
    fn looks(&self, gauge: &Gauge) -> bool {
        if self.stopped.load(Ordering::Relaxed) {
            return true;
        }
        let now = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let next = self.next.load(Ordering::Relaxed);
        // Of several threads, only one calls it.
        let (order, then) = (Ordering::Relaxed, now.saturating_add(LOOKS));
        if now < next || self.next.compare_exchange(next, then, order, order).is_err() {
            return false;
        }
        let stops = !(self.observer)(gauge);
        self.stopped.fetch_or(stops, Ordering::Relaxed);
        stops
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are no solutions beyond those visited.
    Exhausted,
    /// The visitor stopped it, or the requested number was reached.
    Stopped,
    /// A limit was reached; there may be more.
    Limit,
}

/// How many solutions are looked for, and how many of them kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The search ends with this many solutions; `None` looks for all of them.
    pub limit: Option<u64>,
    /// How many solutions are kept, the first in the order of the search.
    pub keep: usize,
}

impl Query {
    /// One solution.
    pub const FIRST: Query = Query { limit: Some(1), keep: 1 };

    /// Two solutions: enough to tell whether there is exactly one.
    pub const UNIQUE: Query = Query { limit: Some(2), keep: 2 };

    /// Looks for this many solutions and keeps all of them.
    pub fn up_to(limit: usize) -> Self {
        Query { limit: Some(limit as u64), keep: limit }
    }

    /// Counts solutions, all or up to a limit, and keeps none.
    pub fn count(limit: Option<u64>) -> Self {
        Query { limit, keep: 0 }
    }

    /// Counts solutions up to `limit` and looks for one more, so that [`Query::counted`] tells
    /// exactly `limit` from more.
    pub fn count_past(limit: Option<u64>) -> Self {
        Query::count(limit.map(|limit| limit.saturating_add(1)))
    }

    /// What a search [past a limit](Query::count_past) counted: at most `limit`, and whether that
    /// is all.
    pub fn counted(limit: Option<u64>, count: u64, complete: bool) -> (u64, bool) {
        match limit {
            Some(limit) if count > limit => (limit, false),
            _ => (count, complete),
        }
    }
}

/// A unit of search work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// Nodes of a search tree: decisions.
    Nodes,
    /// Conflicts of a SAT solver.
    Conflicts,
    /// Steps of a local search.
    Steps,
}

impl Work {
    /// All kinds, each with its word.
    pub const ALL: [(Work, &'static str); 3] =
        [(Work::Nodes, "nodes"), (Work::Conflicts, "conflicts"), (Work::Steps, "steps")];
}

/// Counters of work done, readable by other threads during the search.
#[derive(Debug, Default)]
pub struct Gauge {
    counts: [AtomicU64; Work::ALL.len()],
}

impl Gauge {
    /// The amount of one kind of work so far.
    pub fn read(&self, work: Work) -> u64 {
        self.counts[work as usize].load(Ordering::Relaxed)
    }

    fn count(&self, work: Work, amount: u64) {
        self.counts[work as usize].fetch_add(amount, Ordering::Relaxed);
    }
}
