//! How many even neighbours, or other cells, there are.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "counteven",
    about: "the first cell tells how many of the others are even",
    shape: Shape::Told(2),
    holds: |two, values| {
        let even = values.of(two.line(1)).into_iter().filter(|value| value % 2 == 0).count();
        i64::try_from(even) == Ok(values.at(two.line(0)[0]))
    },
    lower: |two, to| {
        let cells = [two.line(0), two.line(1)].concat();
        to.balance(&cells, |k, value| if k == 0 { -value } else { 1 - value.rem_euclid(2) });
    },
    ..Kind::PLAIN
};
