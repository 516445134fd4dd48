//! The diagonally nonconsecutive rule.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "diagonalnonconsecutive",
    aliases: &["dnc"],
    about: "diagonal neighbours are not consecutive",
    shape: Shape::Grid,
    holds: |grid, values| {
        grid.apart((1, 1)).iter().all(|&(a, b)| (values.at(a) - values.at(b)).abs() != 1)
    },
    lower: |grid, to| to.pairs(grid.apart((1, 1)), |a, b| (a - b).abs() != 1),
    ..Kind::PLAIN
};
