//! Fast thermometers.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "fastthermometer",
    aliases: &["fastthermo"],
    about: "numbers increase by NUMBER or more from cell to cell, from the first, the bulb",
    numbers: Numbers::One,
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| a + line.k() <= b),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a + line.k() <= b),
    ..Kind::PLAIN
};
