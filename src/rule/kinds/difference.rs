//! White dots: Kropki and consecutive pairs.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "difference",
    aliases: &["whitedot", "consecutive"],
    about: "neighbours on the line differ by NUMBER (default: 1)",
    numbers: Numbers::Default(|_| 1),
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| (a - b).abs() == line.k()),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| (a - b).abs() == line.k()),
    ..Kind::PLAIN
};
