//! How many different digits there are. The first cell may be one of the others too.

use itertools::Itertools;

use super::super::arguments::digit_of;
use super::{Kind, Shape};
use crate::grid::CandidateSet;

pub(super) const KIND: Kind = Kind {
    name: "countdistinct",
    about: "the first cell tells how many different digits the others hold",
    shape: Shape::Told(2),
    holds: |two, values| {
        let count = values.of(two.line(1)).into_iter().unique().count();
        i64::try_from(count) == Ok(values.at(two.line(0)[0]))
    },
    lower: |two, to| {
        let (teller, others) = (two.line(0), two.line(1));
        let least = two.most_of_a_house(others);
        to.only(teller, |value| usize::try_from(value).is_ok_and(|value| value >= least));
        // How many cells come before the one that tells, how many digits are to come then, and which there were.
        // The number is read last; that takes fewer states unless there are more cells than digits.
        let next = |&(before, left, seen): &(usize, Option<usize>, CandidateSet), value: i64| {
            if (before, left) == (0, None) {
                let left = usize::try_from(value).ok()?.checked_sub(seen.len())?;
                return Some((0, Some(left), CandidateSet::EMPTY));
            }
            let mut with = seen;
            with.insert(digit_of(two.layout(), value)?);
            let is_more = usize::from(with != seen);
            let left = left.map_or(Some(None), |left| left.checked_sub(is_more).map(Some))?;
            Some((before.saturating_sub(1), left, with))
        };
        let is_last = others.len() <= two.digits();
        let cells = if is_last { [others, teller] } else { [teller, others] }.concat();
        let begin = (if is_last { others.len() } else { 0 }, None, CandidateSet::EMPTY);
        to.word_of("countdistinct", &cells, begin, next, |&(_, left, _)| left == Some(0));
    },
    ..Kind::PLAIN
};
