//! X-sums. The first cell counts itself.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "xsum",
    about: "the first X numbers sum to NUMBER, where X is the first of them",
    numbers: Numbers::One,
    shape: Shape::Row,
    holds: |row, values| {
        let numbers = values.of(row.cells());
        let count = usize::try_from(numbers[0]).unwrap_or(usize::MAX);
        numbers.get(..count).is_some_and(|first| first.iter().sum::<i64>() == row.k())
    },
    lower: |row, to| {
        let all = i64::try_from(row.cells().len()).unwrap_or(i64::MAX);
        // How many are still to come, and what they have to sum to.
        let next = |state: &Option<(i64, i64)>, value: i64| match *state {
            None if value == 0 => (row.k() == 0).then_some(Some((0, 0))),
            None if value > all => None,
            None => Some(Some((value - 1, row.k() - value))),
            Some((0, _)) => Some(*state),
            Some((left, sum)) => Some(Some((left - 1, sum - value))),
        };
        let possible = |state: &Option<(i64, i64)>| {
            state.is_none_or(|(left, sum)| sum >= 0 && (left > 0 || sum == 0))
        };
        to.word(
            row.cells(),
            None,
            |state, value| next(state, value).filter(possible),
            |state| *state == Some((0, 0)),
        );
    },
    ..Kind::PLAIN
};
