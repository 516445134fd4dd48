//! Modifier cells: doublers, negators, vampires, hot and cold cells. What they change is sums (`modifiedsum`).

use itertools::{Itertools, iproduct};

use super::super::modified;
use super::{Kind, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "modifiers",
    aliases: &["doublers"],
    about: "one cell of each row, column and box is a modifier, and no two have the same digit; row by row, the first cells tell its column, the second its digit",
    shape: Shape::Lines(2, 2),
    wrong: modified::wrong,
    holds: |two, values| {
        let digits = values.of(two.line(1));
        let modifiers = modified::cells(two, values);
        are_distinct(&digits) && modifiers.is_some_and(|cells| values.of(&cells) == digits)
    },
    lower: |two, to| {
        modified::lower(two, to);
        to.distinct(two.line(1));
        for (row, (&column, &digit)) in (1..).zip(two.line(0).iter().zip(two.line(1))) {
            for (at, value) in iproduct!(two.values(), two.values()) {
                let own = two.at(row, at).map(|cell| (cell, value, true));
                let unless = [(column, at, false), (digit, value, false)];
                to.clause(&unless.into_iter().chain(own).collect_vec());
            }
        }
    },
    ..Kind::PLAIN
};
