//! The anti-king rule: diagonal neighbours too. Those beside and below each other differ by their row or
//! column, where these are houses.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "antiking",
    aliases: &["anti-king", "king"],
    about: "cells a king's move apart differ",
    shape: Shape::Grid,
    holds: |grid, values| {
        let near = [grid.apart((0, 1)), grid.apart((1, 1))].concat();
        near.iter().all(|&(a, b)| values.at(a) != values.at(b))
    },
    lower: |grid, to| to.pairs([grid.apart((0, 1)), grid.apart((1, 1))].concat(), |a, b| a != b),
    ..Kind::PLAIN
};
