//! The default engine: the lanes for plain 9×9; for all else native search for as long as it is
//! quick, then SAT.
//!
//! Native search gets an effort that shrinks with the size of the grid and starts anew with every
//! solution; the effort is counted in nodes, so the answer is the same on every machine. When it
//! is spent, SAT begins afresh, and solutions already visited are passed over.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::backtrack::Backtrack;
use super::lanes::Lanes;
use super::sat::Sat;
use super::{End, Engine, Found, Outcome, SatOptions, Visitor};
use crate::error::Result;
use crate::grid::Digit;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Native first, SAT when that gets long.
#[derive(Debug)]
pub(super) struct Auto {
    native: Backtrack,
    sat: Sat,
    /// Nodes without a solution after which SAT takes over, for a side.
    patience: fn(usize) -> u64,
}

/// With more solutions than this visited, native search is kept: SAT would have to pass over all
/// of them by blocking clauses.
const MANY_SOLUTIONS: usize = 1000;

impl Auto {
    #[cfg(test)]
    pub(super) fn with_patience(options: SatOptions, patience: fn(usize) -> u64) -> Self {
        Auto { patience, ..Self::new(options) }
    }

    pub(super) fn new(options: SatOptions) -> Self {
        Auto { native: Backtrack, sat: Sat::new(options), patience }
    }
}

/// 20,000 at 9×9, 2,000 at 16×16, 300 at 25×25, and a few dozen beyond.
fn patience(side: usize) -> u64 {
    (131_220_000 / (side as u64).pow(4)).max(30)
}

impl Engine for Auto {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        if Lanes::take(puzzle) {
            return Lanes.search(puzzle, limits, visit);
        }
        let patience = (self.patience)(puzzle.side());
        let first = limits.effort().map_or(patience, |effort| effort.min(patience));
        let mut seen: BTreeSet<Box<[Digit]>> = BTreeSet::new();
        let mut visited = 0;
        let native =
            self.native.search(puzzle, &limits.clone().with_effort(first), &mut |digits| {
                visited += 1;
                if visited <= MANY_SOLUTIONS {
                    seen.insert(digits.into());
                }
                visit(digits)
            })?;
        if native.end != End::Limit || limits.expired() || limits.effort() == Some(first) {
            return Ok(native);
        }
        if visited > MANY_SOLUTIONS {
            let mut skip = visited;
            let mut rest = self.native.search(puzzle, limits, &mut |digits| {
                if skip > 0 {
                    skip -= 1;
                    return ControlFlow::Continue(());
                }
                visit(digits)
            })?;
            rest.stats.nodes += native.stats.nodes;
            return Ok(rest);
        }
        let mut rest = self.sat.search(puzzle, limits, &mut |digits| {
            if seen.remove(digits) { ControlFlow::Continue(()) } else { visit(digits) }
        })?;
        rest.stats.nodes = native.stats.nodes;
        Ok(rest)
    }

    fn find(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        limit: Option<u64>,
        keep: usize,
    ) -> Result<Option<Found>> {
        if Lanes::take(puzzle) { Lanes.find(puzzle, limits, limit, keep) } else { Ok(None) }
    }
}
