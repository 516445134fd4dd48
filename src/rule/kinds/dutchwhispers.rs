//! Dutch whispers: 4 with nine digits.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "dutchwhispers",
    aliases: &["dutch"],
    about: "neighbours on the line differ by at least NUMBER (default: one less than half the digits, rounded up)",
    numbers: Numbers::Default(|layout| i64::try_from(layout.digits().div_ceil(2)).unwrap_or(1) - 1),
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| (a - b).abs() >= line.k()),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| (a - b).abs() >= line.k()),
    ..Kind::PLAIN
};
