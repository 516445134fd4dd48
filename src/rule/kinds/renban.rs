//! Renban lines: with cells that differ, consecutive is that no two are further apart than the line is long.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "renban",
    about: "the line holds consecutive digits in any order",
    shape: Shape::Path,
    holds: |line, values| {
        let mut numbers = values.of(line.cells());
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
    },
    lower: |line, to| {
        let length = i64::try_from(line.cells().len()).unwrap_or(i64::MAX);
        to.distinct(line.cells());
        to.pairs(line.within(usize::MAX), |a, b| (a - b).abs() < length);
    },
    ..Kind::PLAIN
};
