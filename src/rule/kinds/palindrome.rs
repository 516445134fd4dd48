//! Palindromes.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "palindrome",
    about: "the line reads the same from both ends",
    shape: Shape::Line,
    holds: |line, values| {
        let numbers = values.of(line.cells());
        numbers.iter().eq(numbers.iter().rev())
    },
    lower: |line, to| {
        let (cells, half) = (line.cells(), line.cells().len() / 2);
        let pairs = cells.iter().copied().zip(cells.iter().rev().copied()).take(half);
        to.pairs(pairs.filter(|(a, b)| a != b).collect(), |a, b| a == b);
    },
    ..Kind::PLAIN
};
