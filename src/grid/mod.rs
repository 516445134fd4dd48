//! The ground everything stands on: cells, digits, candidate sets, layouts. Nothing here knows
//! text, SAT or search.

mod frame;
mod house;
mod incidence;
mod layout;
mod set;
mod spec;

pub use frame::Frame;
pub use house::{Area, HOUSE_KINDS, House, HouseKind, Places, SHORTHANDS};
pub use layout::{Layout, default_box};
pub use set::{CandidateGrid, CandidateSet};
pub use spec::LayoutSpec;
pub(crate) use spec::{region_map, region_symbol};

use std::fmt;

/// The largest side of a grid: 400, that is boxes of 20×20.
pub const MAX_SIDE: usize = 400;

/// A cell, as its row-major index from 0 (a 400×400 grid has 160,000).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u32);

impl Cell {
    /// The cell of a row-major index.
    ///
    /// # Panics
    /// If the index is not below 2³².
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index <= u32::MAX as usize);
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        Cell(index as u32)
    }

    /// The cell in a row and a column, both from 0, of a grid of the given side.
    #[inline]
    pub const fn at(row: usize, column: usize, side: usize) -> Self {
        Self::new(row * side + column)
    }

    /// The row-major index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, from 0.
    #[inline]
    pub const fn row(self, side: usize) -> usize {
        self.index() / side
    }

    /// The column, from 0.
    #[inline]
    pub const fn column(self, side: usize) -> usize {
        self.index() % side
    }

    /// The name people use, `r1c1` for the first cell.
    pub fn name(self, side: usize) -> String {
        format!("r{}c{}", self.row(side) + 1, self.column(side) + 1)
    }
}

/// Some cells without repeats, by index.
pub(crate) fn in_order(mut cells: Vec<Cell>) -> Vec<Cell> {
    /// Of more cells, most repeat others: to mark them is quicker than to sort.
    const FEW: usize = 256;
    if cells.len() <= FEW {
        cells.sort_unstable();
        cells.dedup();
        return cells;
    }
    let end = cells.iter().max().map_or(0, |last| last.index() + 1);
    let mut named = vec![false; end];
    for cell in &cells {
        named[cell.index()] = true;
    }
    (0..end).filter(|&index| named[index]).map(Cell::new).collect()
}

/// A digit, from 0 inside the library and from 1 wherever it is shown (up to 400, so it does not
/// fit a byte).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u16);

impl Digit {
    /// The digit of an index from 0.
    ///
    /// # Panics
    /// If the index is not below [`MAX_SIDE`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SIDE);
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        Digit(index as u16)
    }

    /// The index from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number people write, from 1.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_order_are_named_once() {
        let mut random = crate::random::Random::new(2);
        for count in [0, 1, 10, 256, 257, 3000] {
            let cells: Vec<_> = (0..count).map(|_| Cell::new(random.below(400))).collect();
            let expected: std::collections::BTreeSet<_> = cells.iter().copied().collect();
            assert_eq!(in_order(cells), expected.into_iter().collect::<Vec<_>>());
        }
    }
}
