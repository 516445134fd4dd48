//! Cells that differ: extra regions.

use std::collections::BTreeSet;

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "distinct",
    aliases: &["extraregion", "alldifferent"],
    about: "no digit twice",
    shape: Shape::Set,
    holds: |some, values| {
        let digits = values.of(some.cells());
        digits.iter().collect::<BTreeSet<_>>().len() == digits.len()
    },
    lower: |some, to| to.distinct(some.cells()),
    ..Kind::PLAIN
};
