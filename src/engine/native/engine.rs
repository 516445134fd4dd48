//! Native search, for every puzzle: see [`crate::engine::native`].

use crate::engine::native;
use crate::engine::{Engine, Outcome, Stats, Visitor};
use crate::error::Result;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Native search alone.
#[derive(Debug, Default)]
pub(crate) struct Native(native::Native);

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
