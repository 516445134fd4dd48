//! Boxes that share their digits, where there are more digits than cells in a box.

use std::collections::BTreeSet;

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "regionsamevalues",
    about: "all largest boxes hold the same digits",
    shape: Shape::Grid,
    holds: |grid, values| values.are_same(&regions(grid)),
    lower: |grid, to| to.same(&regions(grid)),
    ..Kind::PLAIN
};

/// The cells of each box, of those that have most.
fn regions(grid: &Arguments) -> Vec<Vec<Cell>> {
    let regions: BTreeSet<_> = grid.all_cells().filter_map(|cell| grid.region(cell)).collect();
    let most = regions.iter().map(|(_, cells)| cells.len()).max();
    let largest = regions.into_iter().filter(|(_, cells)| Some(cells.len()) == most);
    largest.map(|(_, cells)| cells.to_vec()).collect()
}
