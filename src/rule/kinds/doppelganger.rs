//! Doppelgänger grids: one digit more than cells in a house, from 0, so each house lacks one.

use itertools::Itertools;

use super::{Kind, Shape};
use crate::grid::House;

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
        let lacks = |house: &House| grid.values().find(|it| !values.of(house.cells()).contains(it));
        let mut zeros = grid.all_cells().filter(|&cell| values.at(cell) == 0);
        grid.plain_houses().map(|house| (house.kind().name, lacks(house))).all_unique()
            && zeros.all(|zero| grid.plain_houses_of(zero).map(lacks).all_unique())
    },
    lower: |grid, to| {
        let cells: Vec<_> = grid.all_cells().collect();
        // A digit that one house of a kind lacks comes once less in the grid.
        for value in grid.values() {
            to.count(&cells, |other| other == value, grid.greatest() - 1..=grid.greatest());
        }
        for cell in cells {
            for [one, other] in grid.plain_houses_of(cell).array_combinations() {
                let both = one.cells().iter().chain(other.cells()).sorted().dedup();
                for value in 1..=grid.greatest() {
                    let some = both.clone().map(|&cell| (cell, value, true));
                    to.clause(&[(cell, 0, false)].into_iter().chain(some).collect::<Vec<_>>());
                }
            }
        }
    },
    ..Kind::PLAIN
};
