//! Double arrows.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "doublearrow",
    about: "the ends of the line add up to what lies between",
    shape: Shape::Line,
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let (ends, all) = (numbers[0] + numbers[numbers.len() - 1], numbers.iter().sum::<i64>());
        numbers.len() < 3 || 2 * ends == all
    },
    lower: |line, to| {
        let cells = line.cells();
        let of = |k| if k == 0 || k == cells.len() - 1 { 1 } else { -1 };
        if cells.len() > 2 {
            to.balance(cells, |k, value| of(k) * value);
        }
    },
    ..Kind::PLAIN
};
