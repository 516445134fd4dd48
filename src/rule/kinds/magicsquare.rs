//! Magic squares: the cells of a square, row by row.

use super::super::arguments::Arguments;
use super::equalsums::equal;
use super::{Kind, Shape, are_distinct};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "magicsquare",
    about: "rows, columns and diagonals of the square, named row by row, have one sum; no digit twice",
    shape: Shape::Path,
    wrong: |square| {
        let count = square.cells().len();
        (count.isqrt().pow(2) != count).then(|| format!("{count} cells: expected a square number"))
    },
    holds: |square, values| {
        let digits = values.of(square.cells());
        let distinct = are_distinct(&digits);
        let sums = lines(square).into_iter().map(|line| values.of(&line).iter().sum::<i64>());
        let sums: Vec<_> = sums.collect();
        distinct && sums.windows(2).all(|two| two[0] == two[1])
    },
    lower: |square, to| {
        to.distinct(square.cells());
        equal(&lines(square), to);
    },
    ..Kind::PLAIN
};

/// The rows, columns and diagonals.
fn lines(square: &Arguments) -> Vec<Vec<Cell>> {
    let side = square.cells().len().isqrt();
    let line = |at: &dyn Fn(usize) -> usize| (0..side).map(|k| square.cells()[at(k)]).collect();
    let mut lines = vec![line(&|k| k * (side + 1)), line(&|k| (k + 1) * side - k - 1)];
    for k in 0..side {
        lines.push(line(&|other| k * side + other));
        lines.push(line(&|other| other * side + k));
    }
    lines
}
