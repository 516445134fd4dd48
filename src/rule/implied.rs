//! Sums that follow from the sums of a puzzle, X and V among them, and its full houses.
//!
//! A full house adds up to the sum of all digits, and so do unions of houses without a common cell.
//! What cages within such a union leave, and what cages on its border have outside, must make up
//! for the rest: innies and outies, in the words of killer Sudoku. Sums that cover a house are added
//! up, less the house, and so are sums whose cells see one another; groups with one sum are compared two
//! by two; sums that overlap or have several totals fill houses together. Engines propagate these beside
//! the rules; proofs and explanations never speak of them.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::arguments::worth;
use super::block::{Block, Pairs, Sum};
use super::{cover, equal, joined, several};
use crate::grid::{Cell, House, Layout};

/// The most rows or columns, one beside the other, that are looked at together.
const MOST_LINES: usize = 4;
/// The most cells of a sum that follows from several houses, or from cages that are partly outside.
const MOST_CELLS: usize = 6;

/// Kinds of sums that follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Implied {
    /// Innies and outies of a house.
    House,
    /// Innies and outies of a union of houses.
    Union,
    /// Groups with one sum, two by two.
    Equal,
    /// Sums that cover a house, less the house.
    Cover,
    /// Sums without a common cell, added up.
    Joined,
    /// What a cage leaves of a house that it lies in.
    Complement,
    /// What sums that overlap or have several totals leave of a house or a union.
    Several,
}

/// Unions of full houses without a common cell, of a layout: rows or columns one beside the other,
/// two boxes or regions that touch.
#[derive(Debug)]
pub(crate) struct Unions {
    /// The cells of each, and of how many houses they are.
    pub(super) all: Vec<(Box<[Cell]>, usize)>,
}

impl Unions {
    /// Those of a layout.
    pub(super) fn of(layout: &Layout) -> Self {
        let houses = layout.full_houses();
        let mut unions: Vec<Vec<&House>> = Vec::new();
        let mut marks = Marks(vec![false; layout.cells()]);
        for name in ["rows", "columns"] {
            let lines: Vec<_> = houses.iter().filter(|house| house.kind().name == name).collect();
            for length in 2..=MOST_LINES.min(lines.len() / 2) {
                let runs = lines.windows(length).filter(|run| marks.are_apart(run));
                unions.extend(runs.map(<[&House]>::to_vec));
            }
        }
        for name in ["boxes", "regions"] {
            let boxes: Vec<_> = houses.iter().filter(|house| house.kind().name == name).collect();
            for (k, first) in boxes.iter().enumerate() {
                let others = marks.beside(layout, first, &boxes[k + 1..]);
                let pairs = others.into_iter().map(|second| vec![*first, second]);
                unions.extend(pairs.filter(|pair| marks.are_apart(pair)));
            }
        }
        let cells = |union: &[&House]| union.iter().flat_map(|it| it.cells()).copied().collect();
        Unions { all: unions.iter().map(|union| (cells(union), union.len())).collect() }
    }
}

impl Implied {
    /// All kinds, those of the fewest and strongest sums first.
    pub(crate) const ALL: [Implied; 7] = [
        Implied::House,
        Implied::Union,
        Implied::Several,
        Implied::Equal,
        Implied::Cover,
        Implied::Joined,
        Implied::Complement,
    ];

    /// Whether a block may be a sum, from which others follow.
    pub(crate) fn may_follow_from(block: &Block) -> bool {
        match block {
            Block::Sum(_) => true,
            Block::Pairs(pairs) => one_sum(pairs).is_some(),
            _ => false,
        }
    }

    /// What follows from sums of plain numbers and from houses, of the cells that are open: `filled`
    /// gives the index of the digit that stands in a cell. `unions` are those of the layout, once
    /// they are needed.
    pub(crate) fn sums<'a>(
        self,
        layout: &Layout,
        unions: &OnceLock<Unions>,
        blocks: impl Iterator<Item = &'a Block> + Clone,
        filled: impl Fn(Cell) -> Option<usize>,
    ) -> Vec<Sum> {
        let worth = worth(layout);
        if self == Implied::Several {
            return several::sums(layout, unions, blocks, &worth, filled);
        }
        let added_up = match self {
            Implied::Cover => cover::sums(layout, blocks.clone(), &worth),
            Implied::Joined => joined::sums(layout, blocks.clone(), &worth),
            _ => Vec::new(),
        };
        let equal = match self {
            Implied::Equal => equal::sums(blocks.clone(), &worth),
            _ => Vec::new(),
        };
        let mut cages = Cages::new(layout, blocks, &worth);
        if cages.all.is_empty() && equal.is_empty() {
            return Vec::new();
        }
        let total: i64 = worth.iter().map(|&number| i64::from(number)).sum();
        let number = |cell| filled(cell).map(|digit| i64::from(worth[digit]));
        let open = |(mut terms, mut total): Terms| {
            terms.retain(|&(cell, plus)| match number(cell) {
                Some(number) => {
                    total -= if plus { number } else { -number };
                    false
                }
                None => true,
            });
            (!terms.is_empty()).then_some((terms, total))
        };
        let mut found = Vec::new();
        let houses = layout.full_houses().iter().map(House::cells);
        match self {
            Implied::House => {
                let rests = houses.filter_map(|cells| cages.rest(cells, total, true));
                found.extend(rests.filter_map(open));
            }
            Implied::Union => {
                let unions = &unions.get_or_init(|| Unions::of(layout)).all;
                let rests = unions.iter().filter_map(|(cells, houses)| {
                    cages.rest(cells, total * i64::try_from(*houses).expect("few"), false)
                });
                found.extend(rests.filter_map(open));
            }
            Implied::Equal => found.extend(equal.into_iter().filter_map(open)),
            Implied::Cover | Implied::Joined => {
                let term = |(cells, total): (Vec<Cell>, i64)| {
                    (cells.into_iter().map(|cell| (cell, true)).collect(), total)
                };
                found.extend(added_up.into_iter().map(term).filter_map(open));
            }
            Implied::Complement => {
                let rests = houses.flat_map(|cells| cages.complements(cells, total));
                found.extend(rests.filter_map(open));
            }
            Implied::Several => unreachable!("found above"),
        }
        found.sort_unstable();
        found.dedup();
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
pub(super) type Terms = (Vec<(Cell, bool)>, i64);

/// What the indices of both digits come to in every pair of a table, if it is always the same.
fn one_sum(pairs: &Pairs) -> Option<usize> {
    let mut sum = None;
    for (first, seconds) in pairs.allowed().iter().enumerate() {
        if seconds.is_empty() {
            continue;
        }
        // Two digits beside the same one have two sums.
        let own = first + seconds.only()?.index();
        if sum.is_some_and(|sum| sum != own) {
            return None;
        }
        sum = Some(own);
    }
    sum
}

/// Whether tables are the same: most sums share one.
pub(super) fn same(table: &[i32], other: &[i32]) -> bool {
    std::ptr::eq(table, other) || table == other
}

/// The cells, in order, and the totals of the sums of plain numbers that a block is: of a sum with a single
/// total, and of pairs that all come to the same, such as X and V.
pub(super) fn plain_sums(block: &Block, worth: &[i32]) -> SmallVec<[(Vec<Cell>, i64); 1]> {
    let sorted = |cells: &[Cell], total: i64| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let once = cells.windows(2).all(|two| two[0] != two[1]);
        (once && !cells.is_empty()).then_some((cells, total))
    };
    match block {
        Block::Sum(sum) => {
            let &[total] = sum.targets() else { return SmallVec::new() };
            let plain = sum.weights().iter().all(|table| same(table, worth));
            plain.then(|| sorted(sum.cells(), total)).flatten().into_iter().collect()
        }
        Block::Pairs(pairs) => {
            let Some(indices) = one_sum(pairs) else { return SmallVec::new() };
            // Numbers follow one another.
            let total = 2 * i64::from(worth[0]) + i64::try_from(indices).expect("few digits");
            pairs.pairs().iter().filter_map(|&(a, b)| sorted(&[a, b], total)).collect()
        }
        _ => SmallVec::new(),
    }
}

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
        for (cells, total) in blocks.flat_map(|block| plain_sums(block, worth)) {
            if cells.iter().all(|cell| of[cell.index()].is_none()) {
                for cell in &cells {
                    of[cell.index()] = Some(all.len());
                }
                all.push((cells.into(), total));
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
            if self.inside[cage] == all.len() {
                continue;
            }
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

/// A mark for each cell; none is left from one question to the next.
struct Marks(Vec<bool>);

impl Marks {
    /// Whether houses have no cell in common.
    fn are_apart(&mut self, houses: &[&House]) -> bool {
        let cells = || houses.iter().flat_map(|house| house.cells());
        let are_apart = cells().all(|cell| !std::mem::replace(&mut self.0[cell.index()], true));
        cells().for_each(|cell| self.0[cell.index()] = false);
        are_apart
    }

    /// The houses with a cell beside or below a cell of one, or above it.
    fn beside<'a>(
        &mut self,
        layout: &Layout,
        house: &House,
        others: &[&'a House],
    ) -> Vec<&'a House> {
        let frame = layout.grid();
        let neighbours = |(row, column): (usize, usize)| {
            // Above the first row and left of the first column there is no cell of that number.
            let places = [(row.wrapping_sub(1), column), (row + 1, column)];
            places.into_iter().chain([(row, column.wrapping_sub(1)), (row, column + 1)])
        };
        let places = house.cells().iter().filter_map(|&cell| frame.place(cell));
        let near = places.flat_map(neighbours).filter_map(|(r, c)| frame.cell(r, c));
        let near: Vec<Cell> = near.collect();
        for cell in &near {
            self.0[cell.index()] = true;
        }
        let touches = |other: &&&House| other.cells().iter().any(|cell| self.0[cell.index()]);
        let found = others.iter().filter(touches).copied().collect();
        for cell in &near {
            self.0[cell.index()] = false;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
            let unions = OnceLock::new();
            let sums = Implied::ALL.map(|it| it.sums(&layout, &unions, blocks.iter(), |_| None));
            sums.iter().flatten().map(text).collect()
        };
        let sums = found(&["cage 6 r1c1 r1c2 r1c3", "cage 3 r2c1 r2c2"]);
        // The rest of the row; of the box with a cell outside; of two rows.
        for sum in ["+r1c4 = 4", "-r1c3 = 1", "+r2c3+r2c4 = 7", "+r1c4+r2c3+r2c4 = 11"] {
            assert!(sums.contains(sum), "{sum}: {sums:?}");
        }
        assert!(found(&["thermometer r1c1 r1c2", "whispers 2 r1c1 r1c2"]).is_empty());
        // Two of a box whose digits add up to 5 leave 5 for the others.
        assert!(found(&["pairsum 5 r1c1 r1c2"]).contains("+r2c1+r2c2 = 5"));
    }

    #[test]
    fn a_solution_keeps_all_sums_that_follow() {
        let mut state = 9u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap() % n
        };
        let mut found = [0; Implied::ALL.len()];
        for (rows, columns, first) in [(3, 3, 1), (3, 3, 0), (2, 3, 1), (2, 2, 1)] {
            let layout = Layout::boxes(rows, columns).unwrap().with_first(first).unwrap().shared();
            let side = rows * columns;
            let worth = worth(&layout);
            // Rows of a box are shifted by its width, bands by one.
            let digit = |cell: Cell| {
                let (row, column) = (cell.index() / side, cell.index() % side);
                (columns * (row % rows) + row / rows + column) % side
            };
            let number = |cell: &Cell| i64::from(worth[digit(*cell)]);
            for _ in 0..200 {
                // Sums of cells along a row, a column or a diagonal, some of them overlapping.
                let groups = (0..3 + below(2 * side)).map(|_| {
                    let (row, column) = (below(side), below(side));
                    let step = [(0, 1), (1, 0), (1, 1)][below(3)];
                    let cells = (0..2 + below(side)).filter_map(|k| {
                        let (row, column) = (row + k * step.0, column + k * step.1);
                        (row < side && column < side).then(|| Cell::new(row * side + column))
                    });
                    cells.collect::<Vec<Cell>>()
                });
                let groups: Vec<_> = groups.collect();
                let total = |cells: &[Cell]| cells.iter().map(number).sum::<i64>();
                let of = |cells: &[Cell]| vec![Arc::clone(&worth); cells.len()];
                let sums =
                    groups.iter().map(|cells| Sum::new(&cells[..], of(cells), [total(cells)]));
                // And of groups that follow one another how much more the first comes to.
                let differences = groups[..groups.len().min(5)].windows(2).map(|two| {
                    let (more, less) = (&two[0], &two[1]);
                    let taken = worth.iter().map(|number| -number).collect();
                    let weights = [of(more), vec![taken; less.len()]].concat();
                    Sum::new([&more[..], less].concat(), weights, [total(more) - total(less)])
                });
                let blocks: Vec<Block> = sums.chain(differences).map(Block::Sum).collect();
                let filled = |cell: Cell| cell.index().is_multiple_of(7).then(|| digit(cell));
                for (k, kind) in Implied::ALL.into_iter().enumerate() {
                    let unions = OnceLock::new();
                    for sum in kind.sums(&layout, &unions, blocks.iter(), filled) {
                        let terms = sum.cells().iter().zip(sum.weights());
                        let total: i64 = terms.map(|(&cell, w)| i64::from(w[digit(cell)])).sum();
                        assert!(sum.targets().contains(&total), "{kind:?}: {sum:?} of {blocks:?}");
                        found[k] += 1;
                    }
                }
            }
        }
        assert!(found.iter().all(|&count| count > 40), "{found:?}");
    }
}
