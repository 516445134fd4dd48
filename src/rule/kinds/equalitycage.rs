//! Equality cages. The middle one of an odd number of digits is neither low nor high, and is in none.

use super::{Kind, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "equalitycage",
    about: "no digit twice; as many odd as even, as many low as high, no digit in the middle",
    shape: Shape::Set,
    holds: |cage, values| {
        let digits = values.of(cage.cells());
        let balance = |of: &dyn Fn(i64) -> i64| digits.iter().map(|&digit| of(digit)).sum::<i64>();
        let distinct = are_distinct(&digits);
        let halves = balance(&|digit| cage.side_of(digit)) == 0;
        let none_between = digits.iter().all(|&digit| cage.side_of(digit) != 0);
        distinct && halves && none_between && balance(&parity) == 0
    },
    lower: |cage, to| {
        to.distinct(cage.cells());
        to.only(cage.cells(), |digit| cage.side_of(digit) != 0);
        to.balance(cage.cells(), |_, digit| parity(digit));
        to.balance(cage.cells(), |_, digit| cage.side_of(digit));
    },
    ..Kind::PLAIN
};

/// 1 of an odd number, -1 of an even one.
fn parity(digit: i64) -> i64 {
    2 * digit.rem_euclid(2) - 1
}
