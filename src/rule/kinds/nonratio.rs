//! All black dots are given, but for pairs that are named.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "nonratio",
    about: "of neighbours in the grid, none is NUMBER times the other (default: 2), but for the pairs named",
    numbers: Numbers::Default(|_| 2),
    shape: Shape::Exempt,
    holds: |grid, values| {
        let is = |a, b| a == grid.k() * b || b == grid.k() * a;
        grid.unmarked().iter().all(|&(a, b)| !is(values.at(a), values.at(b)))
    },
    lower: |grid, to| to.pairs(grid.unmarked(), |a, b| a != grid.k() * b && b != grid.k() * a),
    ..Kind::PLAIN
};
