//! Minimum cells: all of the puzzle in one rule, since marked neighbours are not compared.

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "minimum",
    aliases: &["min"],
    about: "each cell is smaller than its neighbours in the grid that are not named too",
    shape: Shape::Cells,
    holds: |some, values| {
        others(some).iter().all(|&(cell, other)| values.at(cell) < values.at(other))
    },
    lower: |some, to| to.pairs(others(some), |a, b| a < b),
    ..Kind::PLAIN
};

/// Each of the cells with each neighbour that is none of them.
pub(super) fn others(some: &Arguments) -> Vec<(Cell, Cell)> {
    let others = |&cell: &Cell| {
        let beside = some.beside(cell).into_iter();
        beside.filter(|other| !some.cells().contains(other)).map(move |other| (cell, other))
    };
    some.cells().iter().flat_map(others).collect()
}
