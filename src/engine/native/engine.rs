//! Native search, for every puzzle: see [`crate::engine::native`].

use std::num::NonZeroUsize;

use crate::engine::native::{self, Client};
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

    /// The same as [`Engine::search`], for a client.
    pub(crate) fn serve(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        client: &mut dyn Client,
    ) -> Outcome {
        let (nodes, end) = self.0.search(puzzle, limits, client);
        Outcome { end, stats: Stats { engine: "native", nodes, ..Stats::default() } }
    }
}

impl Engine for Native {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        Ok(self.serve(puzzle, limits, &mut &mut *visit))
    }
}
