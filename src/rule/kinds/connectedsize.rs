//! Connected cells with certain digits, as many as is said.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "connectedsize",
    about: "as many cells as the first number have one of the others, and are connected",
    numbers: Numbers::Some,
    shape: Shape::Among,
    wrong: |some| match some.numbers() {
        [size, _, ..] if *size >= 0 => some.no_digit_from(1),
        _ => Some("expected how many cells, and their numbers".into()),
    },
    holds: |some, values| {
        let cells = some.among();
        let is_member = |value: i64| some.numbers()[1..].contains(&value);
        let members = cells.into_iter().filter(|&cell| is_member(values.at(cell)));
        let members: Vec<_> = members.collect();
        i64::try_from(members.len()) == Ok(some.k()) && some.are_connected(&members)
    },
    lower: |some, to| {
        let cells = some.among();
        let is_member = |value: i64| some.numbers()[1..].contains(&value);
        // What does not fit into a number of cells is too many anyway.
        let size = usize::try_from(some.k()).unwrap_or(usize::MAX);
        to.connected(&cells, &some.edges(&cells), is_member, Some(size));
    },
    ..Kind::PLAIN
};
