//! Row indexers: at row r and column c, v says that r stands in row v of the column.

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "rowindexer",
    aliases: &["rowindex"],
    about: "each cell says in which row of its column the number of its own row stands",
    shape: Shape::Cells,
    holds: |some, values| {
        some.cells().iter().all(|&cell| {
            named(some, cell, values.at(cell)).is_some_and(|(other, own)| values.at(other) == own)
        })
    },
    lower: |some, to| {
        for &cell in some.cells() {
            for value in some.values() {
                match named(some, cell, value) {
                    Some((other, own)) => to.clause(&[(cell, value, false), (other, own, true)]),
                    None => to.clause(&[(cell, value, false)]),
                }
            }
        }
    },
    ..Kind::PLAIN
};

/// The cell that is named by a number at a cell, and what it must be.
fn named(some: &Arguments, cell: Cell, value: i64) -> Option<(Cell, i64)> {
    let (row, column) = some.place(cell)?;
    Some((some.at(value, column)?, row))
}
