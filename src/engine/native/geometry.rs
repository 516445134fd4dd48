//! The geometry of a layout: the position of each cell in its houses, and which houses overlap.

use std::sync::OnceLock;

use itertools::Itertools;

use super::word::Word;
use crate::grid::{Cell, House, Layout};
use crate::rule::Unions;

/// A layout as the search needs it.
#[derive(Debug)]
pub(super) struct Geometry<W> {
    /// The number of digits.
    pub(super) side: usize,
    /// The number of houses.
    pub(super) houses: usize,
    /// The number of full houses, which come first.
    pub(super) full: usize,
    /// Houses that together hold every cell that is in one; and the cells that are in none.
    pub(super) cover: (Box<[u32]>, Box<[u32]>),
    /// Cells of the houses: `cells[house * side + position]`.
    cells: Box<[u32]>,
    /// Houses of the cells, full ones first, and where in them they stand.
    positions: Box<[(u32, u16)]>,
    starts: Box<[u32]>,
    /// Where the full houses of the cells end.
    splits: Box<[u32]>,
    /// Pairs of houses that share two cells or more, the first full, by their first house.
    pairs: Box<[Pair<W>]>,
    pair_starts: Box<[u32]>,
    /// The pairs that hold each position of a full house, `house * side + position`, and where they begin.
    holding: Box<[(u32, W)]>,
    holding_starts: Box<[u32]>,
    /// Unions of houses, once a puzzle has sums.
    pub(super) unions: OnceLock<Unions>,
    lists: OnceLock<Lists>,
}

/// Cells in lists, once they are asked for. All together they take memory that grows with the square
/// of the side.
#[derive(Debug)]
pub(super) struct Lists {
    /// For each cell the cells that are in a house with it.
    neighbours: Ragged,
    /// The same as a bit for each other cell, so many words a cell.
    sees: Vec<u64>,
    words: usize,
    /// For each pair of houses the cells of the first alone, and of the second alone.
    here: Ragged,
    there: Ragged,
}

/// Lists of different lengths.
#[derive(Debug)]
struct Ragged {
    all: Vec<u32>,
    starts: Vec<u32>,
}

impl Ragged {
    fn new() -> Self {
        Ragged { all: Vec::new(), starts: vec![0] }
    }

    fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.all.extend(list);
        self.starts.push(u32::try_from(self.all.len()).expect("few cells"));
    }

    #[inline]
    fn list(&self, k: usize) -> &[u32] {
        &self.all[self.starts[k] as usize..self.starts[k + 1] as usize]
    }
}

impl Lists {
    fn new<W: Word>(geometry: &Geometry<W>) -> Self {
        let words = geometry.cells().div_ceil(64);
        let mut sees = vec![0; words * geometry.cells()];
        let mut neighbours = Ragged::new();
        for cell in 0..geometry.cells() {
            let houses = geometry.positions(cell).iter();
            let all = houses.flat_map(|&(house, _)| geometry.cells_of(house as usize));
            let others = all.copied().filter(|&other| other as usize != cell);
            let others = others.sorted_unstable().dedup();
            neighbours.push(others.inspect(|&other| {
                sees[words * cell + other as usize / 64] |= 1 << (other % 64);
            }));
        }
        let (mut here, mut there) = (Ragged::new(), Ragged::new());
        for pair in &geometry.pairs {
            let but = |house: u32, shared: W| {
                let cells = geometry.cells_of(house as usize).iter().copied().enumerate();
                cells.filter(move |&(position, _)| !shared.has(position)).map(|(_, cell)| cell)
            };
            here.push(but(pair.house, pair.here));
            there.push(but(pair.other, pair.there));
        }
        Lists { neighbours, sees, words, here, there }
    }

    /// The cells that are in a house with a cell.
    #[inline]
    pub(super) fn neighbours(&self, cell: usize) -> &[u32] {
        self.neighbours.list(cell)
    }

    /// The same as a bit for each, so many words a cell.
    pub(super) fn sees(&self) -> &[u64] {
        &self.sees
    }

    /// Whether two cells are in a house.
    #[inline]
    pub(super) fn are_in_a_house(&self, a: usize, b: usize) -> bool {
        self.sees[self.words * a + b / 64] >> (b % 64) & 1 != 0
    }

    /// The cells of the first house of a pair that are not in the second, and the other way round.
    #[inline]
    pub(super) fn apart(&self, pair: u32) -> (&[u32], &[u32]) {
        (self.here.list(pair as usize), self.there.list(pair as usize))
    }
}

/// Of grids with more cells lists are not made to ask whether two cells are in a house.
const MOST_SEEN: usize = 1024;

/// No cell.
const NONE: u32 = u32::MAX;

/// A full house and another that share cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<W> {
    /// The first.
    pub(super) house: u32,
    /// The second.
    pub(super) other: u32,
    /// Positions in the first that lie in the second too.
    pub(super) here: W,
    /// Positions in the second that lie in the first too.
    pub(super) there: W,
}

impl<W: Word> Geometry<W> {
    /// Of a layout, and of more full houses that rules make.
    pub(super) fn new(layout: &Layout, more: &[Box<[Cell]>]) -> Self {
        let (full, others) = layout.houses().split_at(layout.full_houses().len());
        let cells_of = |house: &'_ House| house.cells().to_vec();
        let all: Vec<Vec<Cell>> = (full.iter().map(cells_of))
            .chain(more.iter().map(|house| house.to_vec()))
            .chain(others.iter().map(cells_of))
            .collect();
        let (side, houses, full) = (layout.digits(), all.len(), full.len() + more.len());
        let number = |n: usize| u32::try_from(n).expect("at most 160,000 cells");
        let mut cells = vec![NONE; houses * side].into_boxed_slice();
        let mut starts = vec![0u32; layout.cells() + 1];
        let mut splits = vec![0u32; layout.cells()];
        for (h, house) in all.iter().enumerate() {
            for cell in house {
                starts[cell.index() + 1] += 1;
                splits[cell.index()] += u32::from(h < full);
            }
        }
        for cell in 0..layout.cells() {
            splits[cell] += starts[cell];
            starts[cell + 1] += starts[cell];
        }
        let mut next = starts.clone();
        let mut positions = vec![(0, 0); starts[layout.cells()] as usize].into_boxed_slice();
        let mut covered = vec![false; layout.cells()];
        let mut cover = Vec::new();
        for (h, house) in all.iter().enumerate() {
            let mut is_new = false;
            for (position, cell) in house.iter().map(|cell| cell.index()).enumerate() {
                cells[h * side + position] = number(cell);
                let slot = &mut next[cell];
                let position = u16::try_from(position).expect("at most 400 positions");
                positions[*slot as usize] = (number(h), position);
                *slot += 1;
                is_new |= !std::mem::replace(&mut covered[cell], true);
            }
            cover.extend(is_new.then_some(number(h)));
        }
        let loose = (0..layout.cells()).filter(|&cell| !covered[cell]).map(number).collect();
        let mut this = Geometry {
            side,
            houses,
            full,
            cover: (cover.into(), loose),
            cells,
            positions,
            starts: starts.into(),
            splits: splits.into(),
            pairs: Box::default(),
            pair_starts: Box::default(),
            holding: Box::default(),
            holding_starts: Box::default(),
            unions: OnceLock::new(),
            lists: OnceLock::new(),
        };
        this.find_pairs();
        this
    }

    fn find_pairs(&mut self) {
        let mut pairs = Vec::new();
        let mut starts = vec![0];
        // For each house, what it shares with the one at hand.
        let mut shared = vec![(W::EMPTY, W::EMPTY); self.houses];
        for house in 0..self.full {
            let mut met = Vec::new();
            for position in 0..self.side {
                for &(other, there) in self.positions(self.cell(house, position)) {
                    let slot = &mut shared[other as usize];
                    if other as usize != house {
                        if slot.0.is_empty() {
                            met.push(other);
                        }
                        *slot =
                            (slot.0.or(W::bit(position)), slot.1.or(W::bit(usize::from(there))));
                    }
                }
            }
            met.sort_unstable();
            for other in met {
                let (here, there) =
                    std::mem::replace(&mut shared[other as usize], (W::EMPTY, W::EMPTY));
                let size = self.size(other as usize);
                if (2..size).contains(&(here.count() as usize)) {
                    let house = u32::try_from(house).expect("a few thousand houses");
                    pairs.push(Pair { house, other, here, there });
                }
            }
            starts.push(u32::try_from(pairs.len()).expect("a few pairs a house"));
        }
        self.pairs = pairs.into();
        self.pair_starts = starts.into();
        let (mut holding, mut starts) = (Vec::new(), vec![0]);
        for house in 0..self.full {
            for position in 0..self.side {
                let all = self.pairs_of(house).map(|pair| (pair, self.pair(pair).here));
                holding.extend(all.filter(|(_, here)| here.has(position)));
                starts.push(u32::try_from(holding.len()).expect("a few pairs a position"));
            }
        }
        self.holding = holding.into();
        self.holding_starts = starts.into();
    }

    /// The number of cells of a house.
    fn size(&self, house: usize) -> usize {
        let cells = &self.cells[house * self.side..][..self.side];
        if house < self.full { self.side } else { cells.partition_point(|&cell| cell != NONE) }
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> usize {
        self.splits.len()
    }

    /// The cells of a house.
    #[inline]
    pub(super) fn cells_of(&self, house: usize) -> &[u32] {
        &self.cells[house * self.side..][..self.size(house)]
    }

    /// Cells in lists.
    pub(super) fn lists(&self) -> &Lists {
        self.lists.get_or_init(|| Lists::new(self))
    }

    /// Whether two cells, one and the same aside, are in a house.
    pub(super) fn are_in_a_house(&self, a: usize, b: usize) -> bool {
        if self.cells() <= MOST_SEEN {
            return self.lists().are_in_a_house(a, b);
        }
        let houses = |cell| self.positions(cell).iter().map(|&(house, _)| house);
        a != b && houses(a).any(|house| houses(b).any(|other| other == house))
    }

    /// The cell at a position of a house.
    #[inline]
    pub(super) fn cell(&self, house: usize, position: usize) -> usize {
        self.cells[house * self.side + position] as usize
    }

    /// The houses of a cell, and its position in each.
    #[inline]
    pub(super) fn positions(&self, cell: usize) -> &[(u32, u16)] {
        &self.positions[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// The full houses of a cell, and its position in each.
    #[inline]
    pub(super) fn positions_in_full(&self, cell: usize) -> &[(u32, u16)] {
        &self.positions[self.starts[cell] as usize..self.splits[cell] as usize]
    }

    /// The pairs that begin with a full house, by their numbers.
    #[inline]
    pub(super) fn pairs_of(&self, house: usize) -> std::ops::Range<u32> {
        self.pair_starts[house]..self.pair_starts[house + 1]
    }

    /// The pairs that hold a position of a full house, by number and with [`Pair::here`]; the position
    /// as `house * side + position`.
    #[inline]
    pub(super) fn pairs_holding(&self, house: usize, position: usize) -> &[(u32, W)] {
        let at = house * self.side + position;
        &self.holding[self.holding_starts[at] as usize..self.holding_starts[at + 1] as usize]
    }

    /// Whether no two houses share more cells than this.
    pub(super) fn shares_at_most(&self, cells: u32) -> bool {
        self.pairs.iter().all(|pair| pair.here.count() <= cells)
    }

    /// A pair by its number.
    #[inline]
    pub(super) fn pair(&self, number: u32) -> &Pair<W> {
        &self.pairs[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In grids of all sizes.
    #[test]
    fn no_cell_is_in_a_house_with_itself() {
        for (rows, cols) in [(3, 3), (6, 6)] {
            let layout = Layout::boxes(rows, cols).unwrap();
            let geometry = Geometry::<u64>::new(&layout, &[]);
            let last = geometry.cells() - 1;
            let are = [(0, 0), (0, 1), (last, last), (0, last)];
            let are = are.map(|(a, b)| geometry.are_in_a_house(a, b));
            assert_eq!(are, [false, true, false, false], "{rows}x{cols}");
        }
    }

    #[test]
    fn boxes_overlap_rows_and_columns_alone() {
        let geometry = Geometry::<u32>::new(&Layout::boxes(2, 3).unwrap(), &[]);
        assert_eq!((geometry.side, geometry.houses), (6, 18));
        // A row meets two boxes in three cells each; a column three in two.
        assert_eq!(geometry.pairs_of(0).len(), 2);
        assert_eq!(geometry.pairs_of(6).len(), 3);
        let pair = geometry.pair(geometry.pairs_of(1).start);
        assert_eq!((pair.house, pair.other), (1, 12));
        assert!(pair.here.numbers().eq([0, 1, 2]) && pair.there.numbers().eq([3, 4, 5]));
        for house in 0..geometry.full {
            for position in 0..geometry.side {
                let pairs = geometry.pairs_of(house).map(|pair| (pair, geometry.pair(pair).here));
                let holding = pairs.filter(|(_, here)| here.has(position));
                assert!(holding.eq(geometry.pairs_holding(house, position).iter().copied()));
            }
        }
        for &(house, position) in geometry.positions(20) {
            assert_eq!(geometry.cell(house as usize, usize::from(position)), 20);
        }
    }
}
