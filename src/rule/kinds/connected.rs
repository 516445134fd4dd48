//! Cells with certain digits that are connected: nurikabe seas, yin-yang, snakes.

use super::{Arguments, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "connected",
    aliases: &["connectedvalues"],
    about: "the cells with one of the numbers are connected, each one beside or below another",
    numbers: Numbers::Some,
    shape: Shape::Among,
    wrong: Arguments::no_digit,
    holds: |some, values| {
        let is_member = |&cell: &_| some.numbers().contains(&values.at(cell));
        some.are_connected(&some.among().into_iter().filter(is_member).collect::<Vec<_>>())
    },
    lower: |some, to| {
        let cells = some.among();
        to.connected(&cells, &some.edges(&cells), |value| some.numbers().contains(&value), None);
    },
    ..Kind::PLAIN
};
