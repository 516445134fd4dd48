//! Boxes that share their digits, where there are more digits than cells in a box.

use std::collections::BTreeSet;

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "regionsamevalues",
    about: "all largest boxes hold the same digits",
    shape: Shape::Grid,
    holds: |grid, values| {
        let sorted = regions(grid).into_iter().map(|region| {
            let mut digits = values.of(&region);
            digits.sort_unstable();
            digits
        });
        let sorted: Vec<_> = sorted.collect();
        sorted.windows(2).all(|two| two[0] == two[1])
    },
    lower: |grid, to| {
        for two in regions(grid).windows(2) {
            let (cells, first) = ([&*two[0], &*two[1]].concat(), two[0].len());
            for digit in grid.values() {
                let sign = |k| if k < first { 1 } else { -1 };
                to.balance(&cells, |k, value| if value == digit { sign(k) } else { 0 });
            }
        }
    },
    ..Kind::PLAIN
};

/// The cells of each box, of those that have most.
fn regions(grid: &Arguments) -> Vec<Vec<Cell>> {
    let cells = (0..grid.layout().cells()).map(Cell::new);
    let regions: BTreeSet<_> = cells.filter_map(|cell| grid.region(cell)).collect();
    let most = regions.iter().map(|(_, cells)| cells.len()).max();
    let largest = regions.into_iter().filter(|(_, cells)| Some(cells.len()) == most);
    largest.map(|(_, cells)| cells.to_vec()).collect()
}
