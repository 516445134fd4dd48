//! Ranks of rows and columns that are read from both ends as numbers.

use std::cmp::Ordering;
use std::sync::Arc;

use super::arguments::{Arguments, Values};
use super::block::Automaton;
use super::lowering::Lowering;
use crate::grid::{Cell, House};

/// Why lines have no ranks.
pub(super) fn unranked(row: &Arguments) -> Option<String> {
    let full = |house: &&House| ["rows", "columns"].contains(&house.kind().name);
    let lines = row.layout().full_houses().iter().filter(full).count();
    let frame = row.layout().grid();
    let side = frame.rows();
    let fits = frame.columns() == side && lines == 2 * side && row.layout().digits() == side;
    (!fits).then(|| "expected full rows and columns of a square grid".into())
}

/// All lines, read from each side of the grid: rows from both ends, then columns.
pub(super) fn sides(row: &Arguments) -> [Vec<Vec<Cell>>; 4] {
    let of = |name| {
        let lines = row.layout().full_houses().iter().filter(move |it| it.kind().name == name);
        lines.map(|line| line.cells().to_vec())
    };
    let turned = |name| of(name).map(|line| line.into_iter().rev().collect());
    let [rows, columns] = ["rows", "columns"];
    [of(rows).collect(), turned(rows).collect(), of(columns).collect(), turned(columns).collect()]
}

/// How the numbers of each other line compare to those of the row.
pub(super) fn orders(row: &Arguments, values: Values<'_>) -> impl Iterator<Item = Ordering> {
    let others = sides(row).into_iter().flatten().filter(|line| **line != *row.cells());
    others.map(move |line| values.each(&line).cmp(values.each(row.cells())))
}

/// Gives the row its rank, where each other line that begins with the same digit compares to it in
/// one of these orders.
pub(super) fn rank(row: &Arguments, orders: &[Ordering], to: &mut Lowering<'_>) {
    // Each side begins with all digits: so four lines begin with each, one from each side.
    let (first, rank) = ((row.k() - 1).div_euclid(4), (row.k() - 1).rem_euclid(4));
    to.only(&row.cells()[..1], |value| value == row.least() + first);
    let others = sides(row).into_iter().filter(|side| !side.iter().any(|it| **it == *row.cells()));
    // The first cell of each line, then of each place its cell and that of this row.
    let length = 2 * row.cells().len() - 1;
    let beside = |line: Vec<Cell>| {
        let mut cells = Vec::with_capacity(length + 1);
        for (&other, &own) in line.iter().zip(row.cells()) {
            cells.extend([other, own]);
        }
        cells.remove(1);
        cells
    };
    let others = others.map(|side| side.into_iter().map(beside).collect());
    let others: Vec<Vec<Vec<Cell>>> = others.collect();
    let count = orders.len();
    let ways = (0..count.pow(3)).map(|way| [way, way / count, way / count / count]);
    let ways = ways.map(|way| way.map(|k| orders[k % count]));
    let fits = |way: &[Ordering; 3]| {
        way.iter().map(|it| i64::from(*it == Ordering::Less)).sum::<i64>() == rank
    };
    let automata =
        orders.iter().filter_map(|&order| Some((order, compare(row, length, order, to)?)));
    let automata: Vec<_> = automata.collect();
    to.any(ways.filter(fits).map(|way| {
        let (others, automata) = (&others, &automata);
        move |to: &mut Lowering<'_>| {
            for (lines, order) in others.iter().zip(way) {
                let Some((_, automaton)) = automata.iter().find(|it| it.0 == order) else {
                    continue;
                };
                for cells in lines {
                    to.line(cells, automaton);
                }
            }
        }
    }));
}

/// A line that begins with the same digit is smaller, equal, or greater: its first number, then of
/// each place its number and that of the row.
fn compare(
    row: &Arguments,
    length: usize,
    order: Ordering,
    to: &mut Lowering<'_>,
) -> Option<Arc<Automaton>> {
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    enum State {
        Begin,
        Equal,
        /// What the other line has in a place.
        Half(i64),
        Done,
    }
    let begins = row.least() + (row.k() - 1).div_euclid(4);
    let next = |state: &State, value: i64| match *state {
        State::Begin if value != begins => Some(State::Done),
        State::Begin => Some(State::Equal),
        State::Equal => Some(State::Half(value)),
        State::Half(other) if other == value => Some(State::Equal),
        State::Half(other) => (other.cmp(&value) == order).then_some(State::Done),
        State::Done => Some(State::Done),
    };
    let ends = |state: &State| match state {
        State::Done => true,
        state => order == Ordering::Equal && *state == State::Equal,
    };
    to.automaton(length, State::Begin, next, ends)
}

#[cfg(test)]
mod tests {
    use crate::grid::{Digit, Layout, LayoutSpec};
    use crate::rule::Rule;

    /// Elsewhere another number of lines begins with a digit.
    #[test]
    fn ranks_are_those_of_one_square_grid_of_as_many_digits() {
        let holes: LayoutSpec = "cells=.xxx/x.xx/xx.x/xxx.+digits=1-3".parse().unwrap();
        for (layout, fits) in [
            (Layout::boxes(2, 2), true),
            (Layout::latin(5), true),
            (Layout::gattai(4, &[(0, 0), (4, 4)]), false),
            (holes.build(4), false),
        ] {
            let layout = layout.unwrap().shared();
            let row = if fits { "fullrank 2 r1" } else { "fullrankdistinct" };
            assert_eq!(Rule::parse(row, &layout).is_ok(), fits, "{layout:?}");
        }
    }

    /// Equal lines share the first of their ranks, so each line has one.
    #[test]
    fn a_line_has_one_rank_that_equal_ones_share() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let digits = "3421124341322314".bytes().map(|byte| Digit::new(usize::from(byte - b'1')));
        let digits: Vec<_> = digits.collect();
        let ranks = |line: &str| {
            let holds = |rank: &usize| {
                let rule = Rule::parse(&format!("fullranktied {rank} {line}"), &layout).unwrap();
                let by_blocks = rule.blocks().iter().all(|block| block.holds(&digits));
                assert_eq!(rule.holds(&digits), by_blocks, "{rule}");
                by_blocks
            };
            (1..=16).filter(holds).collect::<Vec<_>>()
        };
        let lines = (1..=4).flat_map(|k| [format!("r{k}"), format!("c{k}"), format!("r{k}c4-1")]);
        let found: Vec<_> = lines.map(|line| ranks(&line)).collect();
        assert!(found.iter().all(|ranks| ranks.len() == 1), "{found:?}");
        // The second row upwards, 1243, and the third backwards, 2314, are columns too.
        assert!(found.iter().collect::<std::collections::BTreeSet<_>>().len() < found.len());
    }
}
