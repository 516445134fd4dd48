//! When to give up: a moment, a request to stop, an amount of effort. And how far a search has come,
//! for those who wait.

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
    gauge: Option<Arc<Gauge>>,
}

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
        self.deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        self
    }

    /// The same, ending also soon after this flag is raised (from another thread or a signal
    /// handler).
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stops.push(stop);
        self
    }

    /// The same, ending after this many search nodes (native), roughly this many conflicts
    /// (embedded SAT backends) or turns of 2¹⁵ steps (local) without a solution: the same on every
    /// machine.
    #[must_use]
    pub fn with_effort(mut self, effort: u64) -> Self {
        self.effort = Some(effort);
        self
    }

    /// The same, with what is done counted on a gauge.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Arc<Gauge>) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// The bound on effort, if any.
    pub fn effort(&self) -> Option<u64> {
        self.effort
    }

    /// Whether the time is over or a stop was asked for.
    pub fn expired(&self) -> bool {
        self.stops.iter().any(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts work on the gauge, if there is one.
    pub(crate) fn count(&self, work: Work, amount: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.count(work, amount);
        }
    }
}

/// What a search does over and over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// How much has been done, to be read by another thread while it goes on.
#[derive(Debug, Default)]
pub struct Gauge {
    counts: [AtomicU64; Work::ALL.len()],
}

impl Gauge {
    /// How much of a kind was done so far.
    pub fn read(&self, work: Work) -> u64 {
        self.counts[work as usize].load(Ordering::Relaxed)
    }

    fn count(&self, work: Work, amount: u64) {
        self.counts[work as usize].fetch_add(amount, Ordering::Relaxed);
    }
}
