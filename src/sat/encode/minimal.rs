//! The minimal encoding: enough to be right, no more.
//!
//! - Inês Lynce, Joël Ouaknine: *Sudoku as a SAT Problem*, AIMATH 2006.

use super::VarMap;
use super::families::{self, Rule};
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::sat::cnf::{AtMostOne, ClauseSink};

/// Each cell has a digit, no house has one twice. As a full house has as many cells as there are
/// digits, none of its cells can then have two; of a cell in no such house it is said.
pub(super) fn encode(
    puzzle: &Puzzle,
    amo: &AtMostOne,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap> {
    let map = families::textbook(puzzle, sink)?;
    let of_cells = Rule { at_least: true, at_most: None };
    let of_houses = Rule { at_least: false, at_most: Some(amo) };
    families::encode(puzzle, &map, of_cells, of_houses, sink)?;
    Ok(map)
}
