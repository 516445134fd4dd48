//! Full rank: rows and columns are read from both ends as numbers. No other line may equal one with a
//! clue; lines without may be equal.

use std::cmp::Ordering;

use super::super::ranks::{orders, rank, unranked};
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fullrank",
    about: "the row or column, read as a number, is the NUMBER-th of all rows and columns read from both ends",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: unranked,
    holds: |row, values| {
        let (mut smaller, mut equal) = (0, 0);
        for order in orders(row, values) {
            smaller += i64::from(order.is_lt());
            equal += i64::from(order.is_eq());
        }
        equal == 0 && smaller + 1 == row.k()
    },
    lower: |row, to| rank(row, &[Ordering::Greater, Ordering::Less], to),
    ..Kind::PLAIN
};
