//! Row indexers: at row r and column c, v says that r stands in row v of the column.

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "rowindexer",
    aliases: &["rowindex"],
    about: "each cell says in which row of its column the number of its own row stands",
    shape: Shape::Cells,
    holds: |some, values| values.index(some, named),
    lower: |some, to| to.indexes(some, named),
    ..Kind::PLAIN
};

/// The cell that is named by a number at a cell, and what it must be.
fn named(some: &Arguments, cell: Cell, value: i64) -> Option<(Cell, i64)> {
    let (row, column) = some.place(cell)?;
    Some((some.at(value, column)?, row))
}
