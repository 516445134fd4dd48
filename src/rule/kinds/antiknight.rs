//! The anti-knight rule.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "antiknight",
    aliases: &["anti-knight", "knight"],
    about: "cells a knight's move apart differ",
    shape: Shape::Grid,
    holds: |grid, values| grid.apart((1, 2)).iter().all(|&(a, b)| values.at(a) != values.at(b)),
    lower: |grid, to| to.pairs(grid.apart((1, 2)), |a, b| a != b),
    ..Kind::PLAIN
};
