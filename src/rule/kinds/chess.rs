//! Moves of any chess piece that leaps: a camel is `chess 1 3`, a zebra `chess 2 3`.

use super::super::arguments::Arguments;
use super::{Kind, Numbers, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "chess",
    about: "equal digits are not a move of NUMBER by NUMBER apart; of the further numbers only, if any, and among the cells named, if any",
    numbers: Numbers::Some,
    shape: Shape::Among,
    wrong: |grid| {
        let two =
            grid.numbers().get(..2).is_some_and(|two| two.iter().all(|k| (0..1000).contains(k)));
        if !two || grid.numbers()[..2] == [0, 0] {
            return Some("expected two numbers, of rows and columns".into());
        }
        grid.no_digit_from(2)
    },
    holds: |grid, values| {
        let about =
            |value: &i64| grid.numbers()[2..].is_empty() || grid.numbers()[2..].contains(value);
        let equal = |&(a, b): &(Cell, Cell)| values.at(a) == values.at(b) && about(&values.at(a));
        !leaps(grid).iter().any(equal)
    },
    lower: |grid, to| {
        let about =
            |value: &i64| grid.numbers()[2..].is_empty() || grid.numbers()[2..].contains(value);
        to.pairs(leaps(grid), |a, b| a != b || !about(&a));
    },
    ..Kind::PLAIN
};

/// The pairs a move apart that the rule is about.
fn leaps(grid: &Arguments) -> Vec<(Cell, Cell)> {
    let by = |k: usize| grid.numbers().get(k).and_then(|&by| isize::try_from(by).ok()).unwrap_or(0);
    let among = |cell: Cell| grid.lines().is_empty() || grid.cells().contains(&cell);
    let pairs = grid.apart((by(0), by(1))).into_iter();
    pairs.filter(|&(a, b)| among(a) && among(b)).collect()
}
