//! All ways to fill a part of a grid, where they are few.

use super::obeys;
use crate::grid::{Cell, Digit, Layout};
use crate::puzzle::Puzzle;

/// More ways than this are too many.
const MANY: usize = 400;

/// So many digits are tried at most.
const EFFORT: usize = 4000;

/// Digits of a set fit a word.
const MAX_SIDE: usize = 128;

/// The search for the ways, and those found.
pub(super) struct Part {
    /// For each house, the digits that the part may have there.
    left: Vec<u128>,
    /// The ways one after the other.
    ways: Vec<u16>,
    /// The cells not filled yet, as indices.
    open: Vec<usize>,
    filled: Vec<u16>,
    effort: usize,
}

impl Part {
    pub(super) fn new(layout: &Layout) -> Self {
        Part {
            left: vec![0; layout.houses().len()],
            ways: Vec::new(),
            open: Vec::new(),
            filled: Vec::new(),
            effort: 0,
        }
    }

    /// How many ways there are to fill these cells, the others staying as they are; 0 if they are
    /// too many.
    pub(super) fn ways(&mut self, puzzle: &Puzzle, cells: &[Cell], digits: &mut [Digit]) -> usize {
        let layout = puzzle.layout();
        self.ways.clear();
        if layout.side() > MAX_SIDE {
            return 0;
        }
        for &cell in cells {
            for &house in layout.houses_of(cell) {
                self.left[house as usize] |= 1 << digits[cell.index()].index();
            }
        }
        self.open = (0..cells.len()).collect();
        self.filled = vec![0; cells.len()];
        self.effort = EFFORT;
        let complete = self.fill(puzzle, cells, digits);
        for &cell in cells {
            layout.houses_of(cell).iter().for_each(|&house| self.left[house as usize] = 0);
        }
        if complete { self.ways.len() / cells.len().max(1) } else { 0 }
    }

    /// One of the ways found last, to fill so many cells.
    pub(super) fn way(&self, number: usize, cells: usize) -> &[u16] {
        &self.ways[number * cells..][..cells]
    }

    /// Finds all ways to fill what is open; whether it did.
    fn fill(&mut self, puzzle: &Puzzle, cells: &[Cell], digits: &mut [Digit]) -> bool {
        let layout = puzzle.layout();
        let candidates = |left: &[u128], cell: Cell| {
            layout.houses_of(cell).iter().fold(u128::MAX, |set, &house| set & left[house as usize])
        };
        let (mut best, mut fewest, mut least) = (0, 0, u32::MAX);
        for (place, &k) in self.open.iter().enumerate() {
            let set = candidates(&self.left, cells[k]);
            if set.count_ones() < least {
                (best, fewest, least) = (place, set, set.count_ones());
                if least <= 1 {
                    break;
                }
            }
        }
        if self.open.is_empty() {
            return self.found(puzzle, cells, digits);
        }
        let k = self.open.swap_remove(best);
        let houses = layout.houses_of(cells[k]);
        let mut complete = true;
        while fewest != 0 && complete {
            let digit = fewest.trailing_zeros() as usize;
            fewest &= fewest - 1;
            if self.effort == 0 {
                complete = false;
                break;
            }
            self.effort -= 1;
            if !puzzle.clues().contains(cells[k], Digit::new(digit)) {
                continue;
            }
            for &house in houses {
                self.left[house as usize] &= !(1 << digit);
            }
            #[expect(clippy::cast_possible_truncation, reason = "below 128")]
            {
                self.filled[k] = digit as u16;
            }
            complete = self.fill(puzzle, cells, digits);
            for &house in houses {
                self.left[house as usize] |= 1 << digit;
            }
        }
        self.open.push(k);
        let last = self.open.len() - 1;
        self.open.swap(best, last);
        complete
    }

    /// Notes a way, if the rules allow it; whether there are not too many now.
    fn found(&mut self, puzzle: &Puzzle, cells: &[Cell], digits: &mut [Digit]) -> bool {
        if !puzzle.rules().is_empty() {
            let before: Vec<_> = cells.iter().map(|cell| digits[cell.index()]).collect();
            for (cell, &digit) in cells.iter().zip(&self.filled) {
                digits[cell.index()] = Digit::new(usize::from(digit));
            }
            let obeys = obeys(puzzle, digits);
            cells.iter().zip(before).for_each(|(cell, digit)| digits[cell.index()] = digit);
            if !obeys {
                return true;
            }
        }
        self.ways.extend_from_slice(&self.filled);
        self.ways.len() <= MANY * cells.len()
    }
}
