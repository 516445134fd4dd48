//! Maximum cells: all of the puzzle in one rule, since marked neighbours are not compared.

use super::minimum::others;
use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "maximum",
    aliases: &["max"],
    about: "each cell is larger than its neighbours in the grid that are not named too",
    shape: Shape::Cells,
    holds: |some, values| {
        others(some).iter().all(|&(cell, other)| values.at(cell) > values.at(other))
    },
    lower: |some, to| to.pairs(others(some), |a, b| a > b),
    ..Kind::PLAIN
};
