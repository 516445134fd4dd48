//! What a rule of a kind is about, and what kinds are written with.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::block::{Automaton, Block, Clauses, Distinct, Line, Pairs, Sum};
use crate::grid::{Cell, Digit, Layout};

/// The arguments of a rule: numbers, and lines of cells, on a layout.
#[derive(Debug, Clone)]
pub struct Arguments {
    layout: Arc<Layout>,
    numbers: Box<[i64]>,
    lines: Box<[Box<[Cell]>]>,
}

/// The number shown for a digit. The one place that knows where digits begin.
pub(super) fn value(layout: &Layout, digit: Digit) -> i64 {
    i64::try_from(layout.number_of(digit)).expect("at most 400")
}

/// The digit that a number is shown for.
pub(super) fn digit_of(layout: &Layout, value: i64) -> Option<Digit> {
    let index = usize::try_from(value.checked_sub(self::value(layout, Digit::new(0)))?).ok()?;
    (index < layout.digits()).then(|| Digit::new(index))
}

/// What each digit is worth as a number.
pub(super) fn worth(layout: &Layout) -> Arc<[i32]> {
    let numbers = (0..layout.digits()).map(|digit| value(layout, Digit::new(digit)));
    numbers.map(|number| i32::try_from(number).expect("a small number")).collect()
}

impl Arguments {
    pub(super) fn new(layout: &Arc<Layout>, numbers: &[i64], lines: &[Vec<Cell>]) -> Self {
        let lines = lines.iter().map(|line| line.as_slice().into()).collect();
        Arguments { layout: Arc::clone(layout), numbers: numbers.into(), lines }
    }

    /// The layout.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    /// The only number, or the first; none if there is none.
    pub fn number(&self) -> Option<i64> {
        self.numbers.first().copied()
    }

    /// The lines of cells.
    pub fn lines(&self) -> &[Box<[Cell]>] {
        &self.lines
    }

    /// The only line of cells, or the first; empty if there is none.
    pub fn cells(&self) -> &[Cell] {
        self.lines.first().map_or(&[], |line| line)
    }

    /// How many digits there are.
    pub fn digits(&self) -> usize {
        self.layout.digits()
    }

    /// The smallest number that a digit is shown as.
    pub fn least(&self) -> i64 {
        value(&self.layout, Digit::new(0))
    }

    /// The largest number that a digit is shown as.
    pub fn greatest(&self) -> i64 {
        value(&self.layout, Digit::new(self.digits() - 1))
    }

    /// Each two neighbours on the only line.
    pub fn neighbours(&self) -> Vec<(Cell, Cell)> {
        self.cells().windows(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// Each two cells of the grid that are so many rows and columns apart, one way or the other.
    pub fn apart(&self, (a, b): (isize, isize)) -> Vec<(Cell, Cell)> {
        let frame = self.layout.frame();
        let moves = [(a, b), (a, -b), (b, a), (b, -a)];
        let forward: BTreeSet<_> = moves.into_iter().map(|by| by.max((-by.0, -by.1))).collect();
        let mut pairs = Vec::new();
        for cell in (0..self.layout.cells()).map(Cell::new) {
            let Some((row, column)) = frame.place(cell) else { continue };
            for &(down, right) in &forward {
                let row = row.checked_add_signed(down);
                let place = row.zip(column.checked_add_signed(right));
                let other = place.and_then(|(row, column)| frame.cell(row, column));
                pairs.extend(other.map(|other| (cell, other)));
            }
        }
        pairs
    }

    /// The block: a relation between numbers holds of each of these pairs.
    pub fn pairs(&self, pairs: Vec<(Cell, Cell)>, relation: impl Fn(i64, i64) -> bool) -> Block {
        let number = |digit| value(&self.layout, Digit::new(digit));
        let relation = |first, second| relation(number(first), number(second));
        Block::Pairs(Pairs::from_relation(self.digits(), relation, pairs))
    }

    /// The block: no number twice among these cells.
    pub fn distinct(&self, cells: &[Cell]) -> Block {
        Block::Distinct(Distinct::new(cells))
    }

    /// The block: the numbers of these cells add up to one of some totals.
    pub fn sum(&self, cells: &[Cell], totals: impl Into<Vec<i64>>) -> Block {
        Block::Sum(Sum::new(cells, vec![worth(&self.layout); cells.len()], totals))
    }

    /// The block: from `start`, `next` of each state and number in turn leads to a state that
    /// `accepts`. States are numbers below `states`.
    pub fn line(
        &self,
        cells: &[Cell],
        states: usize,
        start: usize,
        next: impl Fn(usize, i64) -> Option<usize>,
        accepts: impl Fn(usize) -> bool,
    ) -> Block {
        let accepting: Vec<_> = (0..states).map(accepts).collect();
        let next = |state, digit| next(state, value(&self.layout, Digit::new(digit)));
        let automaton = Automaton::new(self.digits(), start, accepting, next);
        Block::Line(Line::new(cells, Arc::new(automaton)))
    }

    /// The block that nothing satisfies.
    pub fn never(&self) -> Block {
        Block::Clauses(Clauses::new([Box::default()]))
    }
}

/// A filled grid, as the numbers shown.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    pub(super) layout: &'a Layout,
    pub(super) digits: &'a [Digit],
}

impl Values<'_> {
    /// The number in a cell.
    pub fn at(&self, cell: Cell) -> i64 {
        value(self.layout, self.digits[cell.index()])
    }

    /// The numbers in some cells.
    pub fn of(&self, cells: &[Cell]) -> Vec<i64> {
        cells.iter().map(|&cell| self.at(cell)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_apart_are_named_once() {
        let layout = Layout::latin(5).unwrap().shared();
        let arguments = Arguments::new(&layout, &[], &[]);
        for (offset, count) in [((0, 1), 40), ((1, 1), 32), ((1, 2), 48), ((2, 2), 18)] {
            let pairs = arguments.apart(offset);
            assert!(pairs.iter().all(|(a, b)| {
                let rows = a.row(5).abs_diff(b.row(5)).cast_signed();
                let columns = a.column(5).abs_diff(b.column(5)).cast_signed();
                (rows, columns) == offset || (columns, rows) == offset
            }));
            let pairs: BTreeSet<_> = pairs.iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            assert_eq!(pairs.len(), count, "{offset:?}");
        }
    }
}
