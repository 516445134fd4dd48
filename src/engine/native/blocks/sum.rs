//! Which filters a sum gets.
//!
//! Cells that all differ and weigh alike are a cage, filtered by the combinations of its digits.
//! Other sums get bounds, where different cells take different digits, and their partial sums, exact
//! but for cells that must differ, once few cells are open: as bits of a word, or as a diagram as long
//! as that is small. Sums that follow from others get bounds alone.

use std::cmp::Reverse;
use std::sync::Arc;

use itertools::Itertools;
use smallvec::SmallVec;

use super::super::state::number;
use super::super::word::Word;
use super::bounds::{Bounds, Group, Scale};
use super::cage::Cage;
use super::diagram::Diagram;
use super::partial::Partial;
use super::{Domain, Filter, Filtered};
use crate::rule::Sum;

/// Partial sums are looked at where at most so many cells are open: with more they remove little that bounds
/// do not.
pub(super) const MOST_OPEN: usize = 4;

/// The tables of weights of a puzzle's sums, each once.
#[derive(Debug, Default)]
pub(super) struct Scales {
    all: Vec<Arc<Scale>>,
    /// Tables that many sums share.
    known: Vec<(Arc<[i32]>, Arc<Scale>)>,
}

impl Scales {
    /// The scale of a table.
    fn of(&mut self, weights: &[i64]) -> Arc<Scale> {
        if let Some(known) = self.all.iter().find(|scale| scale.weights() == weights) {
            return Arc::clone(known);
        }
        let new = Arc::new(Scale::new(weights));
        self.all.push(Arc::clone(&new));
        new
    }

    /// The scale of a table as sums have it, for so many digits.
    fn of_table(&mut self, table: &Arc<[i32]>, digits: usize) -> Arc<Scale> {
        if let Some((_, scale)) = self.known.iter().find(|(known, _)| Arc::ptr_eq(known, table)) {
            return Arc::clone(scale);
        }
        let scale = self.of(&wide(table, digits));
        self.known.push((Arc::clone(table), Arc::clone(&scale)));
        scale
    }
}

fn wide(table: &[i32], digits: usize) -> Vec<i64> {
    table.iter().take(digits).copied().map(i64::from).collect()
}

/// The filters of a sum, which may follow from others, before any decision: at most two. `differ` tells
/// cells that must differ.
pub(super) fn filters<W: Word>(
    block: &Sum,
    follows: bool,
    domain: Domain<'_, W>,
    scales: &mut Scales,
    differ: impl Fn(usize, usize) -> bool,
) -> impl Iterator<Item = Filtered<W>> {
    let side = domain.geometry.side;
    // A cell that is named twice counts twice.
    let mut cells: Vec<u32> = Vec::with_capacity(block.cells().len());
    let mut tables: Vec<Vec<i64>> = Vec::new();
    let mut scale_of: SmallVec<[Arc<Scale>; 16]> = SmallVec::new();
    for (k, (cell, weights)) in block.cells().iter().zip(block.weights()).enumerate() {
        let cell = number(cell.index());
        if let Some(again) = cells.iter().position(|&known| known == cell) {
            if tables.is_empty() {
                tables = block.weights()[..k].iter().map(|table| wide(table, side)).collect();
            }
            let more = wide(weights, side);
            tables[again].iter_mut().zip(more).for_each(|(sum, weight)| *sum += weight);
            scale_of[again] = scales.of(&tables[again]);
            continue;
        }
        cells.push(cell);
        if !tables.is_empty() {
            tables.push(wide(weights, side));
        }
        scale_of.push(scales.of_table(weights, side));
    }
    let all = domain.of(&cells);
    let mut groups = grouped(0..cells.len(), &cells, &scale_of, &differ);
    if groups.len() > 1
        && !follows
        && let Some(order) = by_houses(&cells, &scale_of, domain)
    {
        groups = grouped(order, &cells, &scale_of, &differ);
    }
    if let [group] = &groups[..] {
        let union = all.iter().copied().fold(W::EMPTY, W::or);
        if let Some(cage) = Cage::new(cells.len(), union, group.scale(), block.targets()) {
            let filtered = Filtered { cells: cells.into(), all, filter: Filter::Cage(cage) };
            return [Some(filtered), None].into_iter().flatten();
        }
    }
    let some_differ = groups.iter().any(|group| group.positions.len() > 1);
    let exact = if follows {
        None
    } else {
        let tables: Vec<_> = scale_of.iter().map(|scale| scale.weights()).collect();
        let partial = Partial::new(&all, &tables, block.targets()).map(Filter::Partial);
        let diagram = || Diagram::of_sum(&all, &tables, block.targets()).map(Filter::Diagram);
        partial.or_else(diagram)
    };
    let bounds = (some_differ || exact.is_none() || cells.len() > MOST_OPEN)
        .then(|| Filter::Bounds(Bounds::new(groups, block.targets())));
    let cells: Box<[u32]> = cells.into();
    let found = match (bounds, exact) {
        (Some(bounds), Some(exact)) => {
            let first = Filtered { cells: cells.clone(), all: all.clone(), filter: bounds };
            [Some(first), Some(Filtered { cells, all, filter: exact })]
        }
        (one, other) => [one.or(other).map(|filter| Filtered { cells, all, filter }), None],
    };
    found.into_iter().flatten()
}

/// Groups of cells that all differ and weigh alike: each cell in turn joins the first one that it can.
fn grouped(
    order: impl IntoIterator<Item = usize>,
    cells: &[u32],
    scale_of: &[Arc<Scale>],
    differ: &impl Fn(usize, usize) -> bool,
) -> SmallVec<[Group; 4]> {
    let mut groups: SmallVec<[Group; 4]> = SmallVec::new();
    for k in order {
        let joins = |group: &&mut Group| {
            let others = |&other: &usize| differ(cells[k] as usize, cells[other] as usize);
            Arc::ptr_eq(group.scale(), &scale_of[k]) && group.positions.iter().all(others)
        };
        match groups.iter_mut().find(joins) {
            Some(group) => group.positions.push(k),
            None => groups.push(Group::new(k, Arc::clone(&scale_of[k]))),
        }
    }
    groups
}

/// An order of cells in which those that weigh alike and fill more than half of a house come first, the fullest house
/// before others: their total has the closest bounds. `None` if no house is so full.
fn by_houses<W: Word>(
    cells: &[u32],
    scale_of: &[Arc<Scale>],
    domain: Domain<'_, W>,
) -> Option<Vec<usize>> {
    let houses = |k: usize| domain.geometry.positions(cells[k] as usize).iter().map(|it| it.0);
    // The first cell that weighs like each.
    let like = scale_of.iter().map(|own| scale_of.iter().position(|it| Arc::ptr_eq(own, it)));
    let like: Vec<_> = like.collect();
    let (mut order, mut left) = (Vec::new(), (0..cells.len()).collect_vec());
    while 2 * left.len() > domain.geometry.side {
        let groups =
            left.iter().flat_map(|&k| houses(k).map(|house| (house, like[k])).collect_vec());
        let counts = groups.counts().into_iter();
        let (fullest, count) = counts.max_by_key(|&(group, count)| (count, Reverse(group)))?;
        if 2 * count <= domain.geometry.side {
            break;
        }
        let is_in = |k: usize| like[k] == fullest.1 && houses(k).contains(&fullest.0);
        let (full, others) = left.iter().partition::<Vec<_>, _>(|&&k| is_in(k));
        order.extend(full);
        left = others;
    }
    (!order.is_empty()).then(|| order.into_iter().chain(left).collect())
}

#[cfg(test)]
mod tests {
    use super::super::super::geometry::Geometry;
    use super::*;
    use crate::grid::{Cell, Layout};

    /// A line that enters a column from beside it: its first cells are in one box, but the column has a known total.
    #[test]
    fn cells_that_fill_a_house_are_summed_together() {
        let layout = Layout::boxes(3, 3).unwrap();
        let geometry: Geometry<u32> = Geometry::new(&layout, &[]);
        let domain = Domain { geometry: &geometry, cells: &[0x1ff; 81] };
        let line: Vec<Cell> = [1].into_iter().chain((0..81).step_by(9)).map(Cell::new).collect();
        let weights: Arc<[i32]> = (1..10).collect();
        let block = Sum::new(&line[..], vec![weights; 10], [52]);
        let differ = |a, b| geometry.are_in_a_house(a, b);
        let mut scales = Scales::default();
        let filters = filters(&block, false, domain, &mut scales, differ);
        let mut sets = [0x1ff; 10];
        for filtered in filters {
            assert!(filtered.filter.narrow(&mut sets));
        }
        assert_eq!((sets[0], &sets[1..]), (1 << 6, &[0x1ff; 9][..]));
    }
}
