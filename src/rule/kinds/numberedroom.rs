//! Numbered rooms.

use super::{Arguments, Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "numberedroom",
    about: "NUMBER stands in the X-th cell of the row or column, where X is the first",
    numbers: Numbers::One,
    shape: Shape::Row,
    wrong: Arguments::no_digit,
    holds: |row, values| {
        let numbers = values.of(row.cells());
        let place = usize::try_from(numbers[0] - 1).ok();
        place.and_then(|place| numbers.get(place)) == row.number().as_ref()
    },
    lower: |row, to| {
        // The first cell that is read names the room.
        for room in row.values() {
            let index = usize::try_from(room - 1).ok();
            let first = (row.cells()[0], room, false);
            match index.and_then(|index| row.cells().get(index)) {
                Some(&cell) => to.clause(&[first, (cell, row.k(), true)]),
                None => to.clause(&[first]),
            }
        }
    },
    ..Kind::PLAIN
};
