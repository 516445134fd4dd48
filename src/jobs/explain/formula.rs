//! A puzzle's rules as a formula, with its clues as assumptions: the same solver is asked about any
//! set of clues.

use std::sync::Arc;

use crate::error::Result;
use crate::grid::{CandidateGrid, Cell, Digit, Layout};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::oracle::{Lit, Options, Oracle, Reply};

/// The rules of a puzzle (houses and others) in a solver, and what to assume for each clue.
pub(super) struct Formula {
    oracle: Oracle,
    layout: Arc<Layout>,
    clues: Vec<(Cell, Lit)>,
}

/// The cells of a puzzle whose candidates are not all given.
pub(super) fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    let all = puzzle.digits();
    puzzle.cells().filter(|&cell| puzzle.clues().len(cell) != all).collect()
}

/// The puzzle with these of its clues alone.
pub(super) fn restricted(puzzle: &Puzzle, clues: impl IntoIterator<Item = Cell>) -> Puzzle {
    let mut grid = CandidateGrid::full(puzzle.layout().cells(), puzzle.digits());
    clues.into_iter().for_each(|cell| grid.set(cell, &puzzle.clues().get(cell)));
    puzzle.clone().with_clues(grid)
}

/// What is assumed.
#[derive(Clone, Copy)]
enum Assumed {
    /// A clue, by its index.
    Clue(usize),
    /// The digit that a cell has in a grid nearby.
    Near(Cell),
}

impl Formula {
    /// The rules of a puzzle, with the clues of these cells to be assumed.
    pub(super) fn new(
        puzzle: &Puzzle,
        cells: &[Cell],
        options: &Options,
        limits: &Limits,
    ) -> Result<Self> {
        let mut oracle = Oracle::extended(&restricted(puzzle, []), options, limits)?;
        let mut clues = Vec::with_capacity(cells.len());
        for &cell in cells {
            let clue = oracle.clue(cell, &puzzle.clues().get(cell))?;
            clues.extend(clue.map(|lit| (cell, lit)));
        }
        assert_eq!(clues.len(), cells.len(), "every candidate has a literal");
        Ok(Formula { oracle, layout: Arc::clone(puzzle.layout()), clues })
    }

    /// Excludes a grid, whatever is assumed.
    pub(super) fn exclude(&mut self, digits: &[Digit]) -> Result<()> {
        self.oracle.exclude(digits)?;
        Ok(())
    }

    /// Asks whether these clues, as indices, can be kept together.
    pub(super) fn ask(&mut self, which: &[usize], limits: &Limits) -> Result<Reply<usize>> {
        self.oracle.ask(which.iter().map(|&k| (k, self.clues[k].1)), limits)
    }

    /// The same, looking close to a grid first: its digits are assumed too, and given up where they
    /// are in the way. Far-off cells then need no search, however large the grid.
    pub(super) fn ask_near(
        &mut self,
        which: &[usize],
        near: &[Digit],
        limits: &Limits,
    ) -> Result<Reply<usize>> {
        let mut is_near: Vec<bool> = vec![true; near.len()];
        loop {
            let mut assumed: Vec<_> =
                which.iter().map(|&k| (Assumed::Clue(k), self.clues[k].1)).collect();
            let hints = (0..).map(Cell::new).zip(near.iter().copied());
            let hints = hints.filter(|(cell, _)| is_near[cell.index()]);
            let hints = self.oracle.literals(hints);
            assumed.extend(hints.map(|((cell, _), lit)| (Assumed::Near(cell), lit)));
            let core = match self.oracle.ask(assumed, limits)? {
                Reply::Grid(digits) => return Ok(Reply::Grid(digits)),
                Reply::Core(core) => core,
                Reply::Unknown => return Ok(Reply::Unknown),
            };
            let clue = |assumed: &Assumed| match *assumed {
                Assumed::Clue(k) => Some(k),
                Assumed::Near(_) => None,
            };
            if let Some(clues) = core.iter().map(clue).collect() {
                return Ok(Reply::Core(clues));
            }
            // The digits of the core are given up, and those around them.
            for assumed in core {
                let cell = match assumed {
                    Assumed::Clue(k) => self.clues[k].0,
                    Assumed::Near(cell) => cell,
                };
                is_near[cell.index()] = false;
                self.layout.peers(cell).iter().for_each(|peer| is_near[peer.index()] = false);
            }
        }
    }
}
