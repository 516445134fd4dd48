//! What makes several solutions possible: where two differ, a smallest difference within that, and
//! the clues that would settle it.

use super::fewest::{self, Added};
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::oracle::{Options, Oracle, Reply};

/// What makes a puzzle ambiguous.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Ambiguity {
    /// Two solutions.
    pub solutions: [Solution; 2],
    /// The cells in which they differ.
    pub difference: Vec<Cell>,
    /// A minimal set of cells, out of those, that can be filled otherwise with all else as in the
    /// first solution: an unavoidable set, or deadly pattern. A puzzle that has the first solution
    /// alone must have a clue in one of them.
    pub pattern: Vec<Cell>,
    /// The solution with the pattern filled otherwise.
    pub other: Solution,
    /// Whether no part of the pattern is one itself; `false` only where a limit was reached before
    /// that was shown.
    pub is_minimal: bool,
    /// Clues that make the puzzle unique.
    pub added: Added,
}

/// Explains why a puzzle has these two solutions, and more perhaps.
pub(super) fn ambiguity(
    puzzle: &Puzzle,
    solutions: [Solution; 2],
    options: &Options,
    limits: &Limits,
) -> Result<Ambiguity> {
    let [first, second] = &solutions;
    let difference = fewest::differing(first.digits(), second.digits());
    let (other, is_minimal) = match Oracle::reduced(puzzle, options, limits) {
        Ok(mut oracle) => closest(first, second, &mut oracle, limits)?,
        Err(error) if error.is_limit() => (second.digits().into(), false),
        Err(error) => return Err(error),
    };
    let pattern = fewest::differing(first.digits(), &other);
    let other = puzzle.check(&other).map_err(|violation| {
        Error::disagreement(format!("the second solution is invalid: {violation}"))
    })?;
    let added = fewest::added(puzzle, &solutions, &other, options, limits)?;
    Ok(Ambiguity { solutions, difference, pattern, other, is_minimal, added })
}

/// Brings another solution closer to the first until no solution differs from it in a part of the
/// cells only; whether that was shown.
fn closest(
    first: &Solution,
    second: &Solution,
    oracle: &mut Oracle,
    limits: &Limits,
) -> Result<(Box<[Digit]>, bool)> {
    oracle.exclude(first.digits())?;
    let mut other: Box<[Digit]> = second.digits().into();
    let mut kept: Vec<Cell> = Vec::new();
    loop {
        let open = fewest::differing(first.digits(), &other);
        let Some(&next) = open.iter().find(|cell| !kept.contains(cell)) else {
            return Ok((other, true));
        };
        let frozen = (0..other.len()).map(Cell::new).filter(|c| *c == next || !open.contains(c));
        let frozen = frozen.map(|cell| (cell, first.digit(cell)));
        let assumed: Vec<_> = oracle.literals(frozen).collect();
        match oracle.ask(assumed, limits)? {
            Reply::Grid(closer) => other = closer,
            Reply::Core(_) => kept.push(next),
            Reply::Unknown => return Ok((other, false)),
        }
    }
}
