//! What makes several solutions possible: where two differ, a smallest difference within that, and
//! the clues that would settle it.

use super::fewest;
use crate::engine::SatOptions;
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::{Puzzle, Solution};
use crate::sat::backend::{Answer, SatBackend};
use crate::sat::cnf::{LimitedSink, Lit};
use crate::sat::encode::{Atom, Encoding, VarMap};

/// What makes a puzzle ambiguous.
#[derive(Debug, Clone)]
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
    /// Whether no part of the pattern is one itself; `false` only where a limit struck before that
    /// was shown.
    pub is_minimal: bool,
    /// Clues that make the puzzle unique.
    pub added: Added,
}

/// Clues to be added.
#[derive(Debug, Clone)]
pub struct Added {
    /// Cells and digits that leave one solution when they are given too; `None` where a limit
    /// struck before such were found.
    pub clues: Option<Vec<(Cell, Digit)>>,
    /// Fewer clues than this cannot make the puzzle unique, whichever solution they are taken
    /// from.
    pub at_least: usize,
}

impl Added {
    /// Whether no smaller number of clues would do.
    pub fn is_fewest(&self) -> bool {
        self.clues.as_ref().is_some_and(|clues| clues.len() == self.at_least)
    }
}

/// Explains why a puzzle has these two solutions, and more perhaps.
pub(super) fn ambiguity(
    puzzle: &Puzzle,
    solutions: [Solution; 2],
    options: &SatOptions,
    limits: &Limits,
) -> Result<Ambiguity> {
    let [first, second] = &solutions;
    let difference = differing(first.digits(), second.digits());
    let (other, is_minimal) = match Solved::new(puzzle, options, limits) {
        Ok(mut solved) => closest(first, second, &mut solved, limits)?,
        Err(error) if error.is_limit() => (second.digits().into(), false),
        Err(error) => return Err(error),
    };
    let pattern = differing(first.digits(), &other);
    let other = puzzle.check(&other).map_err(|violation| wrong(&violation))?;
    let added = fewest::added(puzzle, &solutions, &other, options, limits)?;
    Ok(Ambiguity { solutions, difference, pattern, other, is_minimal, added })
}

fn wrong(violation: &crate::puzzle::Violation) -> Error {
    Error::disagreement(format!("the SAT backend gave a grid that is no solution: {violation}"))
}

/// The cells in which two grids differ.
pub(super) fn differing(a: &[Digit], b: &[Digit]) -> Vec<Cell> {
    (0..a.len()).filter(|&k| a[k] != b[k]).map(Cell::new).collect()
}

/// Brings another solution closer to the first until no solution differs from it in a part of the
/// cells only; whether that was shown.
fn closest(
    first: &Solution,
    second: &Solution,
    solved: &mut Solved,
    limits: &Limits,
) -> Result<(Box<[Digit]>, bool)> {
    solved.exclude(first.digits())?;
    let mut other: Box<[Digit]> = second.digits().into();
    let mut kept: Vec<Cell> = Vec::new();
    loop {
        let open = differing(first.digits(), &other);
        let Some(&next) = open.iter().find(|cell| !kept.contains(cell)) else {
            return Ok((other, true));
        };
        let frozen = (0..other.len()).map(Cell::new).filter(|c| *c == next || !open.contains(c));
        match solved.ask(&mut frozen.map(|cell| (cell, first.digit(cell))), limits)? {
            Found::Grid(closer) => other = closer,
            Found::Nothing => kept.push(next),
            Found::Unknown => return Ok((other, false)),
        }
    }
}

/// A solver with all of a puzzle, to be asked for solutions that have some digits.
pub(super) struct Solved {
    pub(super) backend: Box<dyn SatBackend>,
    pub(super) map: VarMap,
    puzzle: Puzzle,
}

/// What it answers.
pub(super) enum Found {
    Grid(Box<[Digit]>),
    Nothing,
    Unknown,
}

impl Solved {
    pub(super) fn new(puzzle: &Puzzle, options: &SatOptions, limits: &Limits) -> Result<Self> {
        let mut backend = options.backend.open()?;
        let encoding =
            Encoding::by_name("reduced").ok_or_else(|| Error::unsupported("encoding"))?;
        let scheme = super::formula::scheme(options, puzzle.digits())?;
        let mut sink = LimitedSink::new(&mut *backend, limits);
        let map = (encoding.encode)(puzzle, scheme, &mut sink)?;
        Ok(Solved { backend, map, puzzle: puzzle.clone() })
    }

    /// Excludes a solution for good.
    pub(super) fn exclude(&mut self, digits: &[Digit]) -> Result<()> {
        self.backend.add_clause(&self.map.blocking_clause(digits))
    }

    /// A solution with these digits.
    pub(super) fn ask(
        &mut self,
        given: &mut dyn Iterator<Item = (Cell, Digit)>,
        limits: &Limits,
    ) -> Result<Found> {
        let mut assumed = Vec::new();
        for (cell, digit) in given {
            match self.map.get(cell, digit) {
                Atom::True => {}
                Atom::False => return Ok(Found::Nothing),
                Atom::Lit(lit) => assumed.push(lit),
            }
        }
        self.assume(&assumed, limits)
    }

    /// A solution in which these literals hold.
    pub(super) fn assume(&mut self, assumed: &[Lit], limits: &Limits) -> Result<Found> {
        match self.backend.solve(assumed, limits)? {
            Answer::Sat(model) => {
                let digits = self.map.decode(&model)?;
                self.puzzle.check(&digits).map_err(|violation| wrong(&violation))?;
                Ok(Found::Grid(digits.into()))
            }
            Answer::Unsat { .. } => Ok(Found::Nothing),
            Answer::Unknown => Ok(Found::Unknown),
        }
    }
}
