//! Sums of two: V is 5 and X is 10, at every size.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "pairsum",
    aliases: &["xv"],
    about: "neighbours on the line add up to NUMBER (V: 5, X: 10)",
    numbers: Numbers::One,
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| a + b == line.k()),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a + b == line.k()),
    ..Kind::PLAIN
};
