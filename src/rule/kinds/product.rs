//! Products of calculation puzzles. Digits may come again where no house forbids it.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "product",
    about: "the numbers multiply to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Cells,
    holds: |some, values| {
        let product = |so_far: i64, value: &i64| so_far.saturating_mul(*value);
        values.of(some.cells()).iter().fold(1, product) == some.k()
    },
    lower: |some, to| {
        let next = |&so_far: &i64, value| {
            let product = so_far * value;
            let leads_on = if product == 0 { some.k() == 0 } else { some.k() % product == 0 };
            leads_on.then_some(product)
        };
        // No product but 0 divides 0: the other way round.
        if some.k() == 0 {
            to.count(
                some.cells(),
                |value| value == 0,
                1..=some.cells().len().try_into().unwrap_or(1),
            );
        } else {
            to.word(some.cells(), 1, next, |&product| product == some.k());
        }
    },
    ..Kind::PLAIN
};
