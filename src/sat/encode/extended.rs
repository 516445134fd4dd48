//! The extended encoding: all that holds, so that unit propagation finds naked and hidden singles.
//!
//! - Inês Lynce, Joël Ouaknine: *Sudoku as a SAT Problem*, AIMATH 2006.

use super::VarMap;
use super::families::{self, Rule};
use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::sat::cnf::{AtMostOne, ClauseSink};

/// Each cell has exactly one digit, each digit exactly one place in each house.
pub(super) fn encode(
    puzzle: &Puzzle,
    amo: &AtMostOne,
    sink: &mut dyn ClauseSink,
) -> Result<VarMap> {
    let map = families::textbook(puzzle, sink)?;
    let exactly_one = Rule { at_least: true, at_most: Some(amo) };
    families::encode(puzzle, &map, exactly_one, exactly_one, sink)?;
    Ok(map)
}
