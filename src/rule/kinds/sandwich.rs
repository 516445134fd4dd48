//! Sandwiches: the bread is the least and the greatest digit, whichever comes first.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sandwich",
    aliases: &["sandwichsum"],
    about: "the digits between the lowest and the highest digit of a row or column sum to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Row,
    holds: |row, values| {
        let digits = values.of(row.cells());
        let is_bread = |digit: &i64| [row.least(), row.greatest()].contains(digit);
        let mut slices = digits.split(is_bread);
        slices.nth(1).is_some_and(|between| Some(between.iter().sum()) == row.number())
    },
    lower: |row, to| {
        let (least, greatest) = (row.least(), row.greatest());
        let most: i64 = (least + 1..greatest).sum();
        if !(0..=most).contains(&row.k()) {
            return to.never();
        }
        // Before the bread; between, with what is still to come; after it.
        let next = |state: &(usize, i64), digit: i64| {
            let bread = digit == least || digit == greatest;
            match (*state, bread) {
                ((1, left), false) => (left >= digit).then_some((1, left - digit)),
                ((1, left), true) => (left == 0).then_some((2, 0)),
                ((0, left), true) => Some((1, left)),
                (same, _) => Some(same),
            }
        };
        to.word(row.cells(), (0, row.k()), next, |&(read, _)| read == 2);
    },
    ..Kind::PLAIN
};
