//! Puzzles into blocks: from a row of cells a puzzle to a vector of puzzles a cell.

use super::super::isa::Isa;
use super::sweep::{ALL, Block, CELLS};
use super::{Clues, Grid};

/// The candidates that a character leaves: `1` to `9` one, all others all.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [ALL; 256];
    let mut digit = 0;
    while digit < 9 {
        candidates[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    candidates
};

/// The candidates of one cell.
#[inline(always)]
pub(super) fn candidates(clues: &Clues<'_>, cell: usize) -> u16 {
    match clues {
        Clues::Text(text) => CANDIDATES[usize::from(text[cell])],
        Clues::Candidates(candidates) => candidates[cell] & ALL,
    }
}

/// Writes each puzzle into a lane, from the first on.
pub(super) fn transpose<I: Isa>(puzzles: &[Clues<'_>], block: &mut Block<I>) {
    for (lane, puzzle) in puzzles.iter().enumerate() {
        match puzzle {
            Clues::Text(text) => {
                for cell in 0..CELLS {
                    block.rows[cell][lane] = CANDIDATES[usize::from(text[cell])];
                }
            }
            Clues::Candidates(candidates) => {
                for cell in 0..CELLS {
                    block.rows[cell][lane] = candidates[cell] & ALL;
                }
            }
        }
    }
}

/// Whether a grid keeps what is known of a puzzle.
pub(super) fn agrees(clues: &Clues<'_>, grid: &Grid) -> bool {
    match clues {
        Clues::Text(text) => text.iter().zip(grid).fold(true, |agrees, (&symbol, &digit)| {
            let number = symbol.wrapping_sub(b'0');
            agrees & (number.wrapping_sub(1) > 8 || number == digit)
        }),
        Clues::Candidates(candidates) => {
            let mut both = candidates.iter().zip(grid);
            both.all(|(&candidates, &digit)| candidates << 1 >> digit & 1 == 1)
        }
    }
}
