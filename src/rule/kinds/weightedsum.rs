//! Sums of multiples. A cell named twice counts twice.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "weightedsum",
    about: "the numbers, times the second, third … NUMBER, add up to the first",
    numbers: Numbers::Some,
    shape: Shape::Word,
    wrong: |line| {
        let factors = line.numbers().len() - 1;
        let cells = line.cells().len();
        (factors != cells).then(|| format!("{factors} factors for {cells} cells"))
    },
    holds: |line, values| {
        let factors = &line.numbers()[1..];
        let terms = factors.iter().zip(values.of(line.cells()));
        terms.map(|(factor, value)| factor * value).sum::<i64>() == line.k()
    },
    lower: |line, to| {
        let terms = line.cells().iter().copied().zip(line.numbers()[1..].iter().copied());
        to.weighted(&terms.collect::<Vec<_>>(), [line.k()]);
    },
    ..Kind::PLAIN
};
