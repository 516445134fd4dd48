//! Sum lines, such as 10-lines. A loop is a kind of its own, `sumloop`.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sumline",
    about: "the line can be cut into pieces that sum to NUMBER each",
    numbers: Numbers::One,
    shape: Shape::Word,
    wrong: |line| (line.least() < 1 || line.k() < 1).then(|| "expected numbers from 1".into()),
    holds: |line, values| {
        let mut left = line.k();
        values.of(line.cells()).into_iter().all(|value| {
            left = if left == 0 { line.k() } else { left } - value;
            left >= 0
        }) && left == 0
    },
    lower: |line, to| {
        // What the piece still lacks.
        let next = |&left: &i64, value| {
            let left = if left == 0 { line.k() } else { left } - value;
            (left >= 0).then_some(left)
        };
        to.word(line.cells(), line.k(), next, |&left| left == 0);
    },
    ..Kind::PLAIN
};
