//! Skyscrapers, seen from the first cell. A 0 is no building.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "skyscraper",
    aliases: &["skyscrapers"],
    about: "NUMBER cells of the row or column are larger than all before them, and than 0",
    numbers: Numbers::One,
    shape: Shape::Row,
    holds: |row, values| {
        let numbers = values.of(row.cells());
        let is_seen =
            |&k: &usize| numbers[k] > 0 && numbers[..k].iter().all(|before| *before < numbers[k]);
        i64::try_from((0..numbers.len()).filter(is_seen).count()) == Ok(row.k())
    },
    lower: |row, to| {
        let next = |&(highest, seen): &(i64, i64), value: i64| {
            let seen = seen + i64::from(value > highest);
            (seen <= row.k()).then_some((highest.max(value), seen))
        };
        to.word(row.cells(), (0, 0), next, |&(_, seen)| seen == row.k());
    },
    ..Kind::PLAIN
};
