//! Counting circles.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "circles",
    aliases: &["countingcircles"],
    about: "a digit that stands in the cells stands in as many of them as it says",
    shape: Shape::Cells,
    holds: |some, values| {
        let digits = values.of(some.cells());
        let count = |of: i64| digits.iter().filter(|digit| **digit == of).count();
        digits.iter().all(|&digit| i64::try_from(count(digit)) == Ok(digit))
    },
    lower: |some, to| {
        for digit in some.values() {
            to.count(some.cells(), |value| value == digit, [0, digit]);
        }
    },
    ..Kind::PLAIN
};
