//! Thermometers of odd or of even digits.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "paritythermometer",
    aliases: &["oddeventhermo"],
    about: "numbers increase from the first cell, the bulb, and are all odd or all even",
    shape: Shape::Path,
    holds: |line, values| {
        let numbers = values.of(line.cells());
        numbers.windows(2).all(|pair| pair[0] < pair[1] && (pair[0] + pair[1]) % 2 == 0)
    },
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a < b && (a + b) % 2 == 0),
    ..Kind::PLAIN
};
