//! The first skyscraper that is not seen.

use super::{Arguments, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "hiddenskyscraper",
    about: "the first cell of the row or column that is not larger than all before it is NUMBER",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: Arguments::no_digit,
    holds: |row, values| {
        let numbers = values.of(row.cells());
        let hidden = numbers.windows(2).find(|pair| pair[1] <= pair[0]);
        hidden.is_some_and(|pair| pair[1] == row.k())
    },
    lower: |row, to| {
        // The highest so far; none once one was hidden.
        let next = |highest: &Option<i64>, value: i64| match *highest {
            Some(highest) if value > highest => Some(Some(value)),
            Some(_) => (value == row.k()).then_some(None),
            None => Some(None),
        };
        to.word(row.cells(), Some(row.least() - 1), next, Option::is_none);
    },
    ..Kind::PLAIN
};
