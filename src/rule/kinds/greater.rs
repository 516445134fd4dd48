//! Greater-than signs.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "greater",
    aliases: &["greaterthan"],
    about: "numbers decrease along the line",
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| a > b),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a > b),
    ..Kind::PLAIN
};
