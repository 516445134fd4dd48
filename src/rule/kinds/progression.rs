//! Arithmetic progressions.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "progression",
    aliases: &["arithmeticprogression"],
    about: "each step of the line is the same",
    shape: Shape::Word,
    holds: |line, values| {
        values.of(line.cells()).windows(3).all(|some| some[1] - some[0] == some[2] - some[1])
    },
    lower: |line, to| {
        for some in line.cells().windows(3) {
            to.weighted(&[(some[0], 1), (some[1], -2), (some[2], 1)], [0]);
        }
    },
    ..Kind::PLAIN
};
