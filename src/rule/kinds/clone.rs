//! Clones: cells named in both at the same place are passed over.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "clone",
    about: "the two groups hold the same digits, cell by cell",
    shape: Shape::Lines(2, 2),
    wrong: |two| {
        (two.line(0).len() != two.line(1).len()).then(|| "groups of different sizes".into())
    },
    holds: |two, values| values.of(two.line(0)) == values.of(two.line(1)),
    lower: |two, to| {
        let pairs = two.line(0).iter().copied().zip(two.line(1).iter().copied());
        to.pairs(pairs.filter(|(a, b)| a != b).collect(), |a, b| a == b);
    },
    ..Kind::PLAIN
};
