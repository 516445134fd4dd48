//! The candidates of a puzzle between steps.

use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::Puzzle;
use crate::rate::Step;

/// The candidates of each cell, digits as bits.
#[derive(Debug, Clone)]
pub(super) struct Position {
    candidates: Vec<u64>,
    /// By cell: the digit that stands there, and whether it is given.
    filled: Vec<Option<(Digit, bool)>>,
}

impl Position {
    /// The candidates that are given and that no given of a peer excludes.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let digits = |cell| puzzle.clues().digits(cell).fold(0, |set, d: Digit| set | bit(d));
        let candidates = puzzle.cells().map(digits).collect();
        let placed: Vec<_> = puzzle.placed().collect();
        let filled = |cell| Some((puzzle.given(cell)?, !placed.contains(&cell)));
        let filled = puzzle.cells().map(filled).collect();
        let mut position = Position { candidates, filled };
        for cell in puzzle.cells() {
            if let Some(digit) = puzzle.given(cell) {
                position.place(puzzle.layout(), cell, digit);
            }
        }
        position
    }

    pub(super) fn has(&self, cell: Cell, digit: Digit) -> bool {
        self.candidates[cell.index()] & bit(digit) != 0
    }

    /// The digit that stands in a cell, and whether it is given.
    pub(super) fn filled(&self, cell: Cell) -> Option<(Digit, bool)> {
        self.filled[cell.index()]
    }

    /// The digits that an empty cell has not, though none of its peers has them.
    pub(super) fn gone(&self, layout: &Layout, cell: Cell) -> impl Iterator<Item = Digit> {
        let taken = layout.peers(cell).into_iter().filter_map(|peer| self.filled(peer));
        let taken = taken.fold(self.candidates[cell.index()], |set, (digit, _)| set | bit(digit));
        let empty = self.filled(cell).is_none();
        let digits = (0..layout.digits()).map(Digit::new);
        digits.filter(move |&digit| empty && taken & bit(digit) == 0)
    }

    /// How many candidates a cell has.
    pub(super) fn count(&self, cell: Cell) -> u32 {
        self.candidates[cell.index()].count_ones()
    }

    /// Removes and places what a step says.
    pub(super) fn apply(&mut self, layout: &Layout, step: &Step) {
        for (cell, digit) in step.eliminations() {
            self.remove(cell, digit);
        }
        if let Some((cell, digit)) = step.placement() {
            self.fill(layout, cell, digit);
        }
    }

    /// Removes a candidate.
    pub(super) fn remove(&mut self, cell: Cell, digit: Digit) {
        self.candidates[cell.index()] &= !bit(digit);
    }

    /// Places a digit that the puzzle has not.
    pub(super) fn fill(&mut self, layout: &Layout, cell: Cell, digit: Digit) {
        self.place(layout, cell, digit);
        self.filled[cell.index()] = Some((digit, false));
    }

    fn place(&mut self, layout: &Layout, cell: Cell, digit: Digit) {
        self.candidates[cell.index()] = bit(digit);
        for peer in layout.peers(cell) {
            self.candidates[peer.index()] &= !bit(digit);
        }
    }
}

fn bit(digit: Digit) -> u64 {
    1 << digit.index()
}
