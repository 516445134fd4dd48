//! Native search, for every puzzle: see [`crate::engine::native`].

use std::num::NonZeroUsize;

use crate::engine::native;
use crate::engine::{Engine, Outcome, Stats, Visitor};
use crate::error::Result;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Native search alone.
#[derive(Debug)]
pub(crate) struct Native(native::Native);

impl Native {
    /// On so many threads, which change nothing but the time.
    pub(crate) fn new(threads: NonZeroUsize) -> Self {
        Native(native::Native::new(threads))
    }
}

impl Engine for Native {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let (nodes, end) = self.0.search(puzzle, limits, visit);
        Ok(Outcome { end, stats: Stats { engine: "native", nodes, ..Stats::default() } })
    }
}
