//! Average arrows.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "average",
    about: "the first cell is the mean of the others",
    shape: Shape::Told(2),
    holds: |two, values| {
        let numbers = values.of(two.line(1));
        let count = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
        values.at(two.line(0)[0]) * count == numbers.iter().sum::<i64>()
    },
    lower: |two, to| {
        let count = i64::try_from(two.line(1).len()).unwrap_or(i64::MAX);
        let mut terms = vec![(two.line(0)[0], -count)];
        terms.extend(two.line(1).iter().map(|&cell| (cell, 1)));
        to.weighted(&terms, [0]);
    },
    ..Kind::PLAIN
};
