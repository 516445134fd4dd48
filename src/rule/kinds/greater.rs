//! Greater-than signs.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "greater",
    aliases: &["greaterthan"],
    about: "numbers decrease along the line",
    shape: Shape::Line,
    holds: |line, values| values.of(line.cells()).windows(2).all(|pair| pair[0] > pair[1]),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a > b),
    ..Kind::PLAIN
};
