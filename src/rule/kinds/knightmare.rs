//! Knightmare puzzles.

use super::super::arguments::Arguments;
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "knightmare",
    about: "cells a knight's move apart add up to none of the numbers (default: 5 15)",
    numbers: Numbers::Any,
    shape: Shape::Grid,
    holds: |grid, values| {
        let sum = |(a, b)| values.at(a) + values.at(b);
        grid.apart((1, 2)).into_iter().all(|pair| !sums(grid).contains(&sum(pair)))
    },
    lower: |grid, to| to.pairs(grid.apart((1, 2)), |a, b| !sums(grid).contains(&(a + b))),
    ..Kind::PLAIN
};

fn sums(grid: &Arguments) -> &[i64] {
    if grid.numbers().is_empty() { &[5, 15] } else { grid.numbers() }
}
