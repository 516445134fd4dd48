//! Sandwiches: the bread is the least and the greatest digit, whichever comes first.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "sandwich",
    aliases: &[],
    about: "the digits between the lowest and the highest digit of a row or column sum to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Row,
    holds: |row, values| {
        let digits = values.of(row.cells());
        let is_bread = |digit: &i64| [row.least(), row.greatest()].contains(digit);
        let mut slices = digits.split(is_bread);
        slices.nth(1).is_some_and(|between| Some(between.iter().sum()) == row.number())
    },
    lower: |row| {
        let (least, greatest) = (row.least(), row.greatest());
        let most: i64 = (least + 1..greatest).sum();
        let Some(sum) = row.number().filter(|sum| (0..=most).contains(sum)) else {
            return vec![row.never()];
        };
        // Before the bread; between, with the sum so far; after it.
        let (before, after) = (0, usize::try_from(sum).expect("not negative") + 2);
        let next = |state, digit| match (state, digit == least || digit == greatest) {
            (0, bread) => Some(usize::from(bread)),
            (between, true) => (between + 1 == after).then_some(after),
            (between, false) if between == after => Some(after),
            (between, false) => {
                Some(between + usize::try_from(digit).ok()?).filter(|&sum| sum < after)
            }
        };
        vec![row.line(row.cells(), after + 1, before, next, |state| state == after)]
    },
};
