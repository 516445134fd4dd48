//! Lines that index themselves: x, v, then cells of which the v-th is x.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "valueindexing",
    about: "the V-th cell after the second is the first, where V is the second",
    shape: Shape::Word,
    wrong: |line| (line.cells().len() < 3).then(|| "expected three cells or more".into()),
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let place = usize::try_from(numbers[1] - 1).ok();
        place.and_then(|place| numbers[2..].get(place)) == Some(&numbers[0])
    },
    lower: |line, to| {
        let [first, second, others @ ..] = line.cells() else { return };
        for place in line.values() {
            let index = usize::try_from(place - 1).ok();
            let Some(&other) = index.and_then(|index| others.get(index)) else {
                to.clause(&[(*second, place, false)]);
                continue;
            };
            for value in line.values() {
                to.clause(&[(*second, place, false), (*first, value, false), (other, value, true)]);
            }
        }
    },
    ..Kind::PLAIN
};
