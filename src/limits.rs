//! When to give up: a moment, a request to stop, an amount of effort.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::cnf::{ClauseSink, Counter, Lit};
use crate::error::{Error, Result};

/// Bounds on a search. None by default; each that is set can end a search with an unknown answer,
/// never with a wrong one.
#[derive(Debug, Clone, Default)]
pub struct Limits {
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
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// The same, ending soon after the flag is raised (from another thread or a signal handler).
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The same, ending after this many search nodes (native) or roughly this many conflicts
    /// (embedded SAT backends) without a solution: the same on every machine.
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

/// Passes clauses on to another sink until a limit strikes: what lets the encoding of a large
/// puzzle be broken off.
pub(crate) struct LimitedSink<'a, S: ?Sized> {
    sink: &'a mut S,
    limits: &'a Limits,
    passed: u64,
}

impl<'a, S: ClauseSink + ?Sized> LimitedSink<'a, S> {
    pub(crate) fn new(sink: &'a mut S, limits: &'a Limits) -> Self {
        LimitedSink { sink, limits, passed: 0 }
    }

    fn tick(&mut self) -> Result<()> {
        self.passed += 1;
        if self.passed.is_multiple_of(4096) && self.limits.expired() {
            return Err(Error::limit("a limit struck while the formula was made"));
        }
        Ok(())
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for LimitedSink<'_, S> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.tick()?;
        self.sink.add_clause(clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.tick()?;
        self.sink.new_vars(count)
    }

    fn as_counter(&mut self) -> Option<&mut Counter> {
        self.sink.as_counter()
    }
}
