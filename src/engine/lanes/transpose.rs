//! Puzzles into blocks: from a row of cells a puzzle to a vector of puzzles a cell, many cells at
//! a time; and grids out of them.

use wide::{u8x16, u16x8};

use super::isa::Isa;
use super::rules::Block;

/// Lanes whose masks are written, or read, together.
pub(super) const MASKS: usize = 8;

/// Cells of a text that are turned together.
const SYMBOLS: usize = 16;

/// Writes the masks of some puzzles into lanes, from one on; only the bits that are `known`.
pub(super) fn masks<I: Isa, const CELLS: usize>(
    puzzles: &[&[u16; CELLS]; MASKS],
    lane: usize,
    known: u16,
    block: &mut Block<I, CELLS>,
) {
    let known = u16x8::splat(known);
    for part in 0..CELLS.div_ceil(MASKS) {
        // The last part may begin with cells of the one before.
        let from = (MASKS * part).min(CELLS - MASKS);
        let mut turned = [u16x8::ZERO; MASKS];
        for (row, puzzle) in turned.iter_mut().zip(puzzles) {
            *row = u16x8::new(puzzle[from..].first_chunk().copied().unwrap_or_default()) & known;
        }
        for (cell, masks) in (from..).zip(u16x8::transpose(turned)) {
            let masks = masks.to_array();
            for k in 0..MASKS {
                block.rows[cell][lane + k] = masks[k];
            }
        }
    }
}

/// The masks of some lanes, from one on, a grid each.
#[expect(clippy::manual_memcpy, reason = "the generic copy may be compiled elsewhere, and called")]
pub(super) fn grids<I: Isa, const CELLS: usize>(
    block: &Block<I, CELLS>,
    lane: usize,
) -> [[u16; CELLS]; MASKS] {
    let mut grids = [[0; CELLS]; MASKS];
    for part in 0..CELLS.div_ceil(MASKS) {
        // The last part may begin with cells of the one before.
        let from = (MASKS * part).min(CELLS - MASKS);
        let mut turned = [u16x8::ZERO; MASKS];
        for k in 0..MASKS {
            let row = &block.rows[from + k];
            let mut masks = [0; MASKS];
            for place in 0..MASKS {
                masks[place] = row[lane + place];
            }
            turned[k] = u16x8::new(masks);
        }
        let turned = u16x8::transpose(turned);
        for k in 0..MASKS {
            let masks = turned[k].to_array();
            for cell in 0..MASKS {
                grids[k][from + cell] = masks[cell];
            }
        }
    }
    grids
}

/// [`Isa::texts`] for `GROUP` lanes, 8 or 16, to be inlined into a function that is compiled for
/// the set.
#[inline(always)]
pub(super) fn texts<I: Isa, const CELLS: usize, const GROUP: usize>(
    isa: I,
    puzzles: &[&[u8; CELLS]],
    rows: &mut [I::Row; CELLS],
) {
    let each = SYMBOLS / GROUP;
    assert_eq!(puzzles.len(), GROUP);
    for part in 0..CELLS.div_ceil(SYMBOLS) {
        let from = (SYMBOLS * part).min(CELLS - SYMBOLS);
        let mut turned = [u8x16::ZERO; GROUP];
        for (row, puzzle) in turned.iter_mut().zip(puzzles) {
            *row = u8x16::new(puzzle[from..].first_chunk().copied().unwrap_or_default());
        }
        // Each round takes every vector together with the one that is half of them away.
        for _ in 0..GROUP.ilog2() {
            let rows = turned;
            for k in 0..GROUP / 2 {
                turned[2 * k] = u8x16::unpack_low(rows[k], rows[k + GROUP / 2]);
                turned[2 * k + 1] = u8x16::unpack_high(rows[k], rows[k + GROUP / 2]);
            }
        }
        // Now a vector has `each` cells; those of the part before are done.
        for k in (SYMBOLS * part - from) / each..GROUP {
            let candidates = isa.candidates(turned[k].to_array());
            for here in 0..each {
                for puzzle in 0..GROUP {
                    let row = &mut rows[from + each * k + here];
                    row[puzzle] = candidates[GROUP * here + puzzle];
                }
            }
        }
    }
}
