//! Black dots. Two zeros are in every ratio.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "ratio",
    aliases: &["blackdot"],
    about: "of neighbours on the line, one is NUMBER times the other (default: 2)",
    numbers: Numbers::Default(|_| 2),
    shape: Shape::Line,
    holds: |line, values| {
        let is = |a, b| a == line.k() * b || b == line.k() * a;
        values.neighbours(line.cells()).all(|(a, b)| is(a, b))
    },
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a == line.k() * b || b == line.k() * a),
    ..Kind::PLAIN
};
