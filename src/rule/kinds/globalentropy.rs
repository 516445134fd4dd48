//! The global entropy rule.

use super::{Kind, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "globalentropy",
    about: "each 2×2 cells hold a low, a middle and a high digit",
    shape: Shape::Grid,
    holds: |grid, values| {
        let has = |square: &[Cell; 4], third| {
            square.iter().any(|&cell| grid.third_of(values.at(cell)) == third)
        };
        grid.squares().iter().all(|square| (0..3).all(|third| has(square, third)))
    },
    lower: |grid, to| {
        for square in grid.squares() {
            for third in 0..3 {
                let of = |cell| {
                    grid.values()
                        .filter(|&value| grid.third_of(value) == third)
                        .map(move |value| (cell, value, true))
                };
                to.clause(&square.into_iter().flat_map(of).collect::<Vec<_>>());
            }
        }
    },
    ..Kind::PLAIN
};
