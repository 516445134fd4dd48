//! Low and high in turn. The middle one of an odd number of digits is neither.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "otherhalf",
    about: "low and high alternate on the line",
    shape: Shape::Line,
    holds: |line, values| {
        let sides = values.of(line.cells()).into_iter().map(|value| line.side_of(value));
        let sides: Vec<_> = sides.collect();
        sides.windows(2).all(|two| two[0] != 0 && two[0] == -two[1])
    },
    lower: |line, to| to.pairs(line.neighbours(), |a, b| line.side_of(a) * line.side_of(b) == -1),
    ..Kind::PLAIN
};
