//! Box indexers: the cell at place p of its box, row by row, says where p stands in it.

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "boxindexer",
    aliases: &["boxindex"],
    about: "each cell says in which place of its box the number of its own place stands",
    shape: Shape::Cells,
    holds: |some, values| values.index(some, named),
    lower: |some, to| to.indexes(some, named),
    ..Kind::PLAIN
};

/// The cell that is named by a number at a cell, and what it must be.
fn named(some: &Arguments, cell: Cell, value: i64) -> Option<(Cell, i64)> {
    let (_, cells) = some.region(cell)?;
    let place = cells.iter().position(|other| *other == cell)?;
    let other = cells.get(usize::try_from(value.checked_sub(1)?).ok()?)?;
    Some((*other, i64::try_from(place).ok()? + 1))
}
