//! Sums in which digits may come again.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sum",
    about: "the numbers add up to one of the numbers given",
    numbers: Numbers::Some,
    shape: Shape::Cells,
    holds: |some, values| some.numbers().contains(&values.each(some.cells()).sum()),
    lower: |some, to| to.sum(some.cells(), some.numbers().iter().copied()),
    ..Kind::PLAIN
};
