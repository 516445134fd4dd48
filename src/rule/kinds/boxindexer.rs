//! Box indexers: the cell at place p of its box, row by row, says where p stands in it.

use super::super::arguments::Arguments;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "boxindexer",
    aliases: &["boxindex"],
    about: "each cell says in which place of its box the number of its own place stands",
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
    let (_, cells) = some.region(cell)?;
    let place = cells.iter().position(|other| *other == cell)?;
    let other = cells.get(usize::try_from(value.checked_sub(1)?).ok()?)?;
    Some((*other, i64::try_from(place).ok()? + 1))
}
