//! Sums joined: sums without a common cell whose cells see one another, added up.
//!
//! Cells in one house differ, so together they vary less than each by itself: the sum of two parallel
//! diagonals leaves its cells less than the sum of either.

use super::block::Block;
use super::implied::plain_sums;
use crate::grid::{Cell, Layout};

/// With more sums than this none are joined: each is tried with each other, again after every join.
const MOST_SUMS: usize = 24;
/// The fewest cells of a sum that see the other.
const FEWEST_CELLS: usize = 6;
/// The most cells of sums that are joined.
const MOST_CELLS: usize = 81;

/// A sum, and how much its cells would vary if it allowed more.
pub(super) struct Joint {
    /// Its cells, group by group of those in one house.
    pub(super) cells: Vec<Cell>,
    pub(super) total: i64,
    /// What the groups can come to.
    low: i64,
    high: i64,
    strength: i64,
    is_joined: bool,
}

impl Joint {
    /// By how much what the cells can come to varies.
    pub(super) fn range(&self) -> i64 {
        self.high - self.low
    }

    /// How far the total is from the nearer end.
    pub(super) fn slack(&self) -> i64 {
        (self.total - self.low).min(self.high - self.total)
    }
}

/// Sums of plain numbers that follow from others by adding them up, the strongest joined first.
pub(super) fn sums<'a>(
    layout: &Layout,
    blocks: impl Iterator<Item = &'a Block>,
    worth: &[i32],
) -> Vec<(Vec<Cell>, i64)> {
    let plain = blocks.flat_map(|block| plain_sums(block, worth));
    let enough = plain.filter(|(cells, _)| (FEWEST_CELLS..MOST_CELLS).contains(&cells.len()));
    let joints = enough.filter_map(|(cells, total)| joint(layout, cells, total, worth));
    let mut joints: Vec<Joint> = joints.collect();
    if joints.len() < 2 || joints.len() > MOST_SUMS {
        return Vec::new();
    }
    loop {
        let mut best: Option<(Joint, usize, usize)> = None;
        for (k, first) in joints.iter().enumerate() {
            for (l, second) in joints.iter().enumerate().skip(k + 1) {
                let Some(joint) = join(layout, first, second, worth) else { continue };
                if best.as_ref().is_none_or(|(other, ..)| joint.strength > other.strength) {
                    best = Some((joint, k, l));
                }
            }
        }
        let Some((joint, k, l)) = best else { break };
        joints.remove(l);
        joints[k] = joint;
    }
    let joined = joints.into_iter().filter(|joint| joint.is_joined && joint.strength > 0);
    joined.map(|joint| (joint.cells, joint.total)).collect()
}

/// Two sums as one, if that is stronger than they are.
fn join(layout: &Layout, first: &Joint, second: &Joint, worth: &[i32]) -> Option<Joint> {
    let (small, large) =
        if first.cells.len() < second.cells.len() { (first, second) } else { (second, first) };
    if small.cells.len() + large.cells.len() > MOST_CELLS
        || small.cells.iter().any(|cell| large.cells.contains(cell))
    {
        return None;
    }
    let seeing = |cell: &&Cell| large.cells.iter().any(|&other| sees(layout, **cell, other));
    if small.cells.iter().filter(seeing).count() < FEWEST_CELLS {
        return None;
    }
    let mut cells = [&first.cells[..], &second.cells].concat();
    cells.sort_unstable();
    let mut both = joint(layout, cells, first.total + second.total, worth)?;
    let (a, b) = (first.strength, second.strength);
    both.is_joined = true;
    (both.strength > a.max(b) || both.strength > a + b).then_some(both)
}

/// A sum, as strong as its groups of cells in one house make it, the largest first; its cells are
/// listed group by group. `None` if it cannot hold.
pub(super) fn joint(layout: &Layout, cells: Vec<Cell>, total: i64, worth: &[i32]) -> Option<Joint> {
    let Span { cells, low, high, groups } = span(layout, cells, worth)?;
    let slack = (total - low).min(high - total);
    (slack >= 0).then(|| Joint {
        cells,
        total,
        low,
        high,
        strength: high - low - groups * slack,
        is_joined: false,
    })
}

/// Cells, group by group of those in one house, the largest first, and what they can come to.
pub(super) struct Span {
    cells: Vec<Cell>,
    pub(super) low: i64,
    pub(super) high: i64,
    groups: i64,
}

/// What cells can come to. `None` if more are in one house than there are digits.
pub(super) fn span(layout: &Layout, mut rest: Vec<Cell>, worth: &[i32]) -> Option<Span> {
    let mut cells = Vec::with_capacity(rest.len());
    let (mut low, mut high, mut groups) = (0i64, 0i64, 0i64);
    while !rest.is_empty() {
        let mut counts = vec![0usize; layout.houses().len()];
        for &house in rest.iter().flat_map(|&cell| layout.houses_of(cell)) {
            counts[house as usize] += 1;
        }
        let most = (0..counts.len()).rev().max_by_key(|&house| counts[house]);
        let most = most.filter(|&house| counts[house] > 0);
        let is_in = |cell: &Cell| {
            most.is_none_or(|most| layout.houses_of(*cell).iter().any(|&it| it as usize == most))
        };
        let count = if most.is_some() { rest.iter().filter(|cell| is_in(cell)).count() } else { 1 };
        let (group, others): (Vec<_>, Vec<_>) = match most {
            Some(_) => rest.into_iter().partition(is_in),
            None => (vec![rest[0]], rest[1..].to_vec()),
        };
        if count > worth.len() {
            return None;
        }
        low += worth[..count].iter().map(|&it| i64::from(it)).sum::<i64>();
        high += worth[worth.len() - count..].iter().map(|&it| i64::from(it)).sum::<i64>();
        groups += 1;
        cells.extend(group);
        rest = others;
    }
    Some(Span { cells, low, high, groups })
}

/// Whether two cells lie in one house.
fn sees(layout: &Layout, a: Cell, b: Cell) -> bool {
    a != b && layout.houses_of(a).iter().any(|house| layout.houses_of(b).contains(house))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn parallel_diagonals_are_joined_and_cages_apart_are_not() {
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let worth: Vec<i32> = (1..=9).collect();
        let found = |texts: &[&str]| {
            let rules = texts.iter().map(|text| Rule::parse(text, &layout).unwrap());
            let blocks: Vec<_> = rules.flat_map(|rule| rule.blocks().to_vec()).collect();
            sums(&layout, blocks.iter(), &worth)
        };
        let diagonals = [
            "sum 49 r1c9 r2c8 r3c7 r4c6 r5c5 r6c4 r7c3 r8c2 r9c1",
            "sum 49 r1c8 r2c7 r3c6 r4c5 r5c4 r6c3 r7c2 r8c1",
            "sum 49 r2c9 r3c8 r4c7 r5c6 r6c5 r7c4 r8c3 r9c2",
            "sum 49 r3c9 r4c8 r5c7 r6c6 r7c5 r8c4 r9c3",
        ];
        let joined = found(&diagonals);
        let totals: Vec<_> = joined.iter().map(|(cells, sum)| (cells.len(), *sum)).collect();
        assert_eq!(totals, [(32, 196)]);
        // The largest groups come first: eight cells of each of three boxes.
        let boxes = |cells: &[Cell]| {
            cells.iter().all(|&cell| cells.iter().all(|&it| it == cell || sees(&layout, it, cell)))
        };
        assert!(boxes(&joined[0].0[..8]));
        assert!(found(&diagonals[..1]).is_empty());
        assert!(found(&["cage 6 r1c1 r1c2 r1c3", "cage 6 r2c1 r2c2 r2c3"]).is_empty());
    }
}
