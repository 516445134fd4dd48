//! Lockout lines. Half the digits, rounded down, is 4 with nine of them.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "lockout",
    aliases: &["lockoutline"],
    about: "the ends of the line differ by NUMBER or more (default: half the digits, rounded down), and no inner cell lies between them",
    numbers: Numbers::Default(|layout| i64::try_from(layout.digits() / 2).unwrap_or(i64::MAX)),
    shape: Shape::Word,
    wrong: |line| (line.cells().len() < 2).then(|| "expected two cells or more".into()),
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let ends = [numbers[0], numbers[numbers.len() - 1]];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let inner = &numbers[1..numbers.len() - 1];
        high - low >= line.k() && !inner.iter().any(|&inner| low <= inner && inner <= high)
    },
    lower: |line, to| {
        let [first, inner @ .., last] = line.cells() else { return };
        let cells = [&[*first, *last], inner].concat();
        let next = |(low, high, read): &(i64, i64, usize), value: i64| match read {
            0 => Some((value, value, 1)),
            1 => Some((value.min(*low), value.max(*high), 2)).filter(|it| it.1 - it.0 >= line.k()),
            _ => (value < *low || *high < value).then_some((*low, *high, 2)),
        };
        to.word(&cells, (0, 0, 0), next, |_| true);
    },
    ..Kind::PLAIN
};
