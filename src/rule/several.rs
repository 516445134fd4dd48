//! Sums that overlap, or that have several totals, fill a house or a union of houses in many ways, and may leave
//! few cells of it, or few totals of these.
//!
//! Where each square of two by two cells in two rows comes to 16 or 24, four of them leave two cells of a column,
//! which then come to 10.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::block::{Block, Sum};
use super::implied::{Unions, plain_sums};
use super::joined::span;
use crate::grid::{Cell, Layout};

/// With more sums than this none are looked for.
const MOST_OF_ALL: usize = 2000;
/// With more sums than this in a house or a union none are looked for there.
const MOST_SUMS: usize = 40;
/// Once so many are found no more are looked for.
const MOST_FOUND: usize = 500;
/// The most totals of a sum, and of sums together.
const MOST_TOTALS: usize = 64;
/// The most cells that are left.
const MOST_LEFT: usize = 4;

/// The cells of a sum of plain numbers, in order, and what it may come to.
type Several = (Vec<Cell>, Vec<i64>);

/// What follows in this way, of the cells that are open: `filled` gives the index of the digit that stands in a
/// cell.
pub(super) fn sums<'a>(
    layout: &Layout,
    unions: &OnceLock<Unions>,
    blocks: impl Iterator<Item = &'a Block>,
    worth: &Arc<[i32]>,
    filled: impl Fn(Cell) -> Option<usize>,
) -> Vec<Sum> {
    let all: Vec<Several> = blocks.flat_map(|block| of_block(block, worth)).collect();
    let mut covered = vec![0u32; layout.cells()];
    for cell in all.iter().flat_map(|(cells, _)| cells) {
        covered[cell.index()] += 1;
    }
    let is_special = |(cells, totals): &Several| {
        totals.len() > 1 || cells.iter().any(|cell| covered[cell.index()] > 1)
    };
    if all.len() > MOST_OF_ALL || !all.iter().any(is_special) {
        return Vec::new();
    }
    let whole: i64 = worth.iter().map(|&number| i64::from(number)).sum();
    let houses = layout.full_houses().iter().map(|house| (house.cells(), 1));
    let unions = &unions.get_or_init(|| Unions::of(layout)).all;
    let unions = unions.iter().map(|(cells, houses)| (&cells[..], *houses));
    let mut found = BTreeSet::new();
    let mut within = vec![false; layout.cells()];
    for (cells, houses) in houses.chain(unions) {
        let total = whole * i64::try_from(houses).expect("few");
        for cell in cells {
            within[cell.index()] = true;
        }
        let inside = all.iter().filter(|(cells, _)| cells.iter().all(|it| within[it.index()]));
        let inside: Vec<&Several> = inside.collect();
        let covers: usize = inside.iter().map(|(cells, _)| cells.len()).sum();
        if inside.len() <= MOST_SUMS
            && covers + MOST_LEFT >= cells.len()
            && found.len() < MOST_FOUND
        {
            for first in inside.iter().filter(|sum| is_special(sum)) {
                let Some((rest, totals)) = rest(cells, total, first, &inside) else { continue };
                found.extend(telling(layout, rest, &totals, worth, &filled));
            }
        }
        for cell in cells {
            within[cell.index()] = false;
        }
    }
    let sum = |(cells, totals): Several| {
        let weights = vec![Arc::clone(worth); cells.len()];
        Sum::new(cells, weights, totals)
    };
    found.into_iter().map(sum).collect()
}

/// The sums of plain numbers that a block is.
fn of_block(block: &Block, worth: &[i32]) -> Vec<Several> {
    match block {
        Block::Sum(sum) if sum.targets().len() > 1 => {
            let mut cells = sum.cells().to_vec();
            cells.sort_unstable();
            let is_plain = sum.weights().iter().all(|table| **table == *worth)
                && sum.targets().len() <= MOST_TOTALS
                && sum.targets().iter().all(|total| i32::try_from(*total).is_ok())
                && cells.windows(2).all(|two| two[0] != two[1]);
            is_plain.then(|| (cells, sum.targets().to_vec())).into_iter().collect()
        }
        _ => {
            let plain = plain_sums(block, worth).into_iter();
            let near = plain.filter(|(_, total)| i32::try_from(*total).is_ok());
            near.map(|(cells, total)| (cells, vec![total])).collect()
        }
    }
}

/// What a sum, and after it each one that has no cell in common with those before, leaves of cells with a total:
/// few cells, and what they may come to.
fn rest(
    cells: &[Cell],
    total: i64,
    first: &Several,
    inside: &[&Several],
) -> Option<(Vec<Cell>, BTreeSet<i64>)> {
    let mut rest: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut totals = BTreeSet::from([total]);
    for (cells, sums) in std::iter::once(first).chain(inside.iter().copied()) {
        if cells.iter().all(|cell| rest.contains(cell)) {
            for cell in cells {
                rest.remove(cell);
            }
            totals =
                totals.iter().flat_map(|total| sums.iter().map(move |it| total - it)).collect();
            if totals.len() > MOST_TOTALS {
                return None;
            }
        }
    }
    (1..=MOST_LEFT).contains(&rest.len()).then(|| (rest.into_iter().collect(), totals))
}

/// The open cells among some with one of some totals, and what they may come to, unless that is most of what they
/// could.
fn telling(
    layout: &Layout,
    mut cells: Vec<Cell>,
    totals: &BTreeSet<i64>,
    worth: &[i32],
    filled: &impl Fn(Cell) -> Option<usize>,
) -> Option<Several> {
    let mut known = 0;
    cells.retain(|&cell| match filled(cell) {
        Some(digit) => {
            known += i64::from(worth[digit]);
            false
        }
        None => true,
    });
    let span = span(layout, cells.clone(), worth)?;
    let within = totals.iter().map(|total| total - known);
    let within: Vec<i64> = within.filter(|it| (span.low..=span.high).contains(it)).collect();
    let says_much = 2 * i64::try_from(within.len()).expect("few") <= span.high - span.low;
    (!cells.is_empty() && says_much).then_some((cells, within))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn squares_of_two_totals_leave_two_cells() {
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let worth: Arc<[i32]> = (1..=9).collect();
        let squares = (1..=8).map(|c| {
            let cells = format!("r3c{c} r3c{} r4c{c} r4c{}", c + 1, c + 1);
            Rule::parse(&format!("or (sum 16 {cells}) (sum 24 {cells})"), &layout).unwrap()
        });
        let blocks: Vec<Block> = squares.flat_map(|rule| rule.blocks().to_vec()).collect();
        assert!(blocks.iter().all(|block| matches!(block, Block::Sum(_))));
        let found = sums(&layout, &OnceLock::new(), blocks.iter(), &worth, |_| None);
        let found: Vec<_> = found.iter().map(|sum| (sum.cells(), sum.targets())).collect();
        let at = |r: usize, c: usize| Cell::new(9 * (r - 1) + c - 1);
        for column in [1, 3, 5, 7, 9] {
            let sum = [at(3, column), at(4, column)];
            assert!(found.contains(&(&sum[..], &[10][..])), "{column}: {found:?}");
        }
        // What is filled counts.
        let filled = |cell: Cell| (cell == at(3, 1)).then_some(2);
        let found = sums(&layout, &OnceLock::new(), blocks.iter(), &worth, filled);
        assert!(found.iter().any(|sum| sum.cells() == [at(4, 1)] && sum.targets() == [7]));
    }
}
