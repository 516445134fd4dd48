//! Cells with certain digits that are connected: nurikabe seas, yin-yang, snakes.

use super::{Arguments, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "connected",
    aliases: &["connectedvalues"],
    about: "one cell at least has one of the numbers, and all that do are connected by their sides",
    numbers: Numbers::Some,
    shape: Shape::Among,
    wrong: Arguments::no_digit,
    holds: |some, values| {
        let is_member = |&cell: &_| some.numbers().contains(&values.at(cell));
        let members: Vec<_> = some.among().into_iter().filter(is_member).collect();
        !members.is_empty() && some.are_connected(&members)
    },
    lower: |some, to| {
        let cells = some.among();
        to.connected(&cells, &some.edges(&cells), |value| some.numbers().contains(&value), None);
        if !some.have_all_digits(&cells) {
            let each = cells
                .iter()
                .flat_map(|&cell| some.numbers().iter().map(move |&it| (cell, it, true)));
            to.clause(&each.collect::<Vec<_>>());
        }
    },
    ..Kind::PLAIN
};
