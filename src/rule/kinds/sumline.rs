//! Sum lines, such as 10-lines. A loop is a kind of its own, `sumloop`. A 0 between two pieces belongs to
//! either.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sumline",
    about: "the line can be cut into pieces that sum to NUMBER each",
    numbers: Numbers::One,
    shape: Shape::Word,
    wrong: |line| (line.k() < 1).then(|| "expected a number from 1".into()),
    holds: |line, values| {
        let mut left = line.k();
        values.of(line.cells()).into_iter().all(|value| {
            left = after(left, value, line.k());
            left >= 0
        }) && left == 0
    },
    lower: |line, to| {
        // What the piece still lacks.
        let next = |&left: &i64, value| {
            let left = after(left, value, line.k());
            (left >= 0).then_some(left)
        };
        to.word(line.cells(), line.k(), next, |&left| left == 0);
    },
    ..Kind::PLAIN
};

/// What a piece lacks after a number, of which it lacked `left` before.
fn after(left: i64, value: i64, sum: i64) -> i64 {
    match (left, value) {
        (left, 0) => left,
        (0, value) => sum - value,
        (left, value) => left - value,
    }
}
