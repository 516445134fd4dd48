//! The reduced encoding: clues are propagated first, and only what is left is written.
//!
//! - Gihwon Kwon, Himanshu Jain: *Optimized CNF Encoding for Sudoku Puzzles*, LPAR 2006.

use super::VarMap;
use super::families::{self, Rule};
use crate::error::{Error, Result};
use crate::grid::{CandidateGrid, CandidateSet};
use crate::limits::Limits;
use crate::puzzle::{Board, Contradiction, Puzzle};
use crate::sat::cnf::{AtMostOne, ClauseSink};

/// The extended encoding over the candidates left in cells not yet decided. If propagation finds
/// the puzzle impossible, the formula is the empty clause and no candidate is left.
pub(super) fn encode(
    puzzle: &Puzzle,
    amo: &AtMostOne,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap> {
    remaining(&propagated(puzzle, &Limits::none())?, amo, sink)
}

/// The puzzle with the candidates that propagation leaves as its clues: none at all if it finds the
/// puzzle impossible.
///
/// # Errors
/// If a limit is reached.
pub(crate) fn propagated(puzzle: &Puzzle, limits: &Limits) -> Result<Puzzle> {
    let mut board = Board::new(puzzle);
    let left = match board.propagate_within(puzzle, limits) {
        Ok(true) => board.candidates().clone(),
        Ok(false) => return Err(Error::limit("limit reached during propagation")),
        Err(Contradiction) => nothing(puzzle),
    };
    Ok(puzzle.clone().with_clues(left))
}

/// The extended encoding over the candidates of the clues, without propagation.
pub(super) fn remaining(
    puzzle: &Puzzle,
    amo: &AtMostOne,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap> {
    let map = VarMap::remaining(puzzle.clues().clone())?;
    families::allocate(&map, sink)?;
    if puzzle.cells().any(|cell| puzzle.clues().len(cell) == 0) {
        sink.add_clause(&[])?;
        return Ok(map);
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Digit, Layout};
    use crate::sat::cnf::{Cnf, amo, dpll};

    /// Cells that are decided but not propagated may clash.
    #[test]
    fn decided_cells_exclude_each_other() {
        for (other, satisfiable) in [(0, false), (1, true)] {
            let mut puzzle = Puzzle::new(Layout::boxes(2, 2).unwrap().shared());
            puzzle.set(Cell::new(0), Digit::new(0));
            puzzle.set(Cell::new(3), Digit::new(other));
            let mut cnf = Cnf::new();
            remaining(&puzzle, &amo::SCHEMES[0], &mut cnf).unwrap();
            assert_eq!(dpll::is_satisfiable(&cnf, &[]), satisfiable);
        }
    }
}
