//! Look-and-say cages: `1 2 2 3` says one 2 and two 3s.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "lookandsay",
    about: "the numbers tell in turn how many there are, and of which digit",
    numbers: Numbers::Some,
    shape: Shape::Cells,
    wrong: |some| {
        if some.numbers().len() % 2 != 0 {
            return Some("expected pairs of numbers, a count and a digit".into());
        }
        some.no_digit_of(some.numbers().iter().skip(1).step_by(2))
    },
    holds: |some, values| {
        let digits = values.of(some.cells());
        let count = |of: i64| digits.iter().filter(|digit| **digit == of).count();
        some.numbers().chunks(2).all(|two| i64::try_from(count(two[1])) == Ok(two[0]))
    },
    lower: |some, to| {
        for two in some.numbers().chunks(2) {
            to.count(some.cells(), |value| value == two[1], [two[0]]);
        }
    },
    ..Kind::PLAIN
};
