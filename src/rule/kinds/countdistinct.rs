//! How many different digits there are. The first cell may be one of the others too.

use std::collections::BTreeSet;

use super::super::arguments::digit_of;
use super::{Kind, Shape};
use crate::grid::CandidateSet;

pub(super) const KIND: Kind = Kind {
    name: "countdistinct",
    about: "the first cell tells how many different digits the others hold",
    shape: Shape::Lines(2, 2),
    wrong: |two| (two.line(0).len() != 1).then(|| "expected one cell that tells the number".into()),
    holds: |two, values| {
        let digits: BTreeSet<_> = values.of(two.line(1)).into_iter().collect();
        i64::try_from(digits.len()) == Ok(values.at(two.line(0)[0]))
    },
    lower: |two, to| {
        // Which there were; the cell that tells their number comes last, as there would be more states
        // if it were known from the first.
        let cells = [two.line(1), two.line(0)].concat();
        let last = two.line(1).len();
        let next = |&(place, mut seen): &(usize, CandidateSet), value: i64| {
            if place == last {
                let fits = i64::try_from(seen.len()) == Ok(value);
                return fits.then(|| (place + 1, CandidateSet::EMPTY));
            }
            seen.insert(digit_of(two.layout(), value)?);
            Some((place + 1, seen))
        };
        to.word(&cells, (0, CandidateSet::EMPTY), next, |_| true);
    },
    ..Kind::PLAIN
};
