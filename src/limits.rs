//! When to give up: a moment, a request to stop, an amount of effort.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bounds on a search. None by default; each that is set can end a search with an unknown answer,
/// never with a wrong one.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    time: Option<Duration>,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    effort: Option<u64>,
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

    /// The same, ending soon after the flag is raised (from another thread or a signal handler).
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
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

    /// The bound on effort, if any.
    pub fn effort(&self) -> Option<u64> {
        self.effort
    }

    /// Whether the time is over or a stop was asked for.
    pub fn expired(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
