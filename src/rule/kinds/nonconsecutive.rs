//! All white dots are given. Programs differ in which pairs are exempt: those with a dot of any sort in
//! f-puzzles, none in others. Here they are named.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "nonconsecutive",
    aliases: &["non-consecutive", "anticonsecutive"],
    about: "neighbours in the grid do not differ by NUMBER (default: 1), but for the pairs named",
    numbers: Numbers::Default(|_| 1),
    shape: Shape::Exempt,
    holds: |grid, values| {
        grid.unmarked().iter().all(|&(a, b)| (values.at(a) - values.at(b)).abs() != grid.k())
    },
    lower: |grid, to| to.pairs(grid.unmarked(), |a, b| (a - b).abs() != grid.k()),
    ..Kind::PLAIN
};
