//! Houses in the order of this scale: rows, columns, boxes.

use super::super::ground::{Cells, DIGITS, Ground, HOUSES, Places};
use super::position::Position;

/// A house by its number here: rows are 0 to 8, columns 9 to 17, boxes 18 to 26.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit(pub(super) usize);

pub(super) const ROWS: std::ops::Range<usize> = 0..DIGITS;
pub(super) const COLUMNS: std::ops::Range<usize> = DIGITS..2 * DIGITS;
pub(super) const BOXES: std::ops::Range<usize> = 2 * DIGITS..HOUSES;

pub(super) const fn row(cell: usize) -> usize {
    cell / DIGITS
}

pub(super) const fn column(cell: usize) -> usize {
    cell % DIGITS
}

pub(super) const fn block(cell: usize) -> usize {
    row(cell) / 3 * 3 + column(cell) / 3
}

/// The row, the column and the box of a cell.
pub(super) const fn units_of(cell: usize) -> [Unit; 3] {
    [Unit(row(cell)), Unit(DIGITS + column(cell)), Unit(2 * DIGITS + block(cell))]
}

/// Where a cell stands in its row, its column and its box.
pub(super) const fn place_in(cell: usize) -> [usize; 3] {
    [column(cell), row(cell), row(cell) % 3 * 3 + column(cell) % 3]
}

impl Unit {
    /// Its number on the ground: boxes, columns, rows.
    pub(super) const fn house(self) -> usize {
        match self.0 {
            0..9 => 2 * DIGITS + self.0,
            9..18 => self.0,
            _ => self.0 - 2 * DIGITS,
        }
    }

    /// 0 for rows, 1 for columns, 2 for boxes.
    pub(super) const fn kind(self) -> usize {
        self.0 / DIGITS
    }

    pub(super) fn set(self, ground: &Ground) -> Cells {
        ground.houses[self.house()].set
    }

    /// Its cells, row-major.
    pub(super) fn cells(self, ground: &Ground) -> impl Iterator<Item = usize> + Clone + use<> {
        ground.houses[self.house()].cells.into_iter().map(usize::from)
    }

    /// The places of a digit there, by their positions.
    pub(super) fn found(self, position: &Position, digit: usize) -> Places {
        position.state.places[self.house()][digit]
    }

    /// How many places a digit has there.
    pub(super) fn count(self, position: &Position, digit: usize) -> usize {
        position.state.places[self.house()][digit].count_ones() as usize
    }

    /// The cells where a digit can be.
    pub(super) fn places(self, position: &Position, digit: usize) -> Cells {
        self.set(position.ground) & position.state.at.0[digit]
    }
}

/// Cells of a set that share a row, a column, a box: which, if they do.
pub(super) fn shared(cells: impl Iterator<Item = usize>) -> [Option<Unit>; 3] {
    let mut shared: Option<[Option<Unit>; 3]> = None;
    for cell in cells {
        let of = units_of(cell);
        shared = Some(match shared {
            None => of.map(Some),
            Some(before) => std::array::from_fn(|k| before[k].filter(|unit| *unit == of[k])),
        });
    }
    shared.unwrap_or([None; 3])
}
