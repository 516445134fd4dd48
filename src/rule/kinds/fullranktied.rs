//! Full rank where lines may be equal: of equal ones, each has any of their ranks.

use std::cmp::Ordering;

use super::super::ranks::{rank, sides, unranked};
use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fullranktied",
    about: "as fullrank, but other lines may be equal, and equal ones are in any order",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: unranked,
    holds: |row, values| {
        let own = values.of(row.cells());
        let others = sides(row).into_iter().flatten().filter(|line| **line != *row.cells());
        let others: Vec<_> = others.map(|line| values.of(&line).cmp(&own)).collect();
        let count = |orders: &[Ordering]| others.iter().filter(|it| orders.contains(it)).count();
        let rank = usize::try_from(row.k() - 1).unwrap_or(usize::MAX);
        (count(&[Ordering::Less])..=count(&[Ordering::Less, Ordering::Equal])).contains(&rank)
    },
    lower: |row, to| rank(row, &[Ordering::Greater, Ordering::Less, Ordering::Equal], to),
    ..Kind::PLAIN
};
