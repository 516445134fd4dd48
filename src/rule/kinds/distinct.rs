//! Cells that differ: extra regions.

use super::{Kind, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "distinct",
    aliases: &["extraregion", "alldifferent"],
    about: "no digit twice",
    shape: Shape::Set,
    holds: |some, values| {
        let digits = values.of(some.cells());
        are_distinct(&digits)
    },
    lower: |some, to| to.distinct(some.cells()),
    ..Kind::PLAIN
};
