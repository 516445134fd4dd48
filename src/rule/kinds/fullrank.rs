//! Full rank: rows and columns are read from both ends as numbers. No other line may equal one with a
//! clue; lines without may be equal.

use std::cmp::Ordering;

use super::super::ranks::{rank, sides, unranked};
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fullrank",
    about: "the row or column, read as a number, is the NUMBER-th of all rows and columns read from both ends",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: unranked,
    holds: |row, values| {
        let own = values.of(row.cells());
        let others = sides(row).into_iter().flatten().filter(|line| **line != *row.cells());
        let others: Vec<_> = others.map(|line| values.of(&line)).collect();
        let smaller = others.iter().filter(|other| **other < own).count();
        !others.contains(&own) && i64::try_from(smaller + 1) == Ok(row.k())
    },
    lower: |row, to| rank(row, &[Ordering::Greater, Ordering::Less], to),
    ..Kind::PLAIN
};
