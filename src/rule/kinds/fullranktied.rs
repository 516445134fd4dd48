//! Full rank where lines may be equal: of equal ones, each has any of their ranks.

use std::cmp::Ordering;

use super::fullrank::{compare, sides, unranked};
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
    lower: |row, to| {
        // Each side begins with all digits: so four lines begin with each, one from each side.
        let (first, rank) = ((row.k() - 1).div_euclid(4), (row.k() - 1).rem_euclid(4));
        to.only(&row.cells()[..1], |value| value == row.least() + first);
        let others =
            sides(row).into_iter().filter(|side| !side.iter().any(|it| **it == *row.cells()));
        let others: Vec<_> = others.collect();
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let ways = (0..27_usize).map(|way| [way % 3, way / 3 % 3, way / 9].map(|k| orders[k]));
        let fits = |way: &[Ordering; 3]| {
            let count = |order| way.iter().map(|it| i64::from(*it == order)).sum::<i64>();
            let smaller = count(Ordering::Less);
            (smaller..=smaller + count(Ordering::Equal)).contains(&rank)
        };
        to.any(ways.filter(fits).map(|way| {
            let others = &others;
            move |to: &mut super::Lowering<'_>| {
                for (lines, order) in others.iter().zip(way) {
                    for line in lines {
                        compare(row, line, order, to);
                    }
                }
            }
        }));
    },
    ..Kind::PLAIN
};
