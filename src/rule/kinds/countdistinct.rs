//! How many different digits there are. The first cell may be one of the others too.

use std::collections::BTreeSet;

use itertools::Itertools;

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
        let (teller, others) = (two.line(0), two.line(1));
        let with = |mut seen: CandidateSet, value: i64| {
            seen.insert(digit_of(two.layout(), value)?);
            Some(seen)
        };
        // Those of one house differ.
        let mut together = vec![0; two.layout().houses().len()];
        for cell in others.iter().unique() {
            two.layout().houses_of(*cell).iter().for_each(|&house| together[house as usize] += 1);
        }
        let least = together.into_iter().max().unwrap_or(1);
        to.only(teller, |value| usize::try_from(value).is_ok_and(|value| value >= least));
        let count = |seen: &CandidateSet| i64::try_from(seen.len()).unwrap_or(i64::MAX);
        // Which digits there were. The number is read last; that takes fewer states unless there are more
        // cells than digits.
        if others.len() <= two.digits() {
            let next = |&(place, seen): &(usize, CandidateSet), value: i64| match place {
                _ if place < others.len() => Some((place + 1, with(seen, value)?)),
                _ => (count(&seen) == value).then_some((place + 1, CandidateSet::EMPTY)),
            };
            let cells = [others, teller].concat();
            return to.word_of("few distinct", &cells, (0, CandidateSet::EMPTY), next, |_| true);
        }
        let next = |&(number, seen): &(Option<i64>, CandidateSet), value: i64| {
            let Some(number) = number else { return Some((Some(value), seen)) };
            let seen = with(seen, value).filter(|seen| count(seen) <= number);
            seen.map(|seen| (Some(number), seen))
        };
        let cells = [teller, others].concat();
        to.word_of("many distinct", &cells, (None, CandidateSet::EMPTY), next, |(number, seen)| {
            *number == Some(count(seen))
        });
    },
    ..Kind::PLAIN
};
