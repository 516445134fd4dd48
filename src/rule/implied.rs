//! Sums that follow from the sums of a puzzle and its full houses.
//!
//! A full house adds up to the sum of all digits, and so do unions of houses without a common cell.
//! What cages within such a union leave, and what cages on its border have outside, must make up
//! for the rest: innies and outies, in the words of killer Sudoku. Engines propagate these beside
//! the rules; proofs and explanations never speak of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::arguments::worth;
use super::block::{Block, Sum};
use crate::grid::{Cell, House, Layout};

/// The most rows or columns, one beside the other, that are looked at together.
const MOST_LINES: usize = 4;
/// The most cells of a sum that follows from several houses, or from cages that are partly outside.
const MOST_CELLS: usize = 6;

/// Unions of full houses without a common cell, of a layout: single houses, rows or columns one
/// beside the other, two boxes or regions that touch.
#[derive(Debug)]
pub(crate) struct Unions {
    /// The cells of each, and of how many houses they are; single houses first.
    all: Vec<(Box<[Cell]>, usize)>,
}

impl Unions {
    /// Those of a layout.
    pub(crate) fn of(layout: &Layout) -> Self {
        let houses = layout.full_houses();
        let mut unions: Vec<Vec<&House>> = houses.iter().map(|house| vec![house]).collect();
        for name in ["rows", "columns"] {
            let lines: Vec<_> = houses.iter().filter(|house| house.kind().name == name).collect();
            for length in 2..=MOST_LINES.min(lines.len() / 2) {
                let runs = lines.windows(length).filter(|run| are_apart(run));
                unions.extend(runs.map(<[&House]>::to_vec));
            }
        }
        for name in ["boxes", "regions"] {
            let boxes: Vec<_> = houses.iter().filter(|house| house.kind().name == name).collect();
            for (k, first) in boxes.iter().enumerate() {
                let others = boxes[k + 1..].iter().filter(|second| touch(layout, first, second));
                let pairs = others.map(|second| vec![*first, *second]);
                unions.extend(pairs.filter(|pair| are_apart(pair)));
            }
        }
        let cells = |union: &[&House]| union.iter().flat_map(|it| it.cells()).copied().collect();
        Unions { all: unions.iter().map(|union| (cells(union), union.len())).collect() }
    }

    /// What follows from these unions and from sums of plain numbers with a single total.
    pub(crate) fn sums<'a>(
        &self,
        layout: &Layout,
        blocks: impl Iterator<Item = &'a Block>,
    ) -> Vec<Sum> {
        let worth = worth(layout);
        let mut cages = Cages::new(layout, blocks, &worth);
        if cages.all.is_empty() {
            return Vec::new();
        }
        let total: i64 = worth.iter().map(|&number| i64::from(number)).sum();
        let mut found = BTreeSet::new();
        for (cells, houses) in &self.all {
            let total = total * i64::try_from(*houses).expect("few");
            found.extend(cages.rest(cells, total, *houses == 1));
            if *houses == 1 {
                found.extend(cages.complements(cells, total));
            }
        }
        let negative: Arc<[i32]> = worth.iter().map(|&number| -number).collect();
        let sum = |(terms, total): Terms| {
            let weights = terms.iter().map(|&(_, plus)| if plus { &worth } else { &negative });
            let weights: Vec<_> = weights.map(Arc::clone).collect();
            Sum::new(terms.into_iter().map(|(cell, _)| cell).collect::<Vec<_>>(), weights, [total])
        };
        found.into_iter().map(sum).collect()
    }
}

/// Cells, each with whether it is added or taken away, and what they come to.
type Terms = (Vec<(Cell, bool)>, i64);

/// Sums of plain numbers that have no cell in common.
struct Cages {
    all: Vec<(Box<[Cell]>, i64)>,
    /// The cage of each cell.
    of: Vec<Option<usize>>,
    /// The cages that some cells touch, and how many of these each has.
    touched: Vec<usize>,
    inside: Vec<usize>,
}

impl Cages {
    fn new<'a>(layout: &Layout, blocks: impl Iterator<Item = &'a Block>, worth: &[i32]) -> Self {
        let (mut all, mut of) = (Vec::new(), vec![None; layout.cells()]);
        for block in blocks {
            let Block::Sum(sum) = block else { continue };
            let (cells, &[total]) = (sum.cells(), sum.targets()) else { continue };
            let plain = sum.weights().iter().all(|table| **table == *worth);
            let mut sorted: Box<[Cell]> = cells.into();
            sorted.sort_unstable();
            let once = sorted.windows(2).all(|two| two[0] != two[1]);
            let apart = cells.iter().all(|cell| of[cell.index()].is_none());
            if plain && apart && once && !cells.is_empty() {
                for cell in cells {
                    of[cell.index()] = Some(all.len());
                }
                all.push((sorted, total));
            }
        }
        let inside = vec![0; all.len()];
        Cages { all, of, touched: Vec::new(), inside }
    }

    /// Finds the cages that cells touch.
    fn touch(&mut self, cells: &[Cell]) {
        for cage in self.touched.drain(..) {
            self.inside[cage] = 0;
        }
        for cage in cells.iter().filter_map(|cell| self.of[cell.index()]) {
            if self.inside[cage] == 0 {
                self.touched.push(cage);
            }
            self.inside[cage] += 1;
        }
    }

    /// What cages leave of cells with a total: the cells in none, and of each cage that is partly
    /// among them the smaller part.
    fn rest(&mut self, cells: &[Cell], mut total: i64, is_house: bool) -> Option<Terms> {
        self.touch(cells);
        let counts = |&cage: &usize| (self.inside[cage], self.all[cage].0.len());
        let in_cages: usize = self.touched.iter().map(|cage| self.inside[*cage]).sum();
        let parts = self.touched.iter().map(counts);
        let count = cells.len() - in_cages
            + parts.map(|(inside, all)| inside.min(all - inside)).sum::<usize>();
        let mut touched = self.touched.iter().map(counts);
        let within = is_house && touched.all(|(inside, all)| inside == all || 2 * inside <= all);
        if count == 0 || (count > MOST_CELLS && !within) || count == cells.len() {
            return None;
        }
        let alone = cells.iter().copied().filter(|cell| self.of[cell.index()].is_none());
        let mut rest: Vec<_> = alone.map(|cell| (cell, true)).collect();
        for &cage in &self.touched {
            let (all, sum) = &self.all[cage];
            let takes_in = 2 * self.inside[cage] <= all.len();
            total -= if takes_in { 0 } else { *sum };
            let part = all.iter().copied().filter(|cell| cells.contains(cell) == takes_in);
            rest.extend(part.map(|cell| (cell, takes_in)));
        }
        rest.sort_unstable();
        Some((rest, total))
    }

    /// The other cells of a house, for each cage within it.
    fn complements(&mut self, house: &[Cell], total: i64) -> Vec<Terms> {
        self.touch(house);
        let within = |cage: &&usize| self.inside[**cage] == self.all[**cage].0.len();
        let complement = |&cage: &usize| {
            let others = house.iter().filter(|cell| self.of[cell.index()] != Some(cage));
            let mut others: Vec<_> = others.map(|&cell| (cell, true)).collect();
            others.sort_unstable();
            (others, total - self.all[cage].1)
        };
        let found = self.touched.iter().filter(within).map(complement);
        found.filter(|(others, _)| !others.is_empty()).collect()
    }
}

/// Whether houses have no cell in common.
fn are_apart(houses: &[&House]) -> bool {
    let mut seen = BTreeSet::new();
    houses.iter().flat_map(|house| house.cells()).all(|cell| seen.insert(*cell))
}

/// Whether a cell of one is beside or below a cell of the other.
fn touch(layout: &Layout, first: &House, second: &House) -> bool {
    let places = |house: &House| -> Vec<_> {
        house.cells().iter().filter_map(|&cell| layout.frame().place(cell)).collect()
    };
    let others = places(second);
    places(first).iter().any(|a| others.iter().any(|b| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn innies_and_outies() {
        let layout = Layout::boxes(2, 2).unwrap().shared();
        let found = |texts: &[&str]| -> BTreeSet<String> {
            let rules = texts.iter().map(|text| Rule::parse(text, &layout).unwrap());
            let blocks: Vec<_> = rules.flat_map(|rule| rule.blocks().to_vec()).collect();
            let text = |sum: &Sum| {
                let sign = |table: &[i32]| if table[0] > 0 { '+' } else { '-' };
                let terms = sum.cells().iter().zip(sum.weights());
                let terms = terms.map(|(&cell, w)| format!("{}{}", sign(w), layout.name_of(cell)));
                format!("{} = {}", terms.collect::<String>(), sum.targets()[0])
            };
            Unions::of(&layout).sums(&layout, blocks.iter()).iter().map(text).collect()
        };
        let sums = found(&["cage 6 r1c1 r1c2 r1c3", "cage 3 r2c1 r2c2"]);
        // The rest of the row; of the box with a cell outside; of two rows.
        for sum in ["+r1c4 = 4", "-r1c3 = 1", "+r2c3+r2c4 = 7", "+r1c4+r2c3+r2c4 = 11"] {
            assert!(sums.contains(sum), "{sum}: {sums:?}");
        }
        assert!(found(&["thermometer r1c1 r1c2", "sum 3 4 r1c1 r1c2"]).is_empty());
    }
}
