//! Full rank where lines may be equal: equal ones share the first of their ranks.

use std::cmp::Ordering;

use super::super::ranks::{orders, rank, unranked};
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fullranktied",
    about: "as fullrank, but lines may be equal: the rank is one more than the number of smaller lines",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: unranked,
    holds: |row, values| {
        let smaller = orders(row, values).filter(|order| order.is_lt()).count();
        i64::try_from(smaller + 1) == Ok(row.k())
    },
    lower: |row, to| rank(row, &[Ordering::Greater, Ordering::Less, Ordering::Equal], to),
    ..Kind::PLAIN
};
