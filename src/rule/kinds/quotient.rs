//! Quotients of calculation puzzles.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "quotient",
    about: "the largest number divided by all others is NUMBER",
    numbers: Numbers::One,
    shape: Shape::Cells,
    wrong: |some| (some.k() < 1).then(|| "expected a number of 1 or more".into()),
    holds: |some, values| {
        let mut numbers = values.of(some.cells());
        numbers.sort_unstable();
        let largest = numbers.pop().unwrap_or_default();
        let product = numbers.iter().fold(some.k(), |so_far, value| so_far.saturating_mul(*value));
        product == largest && !numbers.contains(&0)
    },
    lower: |some, to| {
        // The largest so far, and the product of the others.
        let next = |&(largest, others): &(i64, i64), value: i64| {
            let (largest, smaller) = (largest.max(value), largest.min(value));
            let others = others * smaller;
            (others > 0 && others <= some.greatest()).then_some((largest, others))
        };
        to.word(some.cells(), (1, 1), next, |&(largest, others)| largest == some.k() * others);
    },
    ..Kind::PLAIN
};
