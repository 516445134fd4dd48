//! How many different digits there are. The first cell may be one of the others too.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::{Kind, Shape};

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
        // How many different ones are still to come, as soon as the first cell is read, and which
        // there were.
        let cells = [two.line(0), two.line(1)].concat();
        let next = |state: &Option<(i64, Seen)>, value: i64| {
            let Some((left, seen)) = state else { return Some(Some((value, SmallVec::new()))) };
            let (mut left, mut seen) = (*left, seen.clone());
            let digit = u16::try_from(value - two.least()).expect("at most 400 digits");
            if let Err(place) = seen.binary_search(&digit) {
                seen.insert(place, digit);
                left -= 1;
            }
            (left >= 0).then_some(Some((left, seen)))
        };
        to.word(&cells, None, next, |state| state.as_ref().is_some_and(|(left, _)| *left == 0));
    },
    ..Kind::PLAIN
};

/// Digits in rising order, from 0.
type Seen = SmallVec<[u16; 12]>;
