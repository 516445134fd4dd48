//! Nabner lines: no two cells of the line are equal or consecutive.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "nabner",
    about: "any two cells of the line differ by 2 or more",
    shape: Shape::Path,
    holds: |line, values| {
        let mut numbers = values.of(line.cells());
        numbers.sort_unstable();
        numbers.windows(2).all(|pair| pair[0] + 2 <= pair[1])
    },
    lower: |line, to| to.pairs(line.within(usize::MAX), |a, b| (a - b).abs() >= 2),
    ..Kind::PLAIN
};
