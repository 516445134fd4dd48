//! Local search for solutions of a large puzzle: see [`crate::engine::local`].

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::engine::{End, Engine, Outcome, Stats, Visitor};
use crate::error::{Error, Result};
use crate::puzzle::{Board, Contradiction};

use crate::engine::local::{Progress, Search, takes};
use crate::grid::Digit;
use crate::limits::Limits;
use crate::puzzle::Puzzle;

/// Local search.
///
/// It never knows that there are no more solutions, or none at all, unless propagation alone
/// decides: it ends with [`End::Limit`], or when the visitor breaks. Without a limit it goes on for
/// ever. A unit of effort is a thousand steps; `nodes` of its statistics are steps.
#[derive(Debug)]
pub(crate) struct Local {
    /// The same seed gives the same solutions.
    pub(crate) seed: u64,
    /// The temperatures it keeps to.
    pub(crate) strategy: usize,
}

/// Steps in a unit of effort.
const EFFORT: u64 = 1000;

impl Engine for Local {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let unsupported = || {
            let what =
                "square grids of boxes or regions up to side 255, with full houses and no rules";
            Error::unsupported(format!("engine local: only for {what}"))
        };
        if !takes(puzzle) {
            return Err(unsupported());
        }
        let seed = self.seed;
        let ended = |end, nodes| {
            Ok(Outcome {
                end,
                stats: Stats { engine: "local", nodes, seed: Some(seed), ..Stats::default() },
            })
        };
        if limits.expired() {
            return ended(End::Limit, 0);
        }
        let mut board = Board::new(puzzle);
        match board.propagate_within(puzzle, limits) {
            Ok(true) => {}
            Ok(false) => return ended(End::Limit, 0),
            Err(Contradiction) => return ended(End::Exhausted, 0),
        }
        if board.is_full() {
            let digits: Vec<Digit> = puzzle.cells().filter_map(|cell| board.digit(cell)).collect();
            let stopped = visit(&digits).is_break();
            return ended(if stopped { End::Stopped } else { End::Exhausted }, 0);
        }
        let mut search =
            Search::on(puzzle, &board, self.seed, self.strategy).ok_or_else(unsupported)?;
        let effort = limits.effort().map_or(u64::MAX, |effort| effort.saturating_mul(EFFORT));
        // By their hashes: should two ever be the same, one solution of many is missed.
        let mut seen = BTreeSet::new();
        let mut last = 0;
        while search.steps() - last < effort && !limits.expired() {
            let left = effort - (search.steps() - last);
            let Progress::Solved(digits) = search.advance(left, limits) else { continue };
            let mut hasher = DefaultHasher::new();
            digits.hash(&mut hasher);
            if seen.insert(hasher.finish()) {
                last = search.steps();
                if visit(&digits).is_break() {
                    return ended(End::Stopped, search.steps());
                }
            }
        }
        ended(End::Limit, search.steps())
    }
}
