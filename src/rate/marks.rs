//! Sets of candidates.

use super::ground::{Cells, DIGITS, cells};

/// A set of candidates: for each digit, cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Marks(pub(super) [Cells; DIGITS]);

impl Marks {
    /// One digit in some cells.
    pub(super) fn of(digit: usize, cells: Cells) -> Self {
        let mut marks = Marks::default();
        marks.0[digit] = cells;
        marks
    }

    /// Adds some digits in a cell.
    pub(super) fn add(&mut self, cell: usize, digits: u16) {
        for digit in super::ground::bits(digits) {
            self.0[digit] |= 1 << cell;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&cells| cells == 0)
    }

    /// Cell and digit of each, by cells, then by digits.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let all = self.0.iter().fold(0, |all, cells| all | cells);
        cells(all).flat_map(move |cell| {
            (0..DIGITS).filter(move |&d| self.0[d] >> cell & 1 == 1).map(move |d| (cell, d))
        })
    }
}
