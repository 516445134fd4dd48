//! All X and V are given (`nonsum 5 10`), but for pairs that are named. Dots exempt no pair.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "nonsum",
    aliases: &["nonxv"],
    about: "neighbours in the grid add up to none of the numbers, but for the pairs named",
    numbers: Numbers::Some,
    shape: Shape::Exempt,
    holds: |grid, values| {
        let sum = |(a, b)| values.at(a) + values.at(b);
        grid.unmarked().into_iter().all(|pair| !grid.numbers().contains(&sum(pair)))
    },
    lower: |grid, to| to.pairs(grid.unmarked(), |a, b| !grid.numbers().contains(&(a + b))),
    ..Kind::PLAIN
};
