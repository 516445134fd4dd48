//! Digits that do not come again at a distance.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "taxicab",
    aliases: &["taxi"],
    about: "cells NUMBER steps apart, along rows and columns, differ",
    numbers: Numbers::One,
    shape: Shape::Grid,
    holds: |grid, values| grid.taxi(grid.k()).iter().all(|&(a, b)| values.at(a) != values.at(b)),
    lower: |grid, to| to.pairs(grid.taxi(grid.k()), |a, b| a != b),
    ..Kind::PLAIN
};
