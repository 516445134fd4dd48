//! Rossini clues and ascending starts: the order in which the first cells are read is that of the line.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "rossini",
    about: "the first three cells of the row or column increase (NUMBER 1), decrease (-1) or do neither (0)",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: |row| (!(-1..=1).contains(&row.k())).then(|| "expected 1, -1 or 0".into()),
    holds: |row, values| {
        let numbers = values.of(&row.cells()[..row.cells().len().min(3)]);
        let rises = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let falls = numbers.windows(2).all(|pair| pair[0] > pair[1]);
        i64::from(rises) - i64::from(falls) == row.k()
    },
    lower: |row, to| {
        let first = &row.cells()[..row.cells().len().min(3)];
        // What was read last, and whether all rise or all fall.
        let next = |&(last, rises, falls): &(Option<i64>, bool, bool), value: i64| {
            let rises = rises && last.is_none_or(|last| last < value);
            Some((Some(value), rises, falls && last.is_none_or(|last| last > value)))
        };
        let is =
            |&(_, rises, falls): &(_, bool, bool)| i64::from(rises) - i64::from(falls) == row.k();
        to.word(first, (None, true, true), next, is);
    },
    ..Kind::PLAIN
};
