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
fn candidates(clues: &Clues<'_>, cell: usize) -> u16 {
    match clues {
        Clues::Text(text) => CANDIDATES[usize::from(text[cell])],
        Clues::Candidates(candidates) => candidates[cell] & ALL,
    }
}

/// The candidates of all cells.
#[inline(always)]
pub(super) fn marks<I: Isa>(isa: I, clues: &Clues<'_>) -> [u16; CELLS] {
    const PART: usize = 16;
    let mut marks = [0; CELLS];
    match clues {
        Clues::Text(text) => {
            for part in 0..CELLS.div_ceil(PART) {
                // The last part has cells of the one before, too.
                let from = (PART * part).min(CELLS - PART);
                let symbols = text[from..].first_chunk().copied().unwrap_or_default();
                marks[from..from + PART].copy_from_slice(&isa.candidates(symbols));
            }
        }
        Clues::Candidates(candidates) => {
            for (mark, candidates) in marks.iter_mut().zip(*candidates) {
                *mark = candidates & ALL;
            }
        }
    }
    marks
}

/// Writes each puzzle into a lane, from the first on: texts all together where there are as many as
/// lanes, masks some together.
pub(super) fn read<I: Isa>(isa: I, puzzles: &[Clues<'_>], block: &mut Block<I>) {
    let mut texts = [&[b'.'; CELLS]; 32];
    let mut all_are = puzzles.len() == I::LANES;
    for (text, clues) in texts.iter_mut().zip(puzzles) {
        match clues {
            Clues::Text(known) => *text = known,
            Clues::Candidates(_) => all_are = false,
        }
    }
    if all_are {
        isa.texts::<CELLS>(&texts[..I::LANES], &mut block.rows);
        return;
    }
    for (part, few) in puzzles.chunks(transpose::MASKS).enumerate() {
        let lane = transpose::MASKS * part;
        if let Some(masks) = masks(few) {
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

/// The masks of as many puzzles as are written together, if it is as many and all have masks.
fn masks<'a>(puzzles: &[Clues<'a>]) -> Option<[&'a [u16; CELLS]; transpose::MASKS]> {
    let mut all = [&[0; CELLS]; transpose::MASKS];
    if puzzles.len() != all.len() {
        return None;
    }
    for (masks, clues) in all.iter_mut().zip(puzzles) {
        match clues {
            Clues::Candidates(known) => *masks = known,
            Clues::Text(_) => return None,
        }
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
