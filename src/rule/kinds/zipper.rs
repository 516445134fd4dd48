//! Zipper lines.

use super::{Kind, Shape};

pub(super) const KIND: Kind = Kind {
    name: "zipper",
    aliases: &["zipperline"],
    about: "cells equally far from the middle of the line have one sum, the cell in the middle, if there is one",
    shape: Shape::Word,
    holds: |line, values| {
        let numbers = values.of(line.cells());
        let (half, length) = (numbers.len() / 2, numbers.len());
        let sum = |k: usize| numbers[k] + numbers[length - 1 - k];
        let middle = if length % 2 == 1 { numbers[half] } else { sum(0) };
        (0..half).all(|k| sum(k) == middle)
    },
    lower: |line, to| {
        let cells = line.cells();
        let (half, length) = (cells.len() / 2, cells.len());
        let pair = |k: usize| [cells[k], cells[length - 1 - k]];
        for k in 0..half {
            match (length % 2 == 1, k) {
                (true, _) => {
                    let terms = [(pair(k)[0], 1), (pair(k)[1], 1), (cells[half], -1)];
                    to.weighted(&terms, [0]);
                }
                (false, 0) => {}
                (false, _) => {
                    let four = [pair(0), pair(k)].concat();
                    to.balance(&four, |at, value| if at < 2 { value } else { -value });
                }
            }
        }
    },
    ..Kind::PLAIN
};
