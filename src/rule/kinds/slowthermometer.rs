//! Slow thermometers.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "slowthermometer",
    aliases: &["slowthermo"],
    about: "numbers never fall from the first cell, the bulb, to the last",
    shape: Shape::Line,
    holds: |line, values| values.neighbours(line.cells()).all(|(a, b)| a <= b),
    lower: |line, to| to.pairs(line.neighbours(), |a, b| a <= b),
    ..Kind::PLAIN
};
