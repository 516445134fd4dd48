//! Puzzles into blocks: from a row of cells a puzzle to a vector of puzzles a cell.

use super::super::isa::Isa;
use super::super::transpose;
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
pub(super) fn read<I: Isa>(isa: I, puzzles: &[Clues<'_>], block: &mut Block<I>) {
    if I::LANES < 16 { by::<I, 8>(isa, puzzles, block) } else { by::<I, 16>(isa, puzzles, block) }
}

/// Reads so many texts, or so many masks, together, where they come together.
fn by<I: Isa, const GROUP: usize>(isa: I, puzzles: &[Clues<'_>], block: &mut Block<I>) {
    for group in 0..I::LANES / GROUP {
        let lane = GROUP * group;
        let Some(rest) = puzzles.get(lane..) else { return };
        let rest = &rest[..rest.len().min(GROUP)];
        if let Some(texts) = all(rest, |clues| match clues {
            Clues::Text(text) => Some(*text),
            Clues::Candidates(_) => None,
        }) {
            isa.texts::<CELLS, GROUP>(&texts, lane, &mut block.rows);
            continue;
        }
        for (part, few) in rest.chunks(transpose::MASKS).enumerate() {
            let lane = lane + transpose::MASKS * part;
            if let Some(masks) = all(few, |clues| match clues {
                Clues::Candidates(masks) => Some(*masks),
                Clues::Text(_) => None,
            }) {
                transpose::masks(&masks, lane, ALL, block);
                continue;
            }
            for (puzzle, lane) in few.iter().zip(lane..) {
                for cell in 0..CELLS {
                    block.rows[cell][lane] = candidates(puzzle, cell);
                }
            }
        }
    }
}

/// What is wanted of each of `N` puzzles, if there are as many and all have it.
fn all<'a, T: Copy, const N: usize>(
    puzzles: &[Clues<'a>],
    of: impl Fn(&Clues<'a>) -> Option<T>,
) -> Option<[T; N]> {
    let puzzles: &[_; N] = puzzles.try_into().ok()?;
    let mut all = [of(&puzzles[0])?; N];
    for (one, puzzle) in all.iter_mut().zip(puzzles) {
        *one = of(puzzle)?;
    }
    Some(all)
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
