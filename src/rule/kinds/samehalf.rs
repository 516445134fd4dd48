//! Cells of one half of the digits. The middle one of an odd number of digits is in neither.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "samehalf",
    about: "all cells are low, or all are high",
    shape: Shape::Line,
    holds: |line, values| {
        let sides = values.of(line.cells()).into_iter().map(|value| line.side_of(value));
        let sides: Vec<_> = sides.collect();
        sides.iter().all(|&side| side != 0 && side == sides[0])
    },
    lower: |line, to| to.pairs(line.neighbours(), |a, b| line.side_of(a) * line.side_of(b) == 1),
    ..Kind::PLAIN
};
