//! Clues added in a given order until they leave one solution.

use crate::engine::EngineSpec;
use crate::error::Result;
use crate::grid::Cell;
use crate::jobs::answer::{self, Uniqueness};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};

/// The puzzle with the digits of a solution in some cells.
pub(super) fn with_clues<'a>(
    empty: &Puzzle,
    solution: &Solution,
    clues: impl IntoIterator<Item = &'a Cell>,
) -> Puzzle {
    let mut puzzle = empty.clone();
    clues.into_iter().for_each(|&cell| puzzle.set(cell, solution.digit(cell)));
    puzzle
}

/// The puzzle with as many orbits from the front given as make it unique; `None` if a limit was
/// reached.
pub(super) fn build(
    empty: &Puzzle,
    solution: &Solution,
    orbits: &[Vec<Cell>],
    engine: &EngineSpec,
    limits: &Limits,
) -> Result<Option<Puzzle>> {
    let front = |number: usize| with_clues(empty, solution, orbits[..number].iter().flatten());
    // More clues never have more solutions, so the fewest can be found by halving.
    let (mut too_few, mut enough) = (0, orbits.len());
    while too_few + 1 < enough {
        let middle = usize::midpoint(too_few, enough);
        match answer::unique(&front(middle), engine, limits)? {
            Uniqueness::Unique(_) => enough = middle,
            Uniqueness::Multiple(_) | Uniqueness::None => too_few = middle,
            Uniqueness::Unknown => return Ok(None),
        }
    }
    Ok(Some(front(enough)))
}
