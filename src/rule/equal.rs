//! Groups of cells with one sum, each with each other: rules say it of neighbours in a list alone.
//!
//! Where one group is a single cell the others meet in that, and no more is needed.

use std::collections::BTreeSet;

use foldhash::HashMap;

use super::Rule;
use super::arguments::worth;
use super::block::{Block, Sum};
use super::implied::{Terms, plain_sums, same};
use super::joined::span;
use crate::grid::{Cell, Layout};

/// Of more groups with one sum than this, only those that rules name together are looked at.
const MOST_GROUPS: usize = 24;
/// The most cells of groups whose sums are listed.
const MOST_CELLS: usize = 6;
/// The most sums that groups may have for these to be listed.
const MOST_TOTALS: i64 = 64;

/// What follows from the differences of groups that rules give: the differences of others.
pub(super) fn sums<'a>(blocks: impl Iterator<Item = &'a Block>, worth: &[i32]) -> Vec<Terms> {
    let groups = Groups::of(blocks, worth);
    let mut met = vec![None; groups.all.len()];
    let mut found = Vec::new();
    for first in 0..groups.all.len() {
        if met[first].is_none() {
            let together = groups.reach(first, &mut met);
            if (3..=MOST_GROUPS).contains(&together.len()) {
                groups.compare(&together, &met, &mut found);
            }
        }
    }
    found
}

/// What the most groups with one sum, so many at least, can come to: a rule for each such sum. None if it is that
/// of a single cell, or known, or if there are large groups, of whose digits it says little.
pub(crate) fn totals<'a>(
    layout: &Layout,
    blocks: impl Iterator<Item = &'a Block> + Clone,
    fewest: usize,
) -> Vec<Rule> {
    let worth = worth(layout);
    let groups = Groups::of(blocks.clone(), &worth);
    if groups.all.len() < fewest {
        return Vec::new();
    }
    let known = blocks.flat_map(|block| plain_sums(block, &worth)).map(|(cells, _)| cells);
    let known: BTreeSet<Vec<Cell>> = known.collect();
    let is_open = |&group: &usize| {
        let cells = &groups.all[group];
        (2..=MOST_CELLS).contains(&cells.len()) && !known.contains(cells)
    };
    let mut met = vec![None; groups.all.len()];
    let mut most = Vec::new();
    for first in 0..groups.all.len() {
        if met[first].is_none() {
            let together = groups.reach(first, &mut met);
            if together.len() >= fewest.max(most.len() + 1) && together.iter().all(is_open) {
                most = together;
            }
        }
    }
    let (mut low, mut high) = (i64::MIN, i64::MAX);
    for &group in &most {
        let more = met[group].expect("reached");
        let Some(span) = span(layout, groups.all[group].clone(), &worth) else { return Vec::new() };
        (low, high) = (low.max(span.low - more), high.min(span.high - more));
    }
    if most.is_empty() || high.saturating_sub(low) >= MOST_TOTALS {
        return Vec::new();
    }
    let rule = |total: i64| {
        let sums = most.iter().map(|&group| {
            let (cells, more) = (&groups.all[group], met[group].expect("reached"));
            let weights = vec![worth.clone(); cells.len()];
            Block::Sum(Sum::new(&cells[..], weights, [total + more]))
        });
        Rule::from_blocks(format!("total {total}"), sums.collect::<Vec<_>>())
    };
    (low..=high).map(rule).collect()
}

/// The cells that a sum of plain numbers adds, those that it takes away, and its total.
fn difference(sum: &Sum, worth: &[i32]) -> Option<(Vec<Cell>, Vec<Cell>, i64)> {
    let &[total] = sum.targets() else { return None };
    // Most sums take nothing away.
    if sum.weights().iter().all(|table| same(table, worth)) {
        return None;
    }
    let (mut more, mut less) = (Vec::new(), Vec::new());
    for (&cell, table) in sum.cells().iter().zip(sum.weights()) {
        if same(table, worth) {
            more.push(cell);
        } else if table.iter().zip(worth).all(|(a, b)| *a == -b) {
            less.push(cell);
        } else {
            return None;
        }
    }
    let is_group = |cells: &mut Vec<Cell>| {
        cells.sort_unstable();
        !cells.is_empty() && cells.windows(2).all(|two| two[0] != two[1])
    };
    // Free rules may have targets that nothing comes to.
    let is_far = i32::try_from(total).is_err();
    (!is_far && is_group(&mut more) && is_group(&mut less)).then_some((more, less, total))
}

/// Groups of cells, and by how much the sum of each is given to be more than those of others.
#[derive(Default)]
struct Groups {
    all: Vec<Vec<Cell>>,
    given: Vec<Vec<(usize, i64)>>,
    numbers: HashMap<Vec<Cell>, usize>,
}

impl Groups {
    fn of<'a>(blocks: impl Iterator<Item = &'a Block>, worth: &[i32]) -> Self {
        let mut groups = Groups::default();
        for block in blocks {
            if let Block::Sum(sum) = block
                && let Some((more, less, total)) = difference(sum, worth)
            {
                let (more, less) = (groups.number(more), groups.number(less));
                groups.given[more].push((less, total));
                groups.given[less].push((more, -total));
            }
        }
        groups
    }

    fn number(&mut self, cells: Vec<Cell>) -> usize {
        if let Some(&number) = self.numbers.get(&cells) {
            return number;
        }
        self.numbers.insert(cells.clone(), self.all.len());
        self.all.push(cells);
        self.given.push(Vec::new());
        self.all.len() - 1
    }

    /// The groups that hang together with one, and in `met` by how much each is more than it.
    fn reach(&self, first: usize, met: &mut [Option<i64>]) -> Vec<usize> {
        met[first] = Some(0);
        let mut reached = vec![first];
        let mut at = 0;
        while let Some(&group) = reached.get(at) {
            let more = met[group].expect("reached");
            for &(other, total) in &self.given[group] {
                if met[other].is_none() {
                    met[other] = Some(more - total);
                    reached.push(other);
                }
            }
            at += 1;
        }
        reached
    }

    /// The differences of groups that are not given.
    fn compare(&self, together: &[usize], met: &[Option<i64>], found: &mut Vec<Terms>) {
        let single = together.iter().position(|&group| self.all[group].len() == 1);
        for (k, &a) in together.iter().enumerate() {
            for (l, &b) in together.iter().enumerate().skip(k + 1) {
                let is_given = self.given[a].iter().any(|&(other, _)| other == b);
                if is_given || single.is_some_and(|it| it != k && it != l) {
                    continue;
                }
                let only = |a: usize, b: usize, plus: bool| {
                    let others = self.all[a].iter().filter(move |cell| !self.all[b].contains(cell));
                    others.map(move |&cell| (cell, plus))
                };
                let mut terms: Vec<_> = only(a, b, true).chain(only(b, a, false)).collect();
                terms.sort_unstable();
                let total = met[a].expect("reached") - met[b].expect("reached");
                found.push((terms, total));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Layout;
    use crate::rule::Rule;

    #[test]
    fn groups_are_compared_with_all_others_or_with_a_single_cell() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let found = |text: &str| {
            let blocks = Rule::parse(text, &layout).unwrap().blocks().to_vec();
            let text = |(terms, total): &Terms| {
                let sign = |plus: bool| if plus { '+' } else { '-' };
                let terms = terms
                    .iter()
                    .map(|&(cell, plus)| format!("{}{}", sign(plus), layout.name_of(cell)));
                format!("{} = {total}", terms.collect::<String>())
            };
            sums(blocks.iter(), &[1, 2, 3, 4]).iter().map(text).collect::<Vec<_>>()
        };
        // Common cells cancel out.
        let three = "equalsums r1c1 r1c2; r2c1 r2c2; r1c2 r3c1";
        assert_eq!(found(three), ["+r1c1-r3c1 = 0"]);
        let with_a_cell = "equalsums r1c1 r1c2; r2c1 r2c2; r3c1; r4c1 r4c2";
        assert_eq!(found(with_a_cell), ["+r1c1+r1c2-r3c1 = 0"]);
        assert!(found("equalsums r1c1 r1c2; r2c1 r2c2").is_empty());
    }
}
