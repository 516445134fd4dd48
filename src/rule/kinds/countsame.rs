//! Cells around one, over regions that are to be found: how many are of its region.

use super::{Counts, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "countsame",
    aliases: &["chaoscount"],
    about: "the first cell tells how many of the others are equal to the first of them, which counts, or not if NUMBER is 1",
    numbers: Numbers::Flag,
    shape: Shape::Told(2),
    holds: |two, values| {
        let others = values.of(two.line(1));
        let count = others.iter().filter(|&digit| *digit == others[0]).count();
        i64::try_from(count) == Ok(values.at(two.line(0)[0]) + two.k())
    },
    lower: |two, to| {
        // How many are to come, as soon as the first cell is read; and the digit that counts.
        let cells = [two.line(0), two.line(1)].concat();
        let most = i64::try_from(two.line(1).len()).unwrap_or(i64::MAX);
        let next = |state: &Option<(i64, Option<i64>)>, digit: i64| match *state {
            None => Some((digit + two.k(), None))
                .filter(|(left, _)| (1..=most).contains(left))
                .map(Some),
            Some((left, None)) => Some(Some((left - 1, Some(digit)))),
            Some((left, Some(own))) => {
                let left = left - i64::from(digit == own);
                (left >= 0).then_some(Some((left, Some(own))))
            }
        };
        to.word(&cells, None, next, |state| matches!(state, Some((0, _))));
    },
    counts: Some(Counts::All),
    ..Kind::PLAIN
};
