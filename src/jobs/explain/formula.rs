//! A puzzle's rules as a formula, with its clues as assumptions: the same solver is asked about any
//! set of clues.

use crate::engine::SatOptions;
use crate::error::{Error, Result};
use crate::grid::{CandidateGrid, Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::backend::{Answer, SatBackend};
use crate::sat::cnf::{AtMostOne, ClauseSink, LimitedSink, Lit};
use crate::sat::encode::{Atom, Encoding, VarMap};

/// Above this side, pairwise at-most-one constraints take more memory than they are worth.
const PAIRWISE_SIDE: usize = 36;

/// What the solver says of a set of clues.
#[derive(Debug)]
pub(super) enum Told {
    /// A grid that keeps all of them.
    Grid(Box<[Digit]>),
    /// These of them, as indices, cannot be kept together.
    Core(Vec<usize>),
    /// A limit struck; the solver is spent.
    Unknown,
}

/// The rules of a puzzle (houses and others) in a solver, and what to assume for each clue.
pub(super) struct Formula {
    backend: Box<dyn SatBackend>,
    map: VarMap,
    puzzle: Puzzle,
    clues: Vec<Lit>,
}

/// The cells of a puzzle whose candidates are not all given.
pub(super) fn clues(puzzle: &Puzzle) -> Vec<Cell> {
    let side = puzzle.side();
    puzzle.cells().filter(|&cell| puzzle.clues().len(cell) != side).collect()
}

/// The puzzle with these of its clues alone.
pub(super) fn restricted(puzzle: &Puzzle, clues: impl IntoIterator<Item = Cell>) -> Puzzle {
    let mut grid = CandidateGrid::full(puzzle.side());
    clues.into_iter().for_each(|cell| grid.set(cell, &puzzle.clues().get(cell)));
    puzzle.clone().with_clues(grid)
}

/// The at-most-one scheme that the options ask for, or one that suits the side.
pub(super) fn scheme(options: &SatOptions, side: usize) -> Result<&'static AtMostOne> {
    let name = if side > PAIRWISE_SIDE { "product" } else { "pairwise" };
    let default = AtMostOne::by_name(name).ok_or_else(|| Error::unsupported("amo"));
    options.amo.map_or(default, Ok)
}

impl Formula {
    /// The rules of a puzzle, with the clues of these cells to be assumed.
    pub(super) fn new(
        puzzle: &Puzzle,
        clues: &[Cell],
        options: &SatOptions,
        limits: &Limits,
    ) -> Result<Self> {
        let side = puzzle.side();
        let mut backend = options.backend.open()?;
        let empty = restricted(puzzle, []);
        let encoding =
            Encoding::by_name("extended").ok_or_else(|| Error::unsupported("encoding"))?;
        let mut sink = LimitedSink::new(&mut *backend, limits);
        let map = (encoding.encode)(&empty, scheme(options, side)?, &mut sink)?;
        let mut lits = Vec::with_capacity(clues.len());
        for &cell in clues {
            let candidates = puzzle.clues().get(cell);
            if let Some(digit) = candidates.only() {
                lits.push(literal(&map, cell, digit));
                continue;
            }
            let selector = Lit::positive(sink.new_vars(1)?);
            for digit in (0..side).map(Digit::new).filter(|&digit| !candidates.contains(digit)) {
                sink.add_clause(&[!selector, !literal(&map, cell, digit)])?;
            }
            lits.push(selector);
        }
        Ok(Formula { backend, map, puzzle: empty, clues: lits })
    }

    /// Excludes a grid, whatever is assumed.
    pub(super) fn exclude(&mut self, digits: &[Digit]) -> Result<()> {
        let clause = self.map.blocking_clause(digits);
        self.backend.add_clause(&clause)
    }

    /// Asks whether these clues can be kept together.
    pub(super) fn ask(&mut self, which: &[usize], limits: &Limits) -> Result<Told> {
        self.ask_near(which, &[], limits)
    }

    /// The same, looking close to a grid first: its digits are assumed too, and given up where they
    /// are in the way. Far-off cells then need no search, however large the grid.
    pub(super) fn ask_near(
        &mut self,
        which: &[usize],
        near: &[Digit],
        limits: &Limits,
    ) -> Result<Told> {
        let side = self.puzzle.side();
        let mut hints: Vec<bool> = vec![true; near.len()];
        loop {
            let mut assumed: Vec<Lit> = which.iter().map(|&k| self.clues[k]).collect();
            for (cell, &digit) in near.iter().enumerate().filter(|(cell, _)| hints[*cell]) {
                assumed.push(literal(&self.map, Cell::new(cell), digit));
            }
            let core = match self.backend.solve(&assumed, limits)? {
                Answer::Sat(model) => {
                    let digits = self.map.decode(&model)?;
                    let found = self.puzzle.check(&digits);
                    found.map_err(|violation| {
                        Error::disagreement(format!("the SAT backend gave no grid: {violation}"))
                    })?;
                    return Ok(Told::Grid(digits.into()));
                }
                Answer::Unsat { core } => core,
                Answer::Unknown => return Ok(Told::Unknown),
            };
            let inside = |k: &usize| core.contains(&self.clues[*k]);
            let kept: Vec<_> = which.iter().copied().filter(inside).collect();
            if core.iter().all(|lit| kept.iter().any(|&k| self.clues[k] == *lit)) {
                return Ok(Told::Core(kept));
            }
            // Hints are in the way: those of the core are given up, and those around them.
            let layout = self.puzzle.layout();
            for lit in core.iter().filter(|lit| lit.var() as usize <= self.map.vars()) {
                let cell = Cell::new((lit.var() as usize - 1) / side);
                hints[cell.index()] = false;
                layout.peers(cell).iter().for_each(|peer| hints[peer.index()] = false);
            }
        }
    }
}

/// The literal of a candidate in a formula that numbers them all.
fn literal(map: &VarMap, cell: Cell, digit: Digit) -> Lit {
    match map.get(cell, digit) {
        Atom::Lit(lit) => lit,
        Atom::True | Atom::False => unreachable!("every candidate has a variable"),
    }
}
