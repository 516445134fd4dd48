//! Differences of calculation puzzles.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "subtraction",
    about: "the largest number less all others is NUMBER",
    numbers: Numbers::One,
    shape: Shape::Cells,
    holds: |some, values| {
        let numbers = values.of(some.cells());
        let largest = numbers.iter().max().copied().unwrap_or_default();
        2 * largest - numbers.iter().sum::<i64>() == some.k()
    },
    lower: |some, to| {
        let next =
            |&(largest, sum): &(i64, i64), value: i64| Some((largest.max(value), sum + value));
        let is = |&(largest, sum): &(i64, i64)| 2 * largest - sum == some.k();
        to.word(some.cells(), (i64::MIN / 4, 0), next, is);
    },
    ..Kind::PLAIN
};
