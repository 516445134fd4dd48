//! Sums before a digit.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "beforesum",
    about: "the numbers before the second NUMBER, read from the first cell, sum to the first",
    numbers: Numbers::Some,
    shape: Shape::Row,
    wrong: |row| {
        (row.numbers().len() != 2).then(|| "expected two numbers, a sum and a digit".into())
    },
    holds: |row, values| {
        let numbers = values.of(row.cells());
        let end = numbers.iter().position(|value| *value == row.numbers()[1]);
        end.is_some_and(|end| numbers[..end].iter().sum::<i64>() == row.k())
    },
    lower: |row, to| {
        // What is still to come; none after the digit.
        let next = |left: &Option<i64>, value: i64| match *left {
            Some(left) if value == row.numbers()[1] => (left == 0).then_some(None),
            Some(left) => (left >= value).then_some(Some(left - value)),
            None => Some(None),
        };
        to.word(row.cells(), Some(row.k()), next, Option::is_none);
    },
    ..Kind::PLAIN
};
