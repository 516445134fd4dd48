//! Between lines.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "between",
    aliases: &["betweenline"],
    about: "the inner cells of the line lie strictly between its ends",
    shape: Shape::Word,
    wrong: |line| (line.cells().len() < 2).then(|| "expected two cells or more".into()),
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let ends = [numbers[0], numbers[numbers.len() - 1]];
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        numbers[1..numbers.len() - 1].iter().all(|&inner| low < inner && inner < high)
    },
    lower: |line, to| {
        let [first, inner @ .., last] = line.cells() else { return };
        let cells = [&[*first, *last], inner].concat();
        let next = |(low, high, read): &(i64, i64, usize), value: i64| match read {
            0 => Some((value, value, 1)),
            1 => Some((value.min(*low), value.max(*high), 2)),
            _ => (*low < value && value < *high).then_some((*low, *high, 2)),
        };
        to.word(&cells, (0, 0, 0), next, |_| true);
    },
    ..Kind::PLAIN
};
