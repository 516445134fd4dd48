//! Which filters a sum gets.
//!
//! Cells that all differ and weigh alike are a cage, filtered by the combinations of its digits.
//! Other sums get bounds, where different cells take different digits, and as long as that is small
//! a diagram of their partial sums, exact but for cells that must differ.

use super::super::state::{State, number};
use super::super::word::Word;
use super::bounds::{Bounds, Group};
use super::cage::Cage;
use super::line::Diagram;
use super::{Filter, Filtered};
use crate::rule::Sum;

/// The filters of a sum. `differ` tells cells that must differ.
pub(super) fn filters<W: Word>(
    block: &Sum,
    state: &State<'_, W>,
    differ: impl Fn(usize, usize) -> bool,
) -> Vec<Filtered<W>> {
    let side = state.geometry.side;
    // A cell that is named twice counts twice.
    let mut cells: Vec<u32> = Vec::new();
    let mut tables: Vec<Vec<i64>> = Vec::new();
    for (cell, weights) in block.cells().iter().zip(block.weights()) {
        let weights = weights.iter().copied().map(i64::from);
        let cell = number(cell.index());
        if let Some(k) = cells.iter().position(|&known| known == cell) {
            tables[k].iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        } else {
            cells.push(cell);
            tables.push(weights.take(side).collect());
        }
    }
    let all: Box<[W]> = cells.iter().map(|&cell| state.all_digits(cell as usize)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for (k, table) in tables.iter().enumerate() {
        let joins = |group: &&mut Group| {
            let others = |&other: &usize| differ(cells[k] as usize, cells[other] as usize);
            group.weights() == &table[..] && group.positions.iter().all(others)
        };
        match groups.iter_mut().find(joins) {
            Some(group) => group.positions.push(k),
            None => groups.push(Group::new(k, table)),
        }
    }
    let make = |filter| Filtered { cells: cells.clone().into(), all: all.clone(), filter };
    if let [group] = &groups[..] {
        let union = all.iter().copied().fold(W::EMPTY, W::or);
        if let Some(cage) = Cage::new(cells.len(), union, group.weights(), block.targets()) {
            return vec![make(Filter::Cage(cage))];
        }
    }
    let some_differ = groups.iter().any(|group| group.positions.len() > 1);
    let diagram = Diagram::of_sum(&all, &tables, block.targets());
    let mut filters = Vec::new();
    if some_differ || diagram.is_none() {
        filters.push(make(Filter::Bounds(Bounds::new(groups, block.targets()))));
    }
    filters.extend(diagram.map(|diagram| make(Filter::Diagram(diagram))));
    filters
}
