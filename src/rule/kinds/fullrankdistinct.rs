//! No ties of ranks: all rows and columns, read from both ends, are different.

use std::collections::BTreeSet;

use super::super::ranks::{sides, unranked};
use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fullrankdistinct",
    about: "no two rows or columns, each read from both ends, are equal",
    shape: Shape::Grid,
    wrong: unranked,
    holds: |grid, values| {
        let mut seen = BTreeSet::new();
        sides(grid).into_iter().flatten().all(|line| seen.insert(values.of(&line)))
    },
    lower: |grid, to| {
        let lines: Vec<_> = sides(grid).into_iter().flatten().collect();
        for (k, one) in lines.iter().enumerate() {
            for other in &lines[k + 1..] {
                // What one of the lines has in a place; whether they differ.
                let cells: Vec<_> = one.iter().zip(other).flat_map(|(&a, &b)| [a, b]).collect();
                let next = |state: &(Option<i64>, bool), value: i64| match *state {
                    (_, true) => Some((None, true)),
                    (None, _) => Some((Some(value), false)),
                    (Some(other), _) => Some((None, other != value)),
                };
                to.word(&cells, (None, false), next, |state| state.1);
            }
        }
    },
    ..Kind::PLAIN
};
