//! Full rank: rows and columns are read from both ends as numbers. No other line may equal one with a
//! clue; lines without may be equal.

use std::cmp::Ordering;

use itertools::Itertools;

use super::super::ranks::{orders, rank, unranked};
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fullrank",
    about: "the row or column, read as a number, is the NUMBER-th of all rows and columns read from both ends",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: unranked,
    holds: |row, values| {
        let count = orders(row, values).counts();
        let smaller = count.get(&Ordering::Less).copied().unwrap_or_default();
        !count.contains_key(&Ordering::Equal) && i64::try_from(smaller + 1) == Ok(row.k())
    },
    lower: |row, to| rank(row, &[Ordering::Greater, Ordering::Less], to),
    ..Kind::PLAIN
};
