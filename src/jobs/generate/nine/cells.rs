//! Sets of cells, as bits.

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
    let mut cells = 0;
    for (k, (a, b)) in a.chunks(27).zip(b.chunks(27)).enumerate() {
        let mut part = 0u32;
        for (bit, (a, b)) in a.iter().zip(b).enumerate() {
            part |= u32::from(a != b) << bit;
        }
        cells |= Cells::from(part) << (27 * k);
    }
    cells
}
