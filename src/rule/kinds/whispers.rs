//! Whispers: German ones, unless the number says otherwise. Some programs take 5 at every size
//! where no number is given; here it is half the digits, rounded up, which is 5 with 9 of them.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "whispers",
    aliases: &["whisper", "german", "germanwhispers"],
    about: "neighbours on the line differ by at least NUMBER (default: half the number of digits)",
    numbers: Numbers::Default(|layout| layout.digits().div_ceil(2).try_into().unwrap_or(i64::MAX)),
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| (a - b).abs() >= line.k()),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| (a - b).abs() >= line.k()),
    ..Kind::PLAIN
};
