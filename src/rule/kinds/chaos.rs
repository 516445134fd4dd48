//! Chaos construction: regions that are to be found. An extra cell for each cell of the grid holds
//! the number of its region; regions are numbered in the order of their first cells.

use std::collections::BTreeSet;

use super::super::arguments::Arguments;
use super::connected::{are_connected, edges};
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "chaos",
    aliases: &["chaosconstruction"],
    about: "the cells tell, one for each of the grid, which connected region it is in: of all digits",
    shape: Shape::Word,
    wrong: |labels| {
        let (grid, side) = (labels.layout().grid().cells(), labels.digits());
        let are_extra = labels.cells().iter().all(|cell| cell.index() >= grid);
        let differ = labels.cells().iter().collect::<BTreeSet<_>>().len() == grid;
        let fits = labels.cells().len() == grid && are_extra && differ;
        let fills = grid.is_multiple_of(side) && grid / side <= side;
        match () {
            () if !fits => Some(format!("expected {grid} extra cells, one for each of the grid")),
            () if !fills => Some(format!("regions of {side} cells do not fill the grid")),
            () => None,
        }
    },
    holds: |labels, values| {
        let all = values.of(labels.cells());
        let mut seen = BTreeSet::new();
        let first = all.iter().filter(|label| seen.insert(**label)).copied();
        let in_order = first.eq((0..regions(labels)).map(|k| labels.least() + k));
        in_order
            && seen.iter().all(|label| {
                let cells = (0..all.len()).filter(|&k| all[k] == *label).map(Cell::new);
                let cells: Vec<_> = cells.collect();
                let digits: BTreeSet<_> = values.of(&cells).into_iter().collect();
                let size = labels.digits();
                cells.len() == size && digits.len() == size && are_connected(labels, &cells)
            })
    },
    lower: |labels, to| {
        let grid: Vec<_> = (0..labels.layout().grid().cells()).map(Cell::new).collect();
        let last = labels.least() + regions(labels);
        let next =
            |new: &i64, label: i64| (label <= *new && label < last).then(|| *new.max(&(label + 1)));
        to.word(labels.cells(), labels.least(), next, |new| *new == last);
        let edges = edges(labels, &grid);
        for label in labels.least()..last {
            to.connected(labels.cells(), &edges, |value| value == label, Some(labels.digits()));
        }
        to.distinct_pairs(grid.into_iter().zip(labels.cells().iter().copied()).collect());
    },
    labels: true,
    ..Kind::PLAIN
};

/// How many regions there are.
fn regions(labels: &Arguments) -> i64 {
    i64::try_from(labels.cells().len() / labels.digits()).unwrap_or(i64::MAX)
}
