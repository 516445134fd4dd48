//! Local search (simulated annealing) for solutions of large puzzles, where neither propagation nor
//! SAT makes progress: at the hardness peak, when about half of a 36×36 or larger is empty and
//! solutions are many.
//!
//! What singles and locked candidates leave undecided is filled at random, every region with the
//! digits it lacks. Then digits are swapped within regions until no row or column repeats any and
//! every cell has a digit that its domain allows. Only swaps that move a cell in conflict are
//! weighed; one that makes things worse is accepted with a probability that falls with the
//! temperature: focused Metropolis search (Seitz, Alava, Orponen, *Focused local search for random
//! 3-satisfiability*, 2005), with swaps of digits in boxes (Lewis, *Metaheuristics can solve sudoku
//! puzzles*, 2007). Temperatures are found by measuring, see `thermostat`.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `state` | digits, what they cost, swaps: the hot part |
//! | `temperature` | acceptance probabilities |
//! | `thermostat` | the temperature schedule |
//!
//! It proves nothing: where there is no solution it never ends. The same puzzle, seed and
//! number of steps give the same result on every machine.

#![allow(clippy::cast_possible_truncation, reason = "sides are below 256, cells below 65,536")]

pub(crate) mod engine;
mod state;
mod temperature;
#[cfg(test)]
mod tests;
mod thermostat;

use crate::puzzle::Board;

use crate::grid::{Digit, HouseKind, Layout};
use crate::limits::{Limits, Work};
use crate::puzzle::Puzzle;
use state::{Cell, NONE, State};
use thermostat::{TURN, Thermostat};

/// The largest side: digits, and how often one stands in a house, fit a byte.
const MAX_SIDE: usize = 255;

/// Whether a puzzle is one for local search: boxes or regions that share out a square grid, a side
/// up to 255, and no rules beyond houses.
pub fn takes(puzzle: &Puzzle) -> bool {
    let layout = puzzle.layout();
    let is_square = layout.square().is_some_and(|side| side <= MAX_SIDE);
    let all_full = layout.full_houses().len() == layout.houses().len();
    is_square && all_full && puzzle.rules().is_empty() && region_kind(layout).is_some()
}

/// The kind of house whose digits are kept complete.
fn region_kind(layout: &Layout) -> Option<&'static HouseKind> {
    let kinds = [&HouseKind::BOX, &HouseKind::REGION];
    kinds.into_iter().find(|&kind| layout.houses().iter().any(|house| house.kind() == kind))
}

/// A search that can be continued.
#[derive(Debug, Clone)]
pub struct Search {
    /// What propagation has decided, row by row; `None` where the search has its cells.
    decided: Vec<Option<Digit>>,
    states: States,
    /// Steps asked for so far.
    granted: u64,
    turns: u64,
}

/// Digits in one word or in four.
#[derive(Debug, Clone)]
enum States {
    Narrow(Box<Thermostat<1>>),
    Wide(Box<Thermostat<4>>),
}

/// What came of some steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// A solution, row by row.
    Solved(Vec<Digit>),
    /// None yet.
    Open,
}

impl Progress {
    /// The solution, if there is one.
    pub fn solution(self) -> Option<Vec<Digit>> {
        match self {
            Progress::Solved(digits) => Some(digits),
            Progress::Open => None,
        }
    }
}

impl Search {
    /// A search for solutions of a puzzle; `None` if it is not one to [take](takes), or propagation
    /// decides it. Constructing takes as long as some ten thousand steps, propagation included.
    ///
    /// Several searches of one puzzle, say on threads, get strategies counted from 0, and seeds of
    /// their own: they keep to different temperatures, of which those of strategy 0 are the best
    /// bet. There are four.
    pub fn new(puzzle: &Puzzle, seed: u64, strategy: usize) -> Option<Self> {
        if !takes(puzzle) {
            return None;
        }
        let mut board = Board::new(puzzle);
        board.propagate(puzzle).ok()?;
        if board.is_full() { None } else { Self::on(puzzle, &board, seed, strategy) }
    }

    /// As [`Self::new`], over what a board of the puzzle leaves undecided; `None` if the puzzle is
    /// not one to take, or the board not [propagated](Board::propagate).
    pub fn on(puzzle: &Puzzle, board: &Board, seed: u64, strategy: usize) -> Option<Self> {
        let cells = takes(puzzle).then(|| cells(puzzle, board)).flatten()?;
        let houses = puzzle.layout().houses().len();
        let side = puzzle.side() as u8;
        let states = if puzzle.side() <= 64 {
            let state = State::new(&cells, houses);
            States::Narrow(Box::new(Thermostat::new(state, side, seed, strategy)))
        } else {
            let state = State::new(&cells, houses);
            States::Wide(Box::new(Thermostat::new(state, side, seed, strategy)))
        };
        let decided = puzzle.cells().map(|cell| board.digit(cell)).collect();
        Some(Search { decided, states, granted: 0, turns: 0 })
    }

    /// Continues for this many more steps, rounded up to a turn of 2¹⁵ (about a millisecond), and
    /// ends earlier at a solution, or when a limit is reached (time and stop flags apply).
    /// Splitting the budget over several calls changes nothing.
    ///
    /// After a solution it usually finds others; the same one may come again.
    pub fn advance(&mut self, steps: u64, limits: &Limits) -> Progress {
        self.granted = self.granted.saturating_add(steps);
        while self.steps() < self.granted {
            if limits.expired() {
                self.granted = self.steps();
                break;
            }
            self.turns += 1;
            limits.count(Work::Steps, u64::from(TURN));
            let found = match &mut self.states {
                States::Narrow(states) => states.turn().map(|digits| fill(&self.decided, &digits)),
                States::Wide(states) => states.turn().map(|digits| fill(&self.decided, &digits)),
            };
            if let Some(digits) = found {
                self.granted = self.steps();
                return Progress::Solved(digits);
            }
        }
        Progress::Open
    }

    /// The steps taken, up to a turn.
    pub fn steps(&self) -> u64 {
        self.turns * u64::from(TURN)
    }
}

/// The whole grid.
fn fill(decided: &[Option<Digit>], searched: &[u8]) -> Vec<Digit> {
    let mut searched = searched.iter().map(|&digit| Digit::new(usize::from(digit)));
    decided.iter().filter_map(|digit| digit.or_else(|| searched.next())).collect()
}

/// The undecided cells, row by row; `None` where a region does not lack as many digits as it has
/// undecided cells, or a cell has none left to hold.
fn cells(puzzle: &Puzzle, board: &Board) -> Option<Vec<Cell>> {
    let layout = puzzle.layout();
    let side = layout.side();
    let kept = region_kind(layout);
    // The digits that each region lacks, and the further houses of each cell by kind.
    let mut region_of = vec![0; layout.cells()];
    let mut lacking: Vec<Vec<u8>> = Vec::new();
    let mut kinds: Vec<Vec<u16>> = Vec::new();
    for (h, house) in (0..).zip(layout.houses()).skip(2 * side) {
        if Some(house.kind()) == kept {
            for cell in house.cells() {
                region_of[cell.index()] = lacking.len();
            }
            let decided: Vec<_> = house.cells().iter().filter_map(|&c| board.digit(c)).collect();
            let missing = (0..side).filter(|&d| !decided.contains(&Digit::new(d)));
            lacking.push(missing.map(|d| d as u8).collect());
            continue;
        }
        let fits = |of: &Vec<u16>| house.cells().iter().all(|cell| of[cell.index()] == NONE);
        let kind = kinds.iter().position(fits).unwrap_or(kinds.len());
        if kind == kinds.len() {
            kinds.push(vec![NONE; layout.cells()]);
        }
        for cell in house.cells() {
            kinds[kind][cell.index()] = h;
        }
    }
    let mut left = lacking.clone();
    let undecided = puzzle.cells().filter(|&cell| board.digit(cell).is_none());
    let search = undecided.map(|cell| {
        let region = region_of[cell.index()];
        let candidates = board.candidates().digits(cell).map(|digit| digit.index() as u8);
        let domain: Vec<_> = candidates.filter(|digit| lacking[region].contains(digit)).collect();
        Some(Cell {
            lines: [cell.row(side) as u16, (side + cell.column(side)) as u16],
            region: region as u16,
            extras: kinds.iter().map(|of| of[cell.index()]).collect(),
            digit: left[region].pop().filter(|_| domain.len() > 1)?,
            domain,
        })
    });
    let search: Option<Vec<_>> = search.collect();
    search.filter(|_| left.iter().all(Vec::is_empty))
}
