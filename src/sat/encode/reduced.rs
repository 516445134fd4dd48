//! The reduced encoding: clues are propagated first, and only what is left is written.
//!
//! - Gihwon Kwon, Himanshu Jain: *Optimized CNF Encoding for Sudoku Puzzles*, LPAR 2006.

use super::VarMap;
use super::families::{self, Rule};
use crate::error::Result;
use crate::puzzle::Board;
use crate::sat::cnf::{AtMostOne, ClauseSink};

use crate::grid::{CandidateGrid, CandidateSet};
use crate::puzzle::Puzzle;

/// The extended encoding over the candidates left in cells not yet decided. If propagation finds
/// the puzzle impossible, the formula is the empty clause and no candidate is left.
pub(super) fn encode(
    puzzle: &Puzzle,
    amo: &AtMostOne,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap> {
    let mut board = Board::new(puzzle);
    if board.propagate(puzzle).is_err() {
        sink.add_clause(&[])?;
        return VarMap::remaining(nothing(puzzle));
    }
    let map = VarMap::remaining(board.candidates().clone())?;
    families::allocate(&map, sink)?;
    let exactly_one = Rule { at_least: true, at_most: Some(amo) };
    families::encode(puzzle, &map, exactly_one, exactly_one, sink)?;
    Ok(map)
}

/// No candidate anywhere.
fn nothing(puzzle: &Puzzle) -> CandidateGrid {
    let mut candidates = CandidateGrid::full(puzzle.layout().cells(), puzzle.digits());
    puzzle.cells().for_each(|cell| candidates.set(cell, &CandidateSet::EMPTY));
    candidates
}
