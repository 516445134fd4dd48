//! Which houses each cell belongs to.

use super::{Cell, House};

/// The houses of each cell, and how far houses overlap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Incidence {
    /// Houses of each cell, flat: `of_cell[starts[c]..starts[c + 1]]`.
    of_cell: Vec<u32>,
    starts: Vec<u32>,
    /// Where the full houses of each cell end.
    splits: Vec<u32>,
    /// The most cells that a full house shares with another house, not counting equal houses.
    pub(super) overlap: u16,
}

impl Incidence {
    /// Of `cells` cells and houses of which the first `full` are full. The first `lines` houses
    /// share at most one cell with each other.
    pub(super) fn new(cells: usize, houses: &[House], full: usize, lines: usize) -> Self {
        let mut counts = vec![0u32; cells + 1];
        for cell in houses.iter().flat_map(House::cells) {
            counts[cell.index() + 1] += 1;
        }
        for k in 1..counts.len() {
            counts[k] += counts[k - 1];
        }
        let mut next = counts.clone();
        let mut of_cell = vec![0; counts[cells] as usize];
        let mut splits = Vec::new();
        for (h, house) in houses.iter().enumerate() {
            if h == full {
                splits = next[..cells].to_vec();
            }
            for cell in house.cells() {
                let slot = &mut next[cell.index()];
                of_cell[*slot as usize] = u32::try_from(h).expect("a few thousand houses");
                *slot += 1;
            }
        }
        if full == houses.len() {
            next.truncate(cells);
            splits = next;
        }
        let mut this = Incidence { of_cell, starts: counts, splits, overlap: 1 };
        this.overlap = this.measure_overlap(houses, full, lines);
        this
    }

    #[inline]
    pub(super) fn of(&self, cell: Cell) -> &[u32] {
        let c = cell.index();
        &self.of_cell[self.starts[c] as usize..self.starts[c + 1] as usize]
    }

    #[inline]
    pub(super) fn full_of(&self, cell: Cell) -> &[u32] {
        let c = cell.index();
        &self.of_cell[self.starts[c] as usize..self.splits[c] as usize]
    }

    fn measure_overlap(&self, houses: &[House], full: usize, lines: usize) -> u16 {
        let mut shared = vec![0u16; houses.len()];
        let mut largest = 1;
        for (h, house) in houses.iter().enumerate().skip(lines) {
            shared.fill(0);
            for &other in house.cells().iter().flat_map(|&cell| self.of(cell)) {
                shared[other as usize] += 1;
            }
            // Where both are full or both are not, the order does not matter.
            let others = shared.iter().enumerate().filter(|&(other, &n)| {
                let most = house.cells().len().max(houses[other].cells().len());
                (h < full || other < full) && usize::from(n) < most
            });
            largest = others.map(|(_, &n)| n).fold(largest, u16::max);
        }
        largest
    }
}
