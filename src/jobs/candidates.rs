//! What is known of a puzzle: its true candidates, the union of all its solutions, and its
//! backbone, what all of them have in common.
//!
//! A solver is asked for solutions that have candidates not yet seen, several at once where they
//! go together; a candidate that it refutes belongs to no solution.
//!
//! - Mikoláš Janota, Inês Lynce, João Marques-Silva: *Algorithms for Computing Backbones of
//!   Propositional Formulae*, AI Communications 28, 2015.

use std::ops::ControlFlow;

use crate::engine::{EngineOptions, EngineSpec};
use crate::error::Result;
use crate::grid::{CandidateGrid, CandidateSet, Cell, Digit};
use crate::jobs::answer;
use crate::limits::Limits;
use crate::puzzle::{Board, Puzzle};
use crate::sat::oracle::{Lit, Oracle, Reply};

/// What is known of every candidate of a puzzle.
///
/// Each claim can be checked without this code. That a candidate is possible is shown by a
/// solution that has it. That one is excluded means that the puzzle with this digit as the clue of
/// the cell ([`TrueCandidates::claim`]) has no solution, of which a refutation can be made.
#[derive(Debug, Clone)]
pub struct TrueCandidates {
    puzzle: Puzzle,
    possible: CandidateGrid,
    open: CandidateGrid,
}

/// Solutions that are visited before a solver is asked, where the fast search takes the puzzle,
/// and its branches without a solution.
const FIRST_SOLUTIONS: u64 = 2000;
const FIRST_EFFORT: u64 = 5000;

impl TrueCandidates {
    /// Whether every candidate is decided.
    pub fn is_complete(&self) -> bool {
        self.undecided() == 0
    }

    /// Whether the puzzle is known to have no solution.
    pub fn is_impossible(&self) -> bool {
        self.is_complete() && self.possible.len(Cell::new(0)) == 0
    }

    /// The candidates that some solution is known to have: the true candidates, if all are
    /// decided.
    pub fn possible(&self) -> &CandidateGrid {
        &self.possible
    }

    /// The candidates not decided, none but for a limit.
    pub fn open(&self) -> &CandidateGrid {
        &self.open
    }

    /// The candidates that no solution is known to lack: those possible and those not decided.
    pub fn remaining(&self) -> CandidateGrid {
        let mut both = self.possible.clone();
        for cell in self.puzzle.cells() {
            self.open.digits(cell).for_each(|digit| both.insert(cell, digit));
        }
        both
    }

    /// How many candidates are not decided.
    pub fn undecided(&self) -> usize {
        self.puzzle.cells().map(|cell| self.open.len(cell)).sum()
    }

    /// The cells known to have the same digit in all solutions, givens included, with the digit.
    pub fn backbone(&self) -> Vec<(Cell, Digit)> {
        let fixed = |&cell: &Cell| self.possible.len(cell) == 1 && self.open.len(cell) == 0;
        let digit = |cell| Some((cell, self.possible.next_at(cell, 0)?));
        self.puzzle.cells().filter(fixed).filter_map(digit).collect()
    }

    /// The candidates that the clues of their cells allow, but no solution has.
    pub fn excluded(&self) -> Vec<(Cell, Digit)> {
        let mut found = Vec::new();
        for cell in self.puzzle.cells() {
            let known = |&digit: &Digit| {
                !self.possible.contains(cell, digit) && !self.open.contains(cell, digit)
            };
            found.extend(self.puzzle.clues().digits(cell).filter(known).map(|d| (cell, d)));
        }
        found
    }

    /// The puzzle with one candidate as the clue of its cell: it has a solution if the candidate
    /// is possible, and none if it is excluded.
    pub fn claim(&self, cell: Cell, digit: Digit) -> Puzzle {
        let mut puzzle = self.puzzle.clone();
        let allowed = self.puzzle.clues().contains(cell, digit);
        let set = if allowed { CandidateSet::single(digit) } else { CandidateSet::EMPTY };
        puzzle.set_candidates(cell, &set);
        puzzle
    }

    /// Nothing known.
    fn of(puzzle: &Puzzle, open: CandidateGrid) -> Self {
        let mut possible = CandidateGrid::full(puzzle.layout().cells(), puzzle.digits());
        puzzle.cells().for_each(|cell| possible.set(cell, &CandidateSet::EMPTY));
        TrueCandidates { puzzle: puzzle.clone(), possible, open }
    }

    fn mark(&mut self, digits: &[Digit]) {
        for (cell, &digit) in digits.iter().enumerate() {
            self.possible.insert(Cell::new(cell), digit);
            self.open.remove(Cell::new(cell), digit);
        }
    }

    fn close(&mut self) {
        self.puzzle.cells().for_each(|cell| self.open.set(cell, &CandidateSet::EMPTY));
    }
}

/// The candidates of each cell that its clue has and no given of a peer: what people note first.
/// None if a cell is left without any.
pub fn plain(puzzle: &Puzzle) -> Option<CandidateGrid> {
    let mut grid = puzzle.clues().clone();
    puzzle.cells().for_each(|cell| grid.set(cell, &puzzle.possible(cell)));
    puzzle.cells().all(|cell| grid.len(cell) > 0).then_some(grid)
}

/// The candidates that propagation leaves, to the last: naked and hidden singles, locked candidates
/// and what each rule excludes by itself ([`Board::propagate`]). None on a contradiction. The flag
/// tells whether it came to its end within the limits.
pub fn basic(puzzle: &Puzzle, limits: &Limits) -> Option<(CandidateGrid, bool)> {
    let mut board = Board::new(puzzle);
    let ended = board.propagate_within(puzzle, limits).ok()?;
    Some((board.candidates().clone(), ended))
}

/// Decides every candidate of a puzzle, as far as the limits allow; `progress` receives how many
/// are undecided, again and again.
///
/// # Errors
/// If an engine or the SAT backend fails.
pub fn find(
    puzzle: &Puzzle,
    options: &EngineOptions,
    limits: &Limits,
    progress: &mut dyn FnMut(usize),
) -> Result<TrueCandidates> {
    let mut board = Board::new(puzzle);
    let propagated = board.propagate_within(puzzle, limits);
    let mut known = TrueCandidates::of(puzzle, board.candidates().clone());
    match propagated {
        Err(_) => {
            known.close();
            return Ok(known);
        }
        Ok(false) => return Ok(known),
        Ok(true) => {}
    }
    let lanes = EngineSpec::new("lanes", options.clone())?;
    if lanes.takes(puzzle) {
        let effort = limits.clone().with_effort(FIRST_EFFORT);
        let some = Some(FIRST_SOLUTIONS);
        let found = answer::visit(puzzle, &lanes, &effort, some, &mut |solution| {
            known.mark(solution.digits());
            ControlFlow::Continue(())
        })?;
        if found.is_complete() {
            known.close();
        }
    }
    if !known.is_complete() {
        match Oracle::reduced(puzzle, &options.oracle(), limits) {
            Ok(oracle) => Search { oracle, limits }.run(&mut known, progress)?,
            Err(error) if error.is_limit() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(known)
}

/// The puzzle in a solver.
struct Search<'a> {
    oracle: Oracle,
    limits: &'a Limits,
}

/// Sets of candidates that are tried together before one is tried alone.
const TRIES: usize = 3;

/// A candidate, and what to assume for it.
type Candidate = ((Cell, Digit), Lit);

impl Search<'_> {
    fn run(&mut self, known: &mut TrueCandidates, progress: &mut dyn FnMut(usize)) -> Result<()> {
        // A model before anything is assumed: else the puzzle has no solution at all.
        match self.ask(&[], known)? {
            Reply::Grid(_) => {}
            Reply::Core(_) => {
                known.close();
                return Ok(());
            }
            Reply::Unknown => return Ok(()),
        }
        while let Some(mut wanted) = self.wanted(known) {
            progress(known.undecided());
            let ((cell, digit), lit) = wanted[0];
            for tries in 0.. {
                if tries == TRIES {
                    wanted.truncate(1);
                }
                let core = match self.ask(&wanted, known)? {
                    Reply::Grid(_) => break,
                    Reply::Core(core) => core,
                    Reply::Unknown => return Ok(()),
                };
                let first = (cell, digit);
                if core.iter().all(|&candidate| candidate == first) {
                    known.open.remove(cell, digit);
                    self.oracle.add_clause(&[!lit])?;
                    break;
                }
                // What is in the way waits for its turn.
                wanted.retain(|(candidate, _)| *candidate == first || !core.contains(candidate));
            }
        }
        Ok(())
    }

    /// Candidates not decided that may all stand together, as far as cells and houses tell; the
    /// first is the first of all.
    fn wanted(&self, known: &TrueCandidates) -> Option<Vec<Candidate>> {
        let layout = known.puzzle.layout();
        let digits = layout.digits();
        let mut taken = vec![false; layout.houses().len() * digits];
        let mut wanted = Vec::new();
        for cell in known.puzzle.cells() {
            let free = |&digit: &Digit| {
                let mut houses = layout.houses_of(cell).iter();
                houses.all(|&house| !taken[house as usize * digits + digit.index()])
            };
            let Some(digit) = known.open.digits(cell).find(free) else { continue };
            if let Some(lit) = self.oracle.literal(cell, digit) {
                for &house in layout.houses_of(cell) {
                    taken[house as usize * digits + digit.index()] = true;
                }
                wanted.push(((cell, digit), lit));
            }
        }
        (!wanted.is_empty()).then_some(wanted)
    }

    /// Looks for a solution that has all of these candidates, and marks it.
    fn ask(
        &mut self,
        wanted: &[Candidate],
        known: &mut TrueCandidates,
    ) -> Result<Reply<(Cell, Digit)>> {
        let reply = self.oracle.ask(wanted.iter().copied(), self.limits)?;
        if let Reply::Grid(digits) = &reply {
            known.mark(digits);
        }
        Ok(reply)
    }
}
