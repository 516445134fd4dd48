//! Region sum lines. A segment ends where the box changes, and a box that is entered again starts another.
//! Cells in no box are passed over.

use super::super::arguments::Arguments;
use super::equalsums::equal;
use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "regionsumline",
    aliases: &["regionsum"],
    about: "the segments of the line, cut where the box changes, have one sum",
    shape: Shape::Word,
    holds: |line, values| {
        let sums = segments(line).into_iter().map(|part| values.of(&part).iter().sum::<i64>());
        let sums: Vec<_> = sums.collect();
        sums.windows(2).all(|two| two[0] == two[1])
    },
    lower: |line, to| equal(&segments(line), to),
    ..Kind::PLAIN
};

/// The cells of each segment.
fn segments(line: &Arguments) -> Vec<Vec<Cell>> {
    let region = |cell: &Cell| line.region(*cell).map(|(number, _)| number);
    let inside: Vec<_> =
        line.cells().iter().copied().filter(|cell| region(cell).is_some()).collect();
    inside.chunk_by(|a, b| region(a) == region(b)).map(<[Cell]>::to_vec).collect()
}
