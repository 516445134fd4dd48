//! Cells with certain digits that are connected: nurikabe seas, yin-yang, snakes.

use std::collections::BTreeMap;

use super::super::arguments::Arguments;
use super::{Kind, Numbers, Shape};
use crate::grid::Cell;

pub(super) const KIND: Kind = Kind {
    name: "connected",
    aliases: &["connectedvalues"],
    about: "the cells with one of the numbers are connected, each one beside or below another",
    numbers: Numbers::Some,
    shape: Shape::Among,
    wrong: Arguments::no_digit,
    holds: |some, values| {
        let cells = among(some);
        let members = cells.iter().filter(|&&cell| some.numbers().contains(&values.at(cell)));
        are_connected(some, &members.copied().collect::<Vec<_>>())
    },
    lower: |some, to| {
        let cells = among(some);
        to.connected(&cells, &edges(some, &cells), |value| some.numbers().contains(&value), None);
    },
    ..Kind::PLAIN
};

/// The cells that are named, or all of the grid.
pub(super) fn among(some: &Arguments) -> Vec<Cell> {
    match some.cells() {
        [] => (0..some.layout().grid().cells()).map(Cell::new).collect(),
        cells => cells.to_vec(),
    }
}

/// Neighbours, by their positions: cells of the grid, or extra cells, that stand side by side.
pub(super) fn edges(of: &Arguments, cells: &[Cell]) -> Vec<(usize, usize)> {
    let frame = of.layout().frame();
    let is_extra = |cell: Cell| cell.index() >= of.layout().grid().cells();
    let position_of: BTreeMap<_, _> = cells.iter().copied().zip(0..).collect();
    let mut found = Vec::new();
    for (k, &cell) in cells.iter().enumerate() {
        let Some((row, column)) = frame.place(cell) else { continue };
        for other in [frame.cell(row, column + 1), frame.cell(row + 1, column)] {
            let other = other.filter(|&other| is_extra(other) == is_extra(cell));
            found.extend(other.and_then(|other| Some((k, *position_of.get(&other)?))));
        }
    }
    found
}

/// Whether a way over neighbours leads from the first of some cells to each other.
pub(super) fn are_connected(of: &Arguments, cells: &[Cell]) -> bool {
    let mut neighbours = vec![Vec::new(); cells.len()];
    for (a, b) in edges(of, cells) {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    let mut is_new = vec![true; cells.len()];
    let mut reached = Vec::new();
    let mut at = Some(0).filter(|_| !cells.is_empty());
    is_new.iter_mut().take(1).for_each(|first| *first = false);
    while let Some(k) = at {
        reached.extend(neighbours[k].iter().filter(|&&to| std::mem::take(&mut is_new[to])));
        at = reached.pop();
    }
    !is_new.contains(&true)
}
