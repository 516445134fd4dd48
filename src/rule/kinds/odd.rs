//! Odd cells.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "odd",
    about: "the cells are odd",
    shape: Shape::Cells,
    holds: |some, values| values.of(some.cells()).iter().all(|value| value % 2 != 0),
    lower: |some, to| to.only(some.cells(), |value| value % 2 != 0),
    ..Kind::PLAIN
};
