//! Local search for one solution of a large puzzle: see [`crate::local`].

use super::{End, Engine, Outcome, Stats, Visitor};
use crate::error::{Error, Result};
use crate::grid::{Board, Contradiction, Digit};
use crate::limits::Limits;
use crate::local::{Search, takes};
use crate::puzzle::Puzzle;

/// Local search, which visits one solution at most.
///
/// It never knows that there are no more, or none at all, unless propagation alone decides: it ends
/// with [`End::Limit`], or when the visitor breaks. Without a limit it goes on until there is a
/// solution. `nodes` of its statistics are steps.
#[derive(Debug)]
pub(super) struct Local;

/// The seed; fixed, so that answers can be repeated.
const SEED: u64 = 1;

impl Engine for Local {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome> {
        let unsupported =
            || Error::unsupported("engine local: only for boxes or regions up to side 255, alone");
        if !takes(puzzle) {
            return Err(unsupported());
        }
        let ended = |end, nodes| {
            Ok(Outcome { end, stats: Stats { engine: "local", nodes, ..Stats::default() } })
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
        let mut search = Search::new(puzzle, &board, SEED, 0).ok_or_else(unsupported)?;
        let found = search.run(limits.effort().unwrap_or(u64::MAX), limits);
        let stopped = found.is_some_and(|digits| visit(&digits).is_break());
        ended(if stopped { End::Stopped } else { End::Limit }, search.steps())
    }
}
