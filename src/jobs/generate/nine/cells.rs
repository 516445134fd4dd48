//! Sets of cells, as bits.

use wide::u8x16;

use crate::engine::lanes::{CELLS, Grid};

/// A set of cells: bit `c` for cell `c`.
pub(in crate::jobs::generate) type Cells = u128;

/// All cells.
pub(in crate::jobs::generate) const ALL: Cells = (1 << CELLS) - 1;

/// All nine candidates.
pub(in crate::jobs::generate) const CANDIDATES: u16 = 0x1ff;

/// The cells of a set, in their order.
pub(in crate::jobs::generate) fn cells_of(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

/// The cells in which two grids differ.
pub(in crate::jobs::generate) fn difference(a: &Grid, b: &Grid) -> Cells {
    let mut same: Cells = 0;
    let (some_of_a, last_of_a) = a.as_chunks::<16>();
    let (some_of_b, last_of_b) = b.as_chunks::<16>();
    for (k, (a, b)) in some_of_a.iter().zip(some_of_b).enumerate() {
        same |= Cells::from(u8x16::new(*a).simd_eq(u8x16::new(*b)).to_bitmask()) << (16 * k);
    }
    for (k, (a, b)) in last_of_a.iter().zip(last_of_b).enumerate() {
        same |= Cells::from(a == b) << (16 * some_of_a.len() + k);
    }
    ALL & !same
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_can_differ() {
        let grid: Grid = std::array::from_fn(|cell| (cell % 9) as u8 + 1);
        assert_eq!(difference(&grid, &grid), 0);
        for cell in 0..CELLS {
            let mut other = grid;
            other[cell] = other[cell] % 9 + 1;
            assert_eq!(difference(&grid, &other), 1 << cell);
            other[CELLS - 1] = 0;
            assert_eq!(difference(&other, &grid), 1 << cell | 1 << (CELLS - 1));
        }
    }
}
