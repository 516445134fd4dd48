//! Sums that cover a house, added up, less the house: where houses fill what they leave open, and houses
//! that lie in the rest are taken away too, little may be left.
//!
//! Four diagonals beside a diagonal house meet three boxes in all cells but those on it. Together with it,
//! and without the boxes, they leave twelve cells with a known sum.

use super::block::Block;
use super::implied::plain_sums;
use super::joined::{self, Joint};
use crate::grid::{Cell, House, Layout};

/// With more sums than this, or in grids of more cells, none are looked for.
const MOST_SUMS: usize = 64;
const MOST_CELLS: usize = 400;
/// The most cells of a sum.
const MOST_LEFT: usize = 81;
/// A sum is kept if what its cells can come to spans more than this many times the distance of its total from
/// the nearer end.
const TIGHT: i64 = 4;

/// Tight sums of plain numbers that follow in this way. The totals of the puzzle's own sums must be within what
/// their cells can come to.
pub(super) fn sums<'a>(
    layout: &Layout,
    blocks: impl Iterator<Item = &'a Block>,
    worth: &[i32],
) -> Vec<(Vec<Cell>, i64)> {
    if layout.cells() > MOST_CELLS {
        return Vec::new();
    }
    let plain: Vec<_> = blocks.flat_map(|block| plain_sums(block, worth)).collect();
    if plain.is_empty() || plain.len() > MOST_SUMS {
        return Vec::new();
    }
    let whole = worth.iter().map(|&number| i64::from(number)).sum();
    let mut cover = Cover { layout, whole, taken: vec![false; layout.cells()] };
    let houses = layout.full_houses().iter();
    let found = houses.filter_map(|house| cover.rest(house, &plain));
    let joints = found.filter_map(|(cells, total)| joined::joint(layout, cells, total, worth));
    let tight = |joint: &Joint| joint.range() > TIGHT * joint.slack();
    joints.filter(tight).map(|joint| (joint.cells, joint.total)).collect()
}

/// Cells that are covered.
struct Cover<'a> {
    layout: &'a Layout,
    /// The sum of a full house.
    whole: i64,
    taken: Vec<bool>,
}

impl Cover<'_> {
    /// The cells outside a house of sums and houses that cover it, without whole houses among them, and their
    /// total.
    fn rest(&mut self, house: &House, sums: &[(Vec<Cell>, i64)]) -> Option<(Vec<Cell>, i64)> {
        self.taken.fill(false);
        let mut total = -self.whole;
        // Those with the most cells in the house first.
        let inside =
            |cells: &[Cell]| cells.iter().filter(|cell| house.cells().contains(cell)).count();
        let mut meeting: Vec<_> = sums.iter().map(|sum| (inside(&sum.0), sum)).collect();
        meeting.retain(|&(count, _)| count > 0);
        meeting.sort_by_key(|&(count, (cells, _))| (usize::MAX - count, cells.len()));
        for (_, (cells, sum)) in meeting {
            if self.is_free(cells) {
                self.mark(cells, true);
                total += sum;
            }
        }
        let houses = self.layout.full_houses();
        while let Some(open) = house.cells().iter().position(|cell| !self.taken[cell.index()]) {
            let open = house.cells()[open];
            let fills = |other: &&House| {
                other.cells().contains(&open)
                    && inside(other.cells()) > 1
                    && inside(other.cells()) < other.cells().len()
                    && self.is_free(other.cells())
            };
            let filling = houses.iter().find(fills)?;
            self.mark(filling.cells(), true);
            total += self.whole;
        }
        self.mark(house.cells(), false);
        for other in houses {
            if other.cells().iter().all(|cell| self.taken[cell.index()]) {
                self.mark(other.cells(), false);
                total -= self.whole;
            }
        }
        let rest = (0..self.taken.len()).filter(|&cell| self.taken[cell]).map(Cell::new);
        let rest: Vec<Cell> = rest.collect();
        (1..=MOST_LEFT).contains(&rest.len()).then_some((rest, total))
    }

    fn is_free(&self, cells: &[Cell]) -> bool {
        cells.iter().all(|cell| !self.taken[cell.index()])
    }

    fn mark(&mut self, cells: &[Cell], taken: bool) {
        for cell in cells {
            self.taken[cell.index()] = taken;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn diagonals_beside_a_diagonal_house_leave_twelve_cells() {
        let layout = Layout::boxes(3, 3).unwrap().with("diagonal").unwrap().shared();
        let worth: Vec<i32> = (1..=9).collect();
        let found = |totals: [i32; 4]| {
            let cells = [
                "r3c1 r4c2 r5c3 r6c4 r7c5 r8c6 r9c7",
                "r2c1 r3c2 r4c3 r5c4 r6c5 r7c6 r8c7 r9c8",
                "r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9",
                "r1c3 r2c4 r3c5 r4c6 r5c7 r6c8 r7c9",
            ];
            let texts =
                totals.iter().zip(cells).map(|(total, cells)| format!("sum {total} {cells}"));
            let rules = texts.map(|text| Rule::parse(&text, &layout).unwrap());
            let blocks: Vec<_> = rules.flat_map(|rule| rule.blocks().to_vec()).collect();
            let mut sums = sums(&layout, blocks.iter(), &worth);
            for (cells, _) in &mut sums {
                cells.sort_unstable();
            }
            sums.sort();
            sums.dedup();
            sums
        };
        let [(cells, total)] = &found([47, 49, 38, 37])[..] else { panic!("not one sum") };
        let names: Vec<_> = cells.iter().map(|&cell| layout.name_of(cell)).collect();
        let expected = "r2c4 r3c4 r3c5 r4c2 r4c3 r5c3 r5c7 r6c7 r6c8 r7c5 r7c6 r8c6";
        assert_eq!(names.join(" "), expected);
        assert_eq!(*total, 47 + 49 + 38 + 37 + 45 - 3 * 45);
        // In the middle of what is possible it says too little.
        assert!(found([40, 42, 35, 33]).is_empty());
    }
}
