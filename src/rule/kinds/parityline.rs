//! Parity lines.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "parityline",
    aliases: &["otherparity"],
    about: "odd and even alternate on the line",
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| (a + b) % 2 != 0),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| (a + b) % 2 != 0),
    ..Kind::PLAIN
};
