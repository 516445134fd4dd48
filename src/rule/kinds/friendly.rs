//! Friendly cells.

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "friendly",
    aliases: &["friendlycells"],
    about: "each cell is the number of its row, its column or its box",
    shape: Shape::Cells,
    holds: |some, values| {
        some.cells().iter().all(|&cell| friends(some, cell).contains(&values.at(cell)))
    },
    lower: |some, to| {
        for &cell in some.cells() {
            to.only(&[cell], |value| friends(some, cell).contains(&value));
        }
    },
    ..Kind::PLAIN
};

/// The numbers of the row, the column and the box of a cell.
fn friends(some: &Arguments, cell: Cell) -> Vec<i64> {
    let place = some.place(cell).into_iter().flat_map(|(row, column)| [row, column]);
    place.chain(some.region(cell).map(|(number, _)| number)).collect()
}
