//! Thermometers. Branches are thermometers of their own, with a common beginning.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "thermometer",
    aliases: &["thermo"],
    about: "digits increase from the first cell, the bulb, to the last",
    shape: Shape::Path,
    holds: |thermometer, values| values.neighbours(thermometer.cells()).all(|(a, b)| a < b),
    lower: |thermometer, to| to.pairs(thermometer.neighbours(), |a, b| a < b),
    ..Kind::PLAIN
};
