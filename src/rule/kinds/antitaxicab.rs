//! The anti-taxicab rule.

use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "antitaxicab",
    aliases: &["anti-taxicab", "selftaxi"],
    about: "two cells with the same digit are not so many steps apart as the digit says",
    shape: Shape::Grid,
    holds: |grid, values| {
        let at = |&(a, b): &(Cell, Cell)| (values.at(a), values.at(b));
        grid.values().all(|step| !grid.taxi(step).iter().any(|pair| at(pair) == (step, step)))
    },
    lower: |grid, to| {
        for step in grid.values() {
            to.pairs(grid.taxi(step), |a, b| (a, b) != (step, step));
        }
    },
    ..Kind::PLAIN
};
