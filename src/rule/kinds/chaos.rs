//! Chaos construction: regions that are to be found. An extra cell for each cell of the grid holds
//! the number of its region; regions are numbered in the order of their first cells.

use itertools::Itertools;

use super::{Arguments, Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "chaos",
    aliases: &["chaosconstruction"],
    about: "the cells tell, one for each of the grid, which connected region it is in: of all digits",
    shape: Shape::Word,
    wrong: |labels| {
        let (grid, side, cells) = (labels.all_cells().len(), labels.digits(), labels.cells());
        let are_extra = cells.iter().all(|cell| cell.index() >= grid);
        let fills = grid.is_multiple_of(side) && grid / side <= side;
        if cells.len() != grid || !are_extra || !cells.iter().all_unique() {
            return Some(format!("expected {grid} extra cells, one for each of the grid"));
        }
        (!fills).then(|| format!("regions of {side} cells do not fill the grid"))
    },
    holds: |labels, values| {
        let (all, size) = (values.of(labels.cells()), labels.digits());
        let of = |label| labels.all_cells().filter(|cell| all[cell.index()] == label).collect_vec();
        let are_distinct = |cells: &[_]| values.of(cells).iter().all_unique();
        let holds =
            |cells: &[_]| cells.len() == size && are_distinct(cells) && labels.are_connected(cells);
        let mut names = all.iter().copied().unique();
        names.clone().eq(names_of(labels)) && names.all(|label| holds(&of(label)))
    },
    lower: |labels, to| {
        let (grid, names) = (labels.all_cells().collect_vec(), names_of(labels));
        let next =
            |&new: &i64, label| (label <= new && label < names.end).then(|| new.max(label + 1));
        to.word(labels.cells(), names.start, next, |new| *new == names.end);
        let edges = labels.edges(&grid);
        for label in names.clone() {
            to.connected(labels.cells(), &edges, |value| value == label, Some(labels.digits()));
        }
        to.distinct_pairs(grid.into_iter().zip(labels.cells().iter().copied()).collect());
    },
    labels: true,
    ..Kind::PLAIN
};

/// The numbers of regions.
fn names_of(labels: &Arguments) -> std::ops::Range<i64> {
    let count = i64::try_from(labels.cells().len() / labels.digits()).expect("few cells");
    labels.least()..labels.least() + count
}
