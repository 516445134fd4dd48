//! Dutch flatmates: each 5 has a 1 above it or a 9 below it, with nine digits.

use super::{Arguments, Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "flatmates",
    aliases: &["dutchflatmates"],
    about: "each digit in the middle has the lowest right above it or the highest right below it",
    shape: Shape::Grid,
    holds: |grid, values| {
        let is = |cell: Option<Cell>, value| cell.is_some_and(|cell| values.at(cell) == value);
        grid.all_cells().all(|cell| {
            let (above, below) = flats(grid, cell);
            values.at(cell) != middle(grid) || is(above, grid.least()) || is(below, grid.greatest())
        })
    },
    lower: |grid, to| {
        for cell in grid.all_cells() {
            let (above, below) = flats(grid, cell);
            let mut clause = vec![(cell, middle(grid), false)];
            clause.extend(above.map(|above| (above, grid.least(), true)));
            clause.extend(below.map(|below| (below, grid.greatest(), true)));
            to.clause(&clause);
        }
    },
    ..Kind::PLAIN
};

/// The cells right above and right below.
fn flats(grid: &Arguments, cell: Cell) -> (Option<Cell>, Option<Cell>) {
    let Some((row, column)) = grid.place(cell) else { return (None, None) };
    (grid.at(row - 1, column), grid.at(row + 1, column))
}

/// The digit in the middle, rounded up: 5 of nine.
fn middle(grid: &Arguments) -> i64 {
    let half = i64::try_from(grid.digits().div_ceil(2)).expect("at most 400");
    grid.least() + half - 1
}
