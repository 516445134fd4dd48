//! Doppelgänger grids: one digit more than cells in a house, from 0, so each house lacks one.

use std::collections::BTreeSet;

use super::super::arguments::{Arguments, Values};
use super::{Kind, Shape};
use crate::grid::{Cell, House};

pub(super) const KIND: Kind = Kind {
    name: "doppelganger",
    about: "each house lacks a digit, houses of a kind different ones; so do row, column and box of a 0",
    shape: Shape::Grid,
    wrong: |grid| {
        let fits = |house: &House| house.cells().len() + 1 == grid.digits();
        let fits = grid.least() == 0 && grid.layout().houses().iter().all(fits);
        (!fits).then(|| "expected digits from 0, one more than there are cells in a house".into())
    },
    holds: |grid, values| {
        let lack = |house: &House| (house.kind().name, lacking(house, values, grid));
        let lines: Vec<_> = grid.layout().houses().iter().filter(|house| is_line(house)).collect();
        let lacks: BTreeSet<_> = lines.iter().map(|house| lack(house)).collect();
        let around = |cell: &Cell| {
            let lacks = houses(grid, *cell).into_iter().map(|house| lacking(house, values, grid));
            lacks.collect::<BTreeSet<_>>().len() == houses(grid, *cell).len()
        };
        let mut zeros = all(grid).into_iter().filter(|&cell| values.at(cell) == 0);
        lacks.len() == lines.len() && zeros.all(|cell| around(&cell))
    },
    lower: |grid, to| {
        // A digit that one house of a kind lacks comes once less in the grid.
        for value in grid.values() {
            to.count(&all(grid), |other| other == value, grid.greatest() - 1..=grid.greatest());
        }
        for cell in all(grid) {
            let around = houses(grid, cell);
            for (k, first) in around.iter().enumerate() {
                for second in &around[k + 1..] {
                    for value in 1..=grid.greatest() {
                        let cells: BTreeSet<_> =
                            [first, second].iter().flat_map(|it| it.cells()).collect();
                        let some = cells.into_iter().map(|&cell| (cell, value, true));
                        to.clause(&[(cell, 0, false)].into_iter().chain(some).collect::<Vec<_>>());
                    }
                }
            }
        }
    },
    ..Kind::PLAIN
};

fn all(grid: &Arguments) -> Vec<Cell> {
    (0..grid.layout().grid().cells()).map(Cell::new).collect()
}

/// Whether a house is a row, a column, a box or a region.
fn is_line(house: &House) -> bool {
    ["rows", "columns", "boxes", "regions"].contains(&house.kind().name)
}

/// The row, the column, and the box of a cell.
fn houses(grid: &Arguments, cell: Cell) -> Vec<&House> {
    let houses = grid.layout().houses_of(cell).iter();
    let houses = houses.map(|&house| &grid.layout().houses()[house as usize]);
    houses.filter(|house| is_line(house)).collect()
}

/// The first number that a house lacks.
fn lacking(house: &House, values: Values<'_>, grid: &Arguments) -> Option<i64> {
    let there = values.of(house.cells());
    grid.values().find(|value| !there.contains(value))
}
