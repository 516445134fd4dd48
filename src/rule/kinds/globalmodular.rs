//! The global modular rule.

use super::{Kind, Numbers, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "globalmodular",
    aliases: &["globalmod"],
    about: "each 2×2 cells hold all remainders modulo NUMBER (default: 3)",
    numbers: Numbers::Default(|_| 3),
    shape: Shape::Grid,
    wrong: |grid| (!(1..=4).contains(&grid.k())).then(|| "expected a number from 1 to 4".into()),
    holds: |grid, values| {
        let has = |square: &[Cell; 4], rest| {
            square.iter().any(|&cell| values.at(cell).rem_euclid(grid.k()) == rest)
        };
        grid.squares().iter().all(|square| (0..grid.k()).all(|rest| has(square, rest)))
    },
    lower: |grid, to| {
        for square in grid.squares() {
            for rest in 0..grid.k() {
                let of = |cell| {
                    grid.values()
                        .filter(|value| value.rem_euclid(grid.k()) == rest)
                        .map(move |value| (cell, value, true))
                };
                to.clause(&square.into_iter().flat_map(of).collect::<Vec<_>>());
            }
        }
    },
    ..Kind::PLAIN
};
